// SPDX-License-Identifier: MIT
// The functions that CodinGame gives to JavaScript programs and Node.js lacks; loaded before the
// bot with --require.
'use strict';

const fs = require('fs');

const INPUT = 0;
const chunk = Buffer.alloc(65536);
const pause = new Int32Array(new SharedArrayBuffer(4));
let pending = '';

// How many bytes came; 0 at the end of input.
function readChunk() {
    for (;;) {
        try {
            return fs.readSync(INPUT, chunk, 0, chunk.length, null);
        } catch (error) {
            if (error.code === 'EOF') return 0;
            if (error.code !== 'EAGAIN') throw error;
            Atomics.wait(pause, 0, 0, 1); // an input that does not block
        }
    }
}

// The next line without its end; null at the end of input.
globalThis.readline = () => {
    let end = pending.indexOf('\n');
    while (end < 0) {
        const size = readChunk();
        if (size === 0) return null;
        pending += chunk.toString('latin1', 0, size);
        end = pending.indexOf('\n');
    }
    const line = pending.slice(0, end).replace(/\r$/, '');
    pending = pending.slice(end + 1);
    return line;
};
globalThis.print = (...values) => console.log(...values);
globalThis.printErr = (...values) => console.error(...values);
