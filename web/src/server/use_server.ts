// SPDX-License-Identifier: MIT
import { useEffect } from 'preact/hooks';
import { useStore } from '../storage/store';
import { meetServer, server, type ServerInfo } from './api';

const AGAIN_MS = 2000;

/** The server, asked for again and again while there is none: false then, null before the first answer. */
export function useServer(): ServerInfo | false | null {
    const there = useStore(server);
    useEffect(() => {
        void meetServer();
        if (there !== false) return;
        const timer = setInterval(() => void meetServer(), AGAIN_MS);
        return () => clearInterval(timer);
    }, [there === false]);
    return there;
}
