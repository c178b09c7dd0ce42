// SPDX-License-Identifier: MIT
// What the server says in words of its own; English repeats them, and other languages say the same.

/** How a game ended (src/arena/game_in_progress.cpp). Times are written `10.2 s`, blocks are 0 to 8. */
export const verdicts = {
    line: (side: string) => `${side} has three blocks in line`,
    majority: (side: string, more: string, fewer: string) => `no line; ${side} has more blocks, ${more} to ${fewer}`,
    draw: (x: string, o: string) => `no line; blocks X ${x}, O ${o}`,
    resigned: (side: string, move: string) => `${side} resigned at move ${move}`,
    slow: (side: string, time: string, move: string, limit: string) => `${side} took ${time} for move ${move}; the limit was ${limit}`,
    slowGame: (side: string, time: string, move: string, left: string) => `${side} took ${time} for move ${move}; it had ${left} left for the game`,
    silent: (side: string, time: string, move: string, limit: string) => `${side} had not answered after ${time} at move ${move}; the limit was ${limit}`,
    silentGame: (side: string, time: string, move: string, left: string) =>
        `${side} had not answered after ${time} at move ${move}; it had ${left} left for the game`,
    taken: (side: string, played: string, move: string, owner: string) => `${side} played ${played} at move ${move}: the cell is taken by ${owner}`,
    closed: (side: string, played: string, move: string, block: number) => `${side} played ${played} at move ${move}: block ${block} is closed`,
    notSentThere: (side: string, played: string, move: string, block: number, targets: readonly number[]) =>
        `${side} played ${played} at move ${move}: block ${block} is not a target; the mover is sent to block${targets.length > 1 ? 's' : ''} ${targets.join(', ')}`,
    provedWin: (side: string, move: string) => `${side} wins by proof after move ${move}`,
    provedDraw: (move: string) => `a draw by proof after move ${move}`,
    agreedWin: (side: string, moves: string, move: string) => `both bots were sure of ${side}'s win for ${moves} moves each, up to move ${move}`,
    agreedDraw: (moves: string, move: string) => `both bots were sure of a draw for ${moves} moves each, up to move ${move}`,
    calledOff: 'called off before the second player came',
    neitherStarted: (x: string, o: string) => `neither bot started: X ${x}; O ${o}`,
    overTime: 'ran out of time',
    /** `fault` is the ending in words, `why` the server's own. */
    failedAt: (side: string, _fault: string, why: string, move: string) => `${side} ${why}, at move ${move}`,
    failedFirst: (side: string, _fault: string, why: string) => `${side} ${why}, before its first move`,
};

/** What rounds are called, and what decided a place in a bracket (src/tournament/bracket_stage.cpp). */
export const rounds = {
    round: (n: string) => `Round ${n}`,
    roundOf: (bots: string) => `Round of ${bots}`,
    upperRoundOf: (bots: string) => `Upper round of ${bots}`,
    lowerRound: (n: string) => `Lower round ${n}`,
    group: (group: string) => `Group ${group}`,
    groupRound: (group: string, n: string) => `Group ${group}, round ${n}`,
    named: {
        Final: 'Final', 'Semi-final': 'Semi-final', 'Quarter-final': 'Quarter-final', 'Upper final': 'Upper final', 'Upper semi-final': 'Upper semi-final',
        'Upper quarter-final': 'Upper quarter-final', 'Third place': 'Third place', 'Grand final': 'Grand final', 'Grand final, again': 'Grand final, again',
    },
    outIn: (round: string) => `out in ${round}`,
    lostIn: (round: string, how: string) => `${round}: ${how}`,
    seeding: 'seeding',
};

export type Verdicts = typeof verdicts;
export type Rounds = typeof rounds;
