// SPDX-License-Identifier: MIT
// Bots' files from the computer in front of the organiser.
import { post } from './api';
import { words } from '../language/language';

export interface SentBot {
    bot: string;
    name: string;
    description: string;
}

/** A request may have 64 KiB, quotes and all. */
const LARGEST_FILE = 60_000;

export async function sendBot(file: File): Promise<SentBot> {
    if (file.size > LARGEST_FILE) throw new Error(words.errors.fileTooLarge(file.name));
    return post<SentBot>('/api/bots', { name: file.name.replace(/[^\w.-]/g, '_'), text: await file.text() });
}
