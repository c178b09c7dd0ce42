// SPDX-License-Identifier: MIT
// Lo que el servidor dice con sus propias palabras (véase en_server.ts).
import type { Rounds, Verdicts } from './en_server';

const BLOCKS = [
    'superior izquierdo', 'superior', 'superior derecho', 'izquierdo', 'central', 'derecho', 'inferior izquierdo', 'inferior', 'inferior derecho',
];
const number = (time: string): string => time.replace('.', ',');
/** Lo que dice el servidor del programa. */
const quoted = (why: string): string => why.replace(/^failed: /, '');

export const verdicts: Verdicts = {
    line: (side) => `${side} tiene tres bloques en línea.`,
    majority: (side, more, fewer) => `Sin línea; ${side} tiene más bloques, ${more} a ${fewer}.`,
    draw: (x, o) => `Sin línea; bloques: X ${x}, O ${o}.`,
    resigned: (side, move) => `${side} abandonó en la jugada ${move}.`,
    slow: (side, time, move, limit) => `${side} tardó ${number(time)} en la jugada ${move}; el límite era ${number(limit)}.`,
    slowGame: (side, time, move, left) => `${side} tardó ${number(time)} en la jugada ${move}; le quedaban ${number(left)} para la partida.`,
    silent: (side, time, move, limit) => `${side} no había respondido tras ${number(time)} en la jugada ${move}; el límite era ${number(limit)}.`,
    silentGame: (side, time, move, left) => `${side} no había respondido tras ${number(time)} en la jugada ${move}; le quedaban ${number(left)} para la partida.`,
    taken: (side, played, move, owner) => `${side} jugó ${played} en la jugada ${move}: esa casilla ya es de ${owner}.`,
    closed: (side, played, move, block) => `${side} jugó ${played} en la jugada ${move}: el bloque ${BLOCKS[block]} está cerrado.`,
    notSentThere: (side, played, move, block, targets) =>
        `${side} jugó ${played} en la jugada ${move}, en el bloque ${BLOCKS[block]}, pero debía jugar en el bloque ${targets.map((target) => BLOCKS[target]).join(' o ')}.`,
    provedWin: (side, move) => `Tras la jugada ${move} está demostrado que gana ${side}.`,
    provedDraw: (move) => `Tras la jugada ${move} las tablas están demostradas.`,
    agreedWin: (side, moves, move) => `Ambos bots estuvieron seguros de que gana ${side} durante ${moves} jugadas cada uno, hasta la jugada ${move}.`,
    agreedDraw: (moves, move) => `Ambos bots estuvieron seguros de las tablas durante ${moves} jugadas cada uno, hasta la jugada ${move}.`,
    calledOff: 'Cancelada antes de que llegara alguien.',
    neitherStarted: (x, o) => `Ninguno de los bots se ha podido iniciar. (X ${x}; O ${o})`,
    overTime: 'ha agotado su tiempo',
    failedAt: (side, fault, why, move) => `${side} ${fault}, en la jugada ${move}. (${quoted(why)})`,
    failedFirst: (side, fault, why) => `${side} ${fault}, antes de su primera jugada. (${quoted(why)})`,
};

export const rounds: Rounds = {
    round: (n) => `Ronda ${n}`,
    roundOf: (bots) => `Ronda de ${bots}`,
    upperRoundOf: (bots) => `Ronda superior de ${bots}`,
    lowerRound: (n) => `Ronda inferior ${n}`,
    group: (group) => `Grupo ${group}`,
    groupRound: (group, n) => `Grupo ${group}, ronda ${n}`,
    named: {
        Final: 'Final', 'Semi-final': 'Semifinal', 'Quarter-final': 'Cuartos de final', 'Upper final': 'Final superior', 'Upper semi-final': 'Semifinal superior',
        'Upper quarter-final': 'Cuartos de final superiores', 'Third place': 'Tercer puesto', 'Grand final': 'Gran final', 'Grand final, again': 'Gran final, otra vez',
    },
    outIn: (round) => `eliminado: ${round}`,
    lostIn: (round, how) => `${round}: ${how}`,
    seeding: 'cabezas de serie',
};
