// SPDX-License-Identifier: MIT
// Game records, readable text and JSON (docs/formats.md).
import type { RecordJson } from '../contract/types';
import { isUsualStart } from './link';
import { parseMove, parseRules, positionText, moveText } from './notation';
import { parsePosition } from './parse_position';
import { isLegal, play, playAll, start, type Move, type Position, type Side } from './rules';
import { FORFEITS, startingClock } from './phrases';
import { pageWords } from '../language/pages';

export interface GameRecord {
    x: string;
    o: string;
    start: Position;
    moves: Move[];
    /** X's expected score after each move, where known. */
    evals: (number | null)[];
    spent: (number | null)[];
    clocks: (number | null)[];
    ending: string | null;
    winner: Side | null;
    detail: string;
    event: string;
    date: string;
    timeControl: string;
    notes: (string | null)[];
    metas: unknown[];
    /** How many of the moves were given, not played. */
    opening: number;
}

export function emptyRecord(from: Position = start()): GameRecord {
    return {
        x: '', o: '', start: from, moves: [], evals: [], spent: [], clocks: [], ending: null, winner: null,
        detail: '', event: '', date: '', timeControl: 'none', notes: [], metas: [], opening: 0,
    };
}

export function resultText(record: Pick<GameRecord, 'ending' | 'winner'>): string {
    if (!record.ending || record.ending === 'void') return '*';
    if (record.winner) return record.winner === 'x' ? '1-0' : '0-1';
    return FORFEITS.has(record.ending) ? '0-0' : '1/2-1/2';
}

/** What a side had after a number of moves, in milliseconds; null without a clock for the game. */
export function clockAfter(record: GameRecord, side: Side, plies: number): number | null {
    for (let i = plies - 1; i >= 0; --i) {
        const mover = (i % 2 === 0) === (record.start.side === 'x') ? 'x' : 'o';
        if (mover === side && record.clocks[i] != null) return record.clocks[i]! * 1000;
    }
    return startingClock(record.timeControl, side);
}

function checkMoves(from: Position, moves: Move[]): void {
    let position = from;
    moves.forEach((move, i) => {
        if (!isLegal(position, move)) throw new Error(pageWords.reading.illegal(i + 1, moveText(move)));
        position = play(position, move);
    });
}

const shown = (value: unknown): string => String(JSON.stringify(value)).slice(0, 40);

/** Members of a pasted object, which may be anything: each reader refuses what is of another kind. */
function textOf(json: Record<string, unknown>, name: string, otherwise = ''): string {
    const value = json[name] ?? otherwise;
    if (typeof value !== 'string') throw new Error(pageWords.reading.notText(name, shown(value)));
    return value;
}

function countOf(json: Record<string, unknown>, name: string, most: number): number {
    const value = json[name] ?? 0;
    if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > most) throw new Error(pageWords.reading.notCount(name, shown(value), most));
    return value as number;
}

function listOf<T>(json: Record<string, unknown>, name: string, fits: (item: unknown) => item is T): (T | null)[] {
    const value = json[name] ?? [];
    const wrong = Array.isArray(value) ? value.find((item: unknown) => item !== null && !fits(item)) as unknown : value;
    if (wrong !== undefined) throw new Error(pageWords.reading.misfit(name, shown(wrong)));
    return value as (T | null)[];
}

const isText = (item: unknown): item is string => typeof item === 'string';
const isNumber = (item: unknown): item is number => typeof item === 'number' && Number.isFinite(item);
const isScore = (item: unknown): item is number => isNumber(item) && item >= 0 && item <= 1;

export function fromJson(game: RecordJson): GameRecord {
    const json = game as unknown as Record<string, unknown>;
    if (json.format !== 'ninefold-game') throw new Error(pageWords.reading.notGame);
    const rulesGiven = textOf(json, 'rules', 'standard');
    const tieBreak = textOf(json, 'tie_break');
    const rules = parseRules(tieBreak ? `${rulesGiven}+${tieBreak}` : rulesGiven);
    if (!rules) throw new Error(pageWords.reading.rules(rulesGiven.slice(0, 40)));
    const position = textOf(json, 'position');
    const from = position ? parsePosition(position) : start(rules.ruleset, rules.tieBreak);
    if (!Array.isArray(json.moves)) throw new Error(pageWords.reading.noMoves);
    const moves = json.moves.map((text: unknown) => {
        const move = isText(text) ? parseMove(text) : null;
        if (move === null) throw new Error(pageWords.reading.notAMove(isText(text) ? text.slice(0, 20) : shown(text)));
        return move;
    });
    checkMoves(from, moves);
    for (const name of ['eval', 'spent', 'clock', 'note', 'meta']) {
        const list = json[name];
        if (Array.isArray(list) && list.length > moves.length) throw new Error(pageWords.reading.tooMany(name));
    }
    const winner = json.winner ?? null;
    if (winner !== null && winner !== 'x' && winner !== 'o') throw new Error(pageWords.reading.winner(shown(winner)));
    return {
        x: textOf(json, 'x'), o: textOf(json, 'o'), start: from, moves, evals: listOf(json, 'eval', isScore),
        spent: listOf(json, 'spent', isNumber), clocks: listOf(json, 'clock', isNumber), ending: textOf(json, 'ending') || null,
        winner, detail: textOf(json, 'detail'), event: textOf(json, 'event'), date: textOf(json, 'date'),
        timeControl: textOf(json, 'time_control', 'none'), notes: listOf(json, 'note', isText),
        metas: listOf(json, 'meta', (item): item is unknown => item !== undefined),
        opening: countOf(json, 'opening', moves.length),
    };
}

export function toJson(record: GameRecord): RecordJson {
    const { ruleset, tieBreak } = record.start.rules;
    const json: RecordJson = {
        format: 'ninefold-game', version: 1, x: record.x, o: record.o, rules: ruleset, tie_break: tieBreak,
        time_control: record.timeControl, seed: 0, opening: record.opening, plies: record.moves.length,
        moves: record.moves.map(moveText),
    };
    if (record.event) json.event = record.event;
    if (record.date) json.date = record.date;
    if (!isUsualStart(record.start)) json.position = positionText(record.start);
    if (record.evals.some((e) => e !== null)) json.eval = record.moves.map((_, i) => record.evals[i] ?? null);
    if (record.ending) {
        json.ending = record.ending;
        json.winner = record.winner;
        json.detail = record.detail;
    }
    json.result = resultText(record);
    return json;
}

const escaped = (text: string): string => text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n');

export function toText(record: GameRecord): string {
    const { ruleset, tieBreak } = record.start.rules;
    const result = resultText(record);
    const tags: [string, string][] = [];
    if (record.event) tags.push(['Event', record.event]);
    if (record.date) tags.push(['Date', record.date]);
    tags.push(['X', record.x], ['O', record.o], ['Rules', ruleset], ['TieBreak', tieBreak]);
    if (!isUsualStart(record.start)) tags.push(['Position', positionText(record.start)]);
    tags.push(['TimeControl', record.timeControl]);
    if (record.ending) tags.push(['Ending', record.ending]);
    tags.push(['Result', result]);
    if (record.detail) tags.push(['Detail', record.detail]);
    const lines = tags.map(([name, value]) => `[${name} "${escaped(value)}"]`);
    return `${lines.join('\n')}\n\n${movesText(record)}${result}\n`;
}

function movesText(record: GameRecord): string {
    const offset = record.start.side === 'o' ? 1 : 0;
    let text = '';
    record.moves.forEach((move, i) => {
        const first = (i + offset) % 2 === 0;
        if (first || i === 0) text += `${text ? '\n' : ''}${Math.floor((i + offset) / 2) + 1}${first ? '.' : '...'}`;
        text += ` ${moveText(move)}`;
        const value = record.evals[i];
        if (value !== null && value !== undefined) text += ` {eval ${value.toFixed(2)}}`;
    });
    return text ? `${text}\n` : '';
}

function parseText(text: string): GameRecord {
    const tags = new Map<string, string>();
    const body = text.replace(/^\[([^\s\]"]+) "((?:[^"\\]|\\.)*)"\]\s*$/gm, (_, name: string, value: string) => {
        tags.set(name, value.replace(/\\(.)/g, (_m, c: string) => (c === 'n' ? '\n' : c)));
        return '';
    });
    const rules = parseRules(
        tags.has('TieBreak') ? `${tags.get('Rules') ?? 'standard'}+${tags.get('TieBreak')}` : tags.get('Rules') ?? 'standard');
    if (!rules) throw new Error(pageWords.reading.rules((tags.get('Rules') ?? '').slice(0, 40)));
    const given = tags.get('Position');
    const record = emptyRecord(given ? parsePosition(given) : start(rules.ruleset, rules.tieBreak));
    let result = tags.get('Result');
    // Comments may hold braces in quotes and in JSON, so words are taken apart by hand.
    for (const token of tokens(body)) {
        if (token.startsWith('{')) {
            const value = /\beval ([\d.]+)/.exec(token);
            if (!value || record.moves.length === 0) continue;
            if (!isScore(Number(value[1]))) throw new Error(pageWords.reading.notEval(value[1].slice(0, 20)));
            record.evals[record.moves.length - 1] = Number(value[1]);
            continue;
        }
        const ends = /^(1-0|0-1|1\/2-1\/2|0-0|\*)$/.test(token);
        if (ends) result = token;
        if (ends || /^\d+\.+$/.test(token)) continue;
        const move = parseMove(token.replace(/^\d+\.+/, ''));
        if (move === null) throw new Error(pageWords.reading.notAMove(token.slice(0, 20)));
        record.moves.push(move);
        record.evals.push(null);
    }
    checkMoves(record.start, record.moves);
    record.winner = result === '1-0' ? 'x' : result === '0-1' ? 'o' : null;
    record.ending = tags.get('Ending') ?? null;
    return Object.assign(record, {
        x: tags.get('X') ?? '', o: tags.get('O') ?? '', event: tags.get('Event') ?? '',
        date: tags.get('Date') ?? '', detail: tags.get('Detail') ?? '', timeControl: tags.get('TimeControl') ?? 'none',
    });
}

function tokens(text: string): string[] {
    const found: string[] = [];
    let at = 0;
    while (at < text.length) {
        if (/\s/.test(text[at])) {
            ++at;
            continue;
        }
        const from = at;
        if (text[at] === '{') {
            let depth = 0;
            let quoted = false;
            do {
                const c = text[at];
                if (quoted && c === '\\') ++at;
                else if (c === '"') quoted = !quoted;
                else if (!quoted && c === '{') ++depth;
                else if (!quoted && c === '}') --depth;
                ++at;
            } while (at < text.length && depth > 0);
        } else {
            while (at < text.length && !/[\s{]/.test(text[at])) ++at;
        }
        found.push(text.slice(from, at));
    }
    return found;
}

/** The first of several games: the next one begins with the tag that follows moves. */
function firstGame(text: string): string {
    const lines = text.split('\n');
    const moves = lines.findIndex((line) => /^\s*[^\s[]/.test(line));
    const next = lines.findIndex((line, i) => i > moves && line.startsWith('['));
    return moves < 0 || next < 0 ? text : lines.slice(0, next).join('\n');
}

/** A whole record must not contradict its board, as in src/record/game_record.cpp. */
function checkVerdict(record: GameRecord): GameRecord {
    const { ending, winner } = record;
    if (ending === null) return { ...record, winner: null };
    const { outcome } = playAll(record.start, record.moves);
    const ofBoard = ['line', 'majority', 'draw'].includes(ending);
    const decided = winner !== null || ending === 'start-failed' || !(FORFEITS.has(ending) || ending === 'resigned');
    const known = ofBoard || FORFEITS.has(ending) || ['resigned', 'adjudicated', 'void'].includes(ending);
    const fits = ofBoard ? outcome?.ending === ending && outcome.winner === winner : decided && !(ending === 'void' && winner);
    if (!known || !fits) throw new Error(pageWords.reading.verdict(ending.slice(0, 20), resultText(record)));
    return record;
}

/** As much as the program reads of one game (docs/formats.md). */
const LARGEST_TEXT = 4 << 20;
const DEEPEST_JSON = 64;

const nestsDeeper = (value: unknown, depth: number): boolean =>
    typeof value === 'object' && value !== null && (depth === 0 || Object.values(value).some((member) => nestsDeeper(member, depth - 1)));

/** Whatever a person pastes: a position, a record as text or JSON, or moves. Throws with a sentence. */
export const parseAnything = (text: string): GameRecord => checkVerdict(readAnything(text));

function readAnything(text: string): GameRecord {
    if (text.length > LARGEST_TEXT) throw new Error(pageWords.reading.tooLarge);
    const trimmed = text.trim();
    if (!trimmed) throw new Error(pageWords.reading.nothing);
    if (trimmed.startsWith('{')) {
        let json: unknown;
        try {
            json = JSON.parse(trimmed.split('\n')[0].endsWith('}') ? trimmed.split('\n')[0] : trimmed);
        } catch {
            try {
                json = JSON.parse(trimmed);
            } catch {
                throw new Error(pageWords.reading.notJson);
            }
        }
        if (nestsDeeper(json, DEEPEST_JSON)) throw new Error(pageWords.reading.notGame);
        return fromJson(json as RecordJson);
    }
    if (trimmed.startsWith('[')) return parseText(firstGame(trimmed));
    if (trimmed.includes('/') && /\s[xo]\s/.test(trimmed)) {
        const [first, ...rest] = trimmed.split('\n');
        const record = parseText(rest.join('\n'));
        return { ...parseMovesFrom(parsePosition(first), record.moves) };
    }
    return parseText(trimmed);
}

function parseMovesFrom(from: Position, moves: Move[]): GameRecord {
    checkMoves(from, moves);
    return { ...emptyRecord(from), moves, evals: moves.map(() => null) };
}

/** What each player said of its own moves, after each move of the game; null where nobody said anything. */
export function opinionsOf({ start: from, moves, evals }: GameRecord): Record<Side, (number | null)[]> | null {
    if (!evals.some((value) => value !== null)) return null;
    const by = (side: Side) => [null, ...moves.map((_, i) => ((i % 2 === 0) === (from.side === side) ? evals[i] ?? null : null))];
    return { x: by('x'), o: by('o') };
}

export function fromQuery(query: URLSearchParams): GameRecord {
    const position = query.get('position');
    const rules = parseRules(query.get('rules') ?? 'standard');
    if (!rules) throw new Error(pageWords.reading.rules((query.get('rules') ?? '').slice(0, 40)));
    const from = position ? parsePosition(position) : start(rules.ruleset, rules.tieBreak);
    const text = query.get('moves') ?? '';
    if (!/^([0-8]{2})*$/.test(text)) throw new Error(pageWords.reading.link);
    const record = parseMovesFrom(from, (text.match(/../g) ?? []).map((m) => parseMove(m)!));
    return { ...record, x: query.get('x') ?? '', o: query.get('o') ?? '' };
}

/** How many moves of the link are on the board. */
export function plyInQuery(query: URLSearchParams): number | null {
    const at = query.get('at') ?? '';
    return /^\d{1,2}$/.test(at) ? Number(at) : null;
}
