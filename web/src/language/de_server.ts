// SPDX-License-Identifier: MIT
// Was der Server in eigenen Worten sagt (siehe en_server.ts).
import type { Rounds, Verdicts } from './en_server';

const PLACES = ['oben links', 'oben', 'oben rechts', 'links', 'in der Mitte', 'rechts', 'unten links', 'unten', 'unten rechts'];
const number = (time: string): string => time.replace('.', ',');
/** Was der Server über das Programm sagt. */
const quoted = (why: string): string => why.replace(/^failed: /, '');

export const verdicts: Verdicts = {
    line: (side) => `${side} hat drei Blöcke in einer Reihe.`,
    majority: (side, more, fewer) => `Keine Reihe; ${side} hat mehr Blöcke, ${more} zu ${fewer}.`,
    draw: (x, o) => `Keine Reihe; Blöcke: X ${x}, O ${o}.`,
    resigned: (side, move) => `${side} hat in Zug ${move} aufgegeben.`,
    slow: (side, time, move, limit) => `${side} brauchte ${number(time)} für Zug ${move}; erlaubt waren ${number(limit)}.`,
    slowGame: (side, time, move, left) => `${side} brauchte ${number(time)} für Zug ${move}; für die Partie waren noch ${number(left)} übrig.`,
    silent: (side, time, move, limit) => `${side} hatte in Zug ${move} nach ${number(time)} nicht geantwortet; erlaubt waren ${number(limit)}.`,
    silentGame: (side, time, move, left) => `${side} hatte in Zug ${move} nach ${number(time)} nicht geantwortet; für die Partie waren noch ${number(left)} übrig.`,
    taken: (side, played, move, owner) => `${side} spielte in Zug ${move} auf ${played}: Dieses Feld hat schon ${owner}.`,
    closed: (side, played, move, block) => `${side} spielte in Zug ${move} auf ${played}: Der Block ${PLACES[block]} ist geschlossen.`,
    notSentThere: (side, played, move, block, targets) =>
        `${side} spielte in Zug ${move} auf ${played}, also in den Block ${PLACES[block]}, musste aber in den Block ${targets.map((target) => PLACES[target]).join(' oder ')}.`,
    provedWin: (side, move) => `Nach Zug ${move} ist bewiesen, dass ${side} gewinnt.`,
    provedDraw: (move) => `Nach Zug ${move} ist ein Unentschieden bewiesen.`,
    agreedWin: (side, moves, move) => `Beide Bots waren ${moves} Züge lang sicher, dass ${side} gewinnt, bis Zug ${move}.`,
    agreedDraw: (moves, move) => `Beide Bots waren ${moves} Züge lang sicher, dass es unentschieden endet, bis Zug ${move}.`,
    calledOff: 'Abgesagt, bevor jemand dazukam.',
    neitherStarted: (x, o) => `Keiner der Bots konnte gestartet werden. (X ${x}; O ${o})`,
    overTime: 'hat die Zeit überschritten',
    failedAt: (side, fault, why, move) => `${side} ${fault}, in Zug ${move}. (${quoted(why)})`,
    failedFirst: (side, fault, why) => `${side} ${fault}, vor dem ersten Zug. (${quoted(why)})`,
};

export const rounds: Rounds = {
    round: (n) => `Runde ${n}`,
    roundOf: (bots) => `Runde der letzten ${bots}`,
    upperRoundOf: (bots) => `Obere Runde der letzten ${bots}`,
    lowerRound: (n) => `Untere Runde ${n}`,
    group: (group) => `Gruppe ${group}`,
    groupRound: (group, n) => `Gruppe ${group}, Runde ${n}`,
    named: {
        Final: 'Finale', 'Semi-final': 'Halbfinale', 'Quarter-final': 'Viertelfinale', 'Upper final': 'Oberes Finale', 'Upper semi-final': 'Oberes Halbfinale',
        'Upper quarter-final': 'Oberes Viertelfinale', 'Third place': 'Spiel um Platz 3', 'Grand final': 'Großes Finale', 'Grand final, again': 'Großes Finale, noch einmal',
    },
    outIn: (round) => `ausgeschieden: ${round}`,
    lostIn: (round, how) => `${round}: ${how}`,
    seeding: 'Setzliste',
};
