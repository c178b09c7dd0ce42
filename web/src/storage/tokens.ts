// SPDX-License-Identifier: MIT
// What this browser needs to resume its games on the server.
import type { Side } from '../game/rules';
import { keep, readKept } from './store';

export interface Token {
    side: Side;
    token: string;
    secret?: string | null;
}

export const tokenOf = (game: string): Token | null => readKept<Token | null>(`token.${game}`, null);
export const keepToken = (game: string, token: Token): boolean => keep(`token.${game}`, token);
