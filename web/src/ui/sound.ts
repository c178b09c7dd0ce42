// SPDX-License-Identifier: MIT
// Short tones made on the spot: no files to load.
import { muted } from '../storage/settings';

let context: AudioContext | undefined;

interface Tone {
    hz: number;
    at: number;
    seconds: number;
    volume: number;
    wave?: OscillatorType;
}

const TUNES = {
    x: [{ hz: 392, at: 0, seconds: 0.09, volume: 0.16, wave: 'triangle' }],
    o: [{ hz: 294, at: 0, seconds: 0.1, volume: 0.18, wave: 'triangle' }],
    block: [
        { hz: 392, at: 0, seconds: 0.12, volume: 0.14, wave: 'triangle' },
        { hz: 587, at: 0.07, seconds: 0.2, volume: 0.14, wave: 'triangle' },
    ],
    won: [523, 659, 784, 1047].map((hz, i) => ({ hz, at: i * 0.09, seconds: 0.3, volume: 0.13 })),
    lost: [392, 330, 262].map((hz, i) => ({ hz, at: i * 0.13, seconds: 0.32, volume: 0.13 })),
    drawn: [440, 440].map((hz, i) => ({ hz, at: i * 0.16, seconds: 0.2, volume: 0.12 })),
    refused: [{ hz: 150, at: 0, seconds: 0.08, volume: 0.12, wave: 'triangle' }],
    turn: [{ hz: 660, at: 0, seconds: 0.12, volume: 0.08 }],
} satisfies Record<string, Tone[]>;

export type Tune = keyof typeof TUNES;

function sing(context: AudioContext, tone: Tone): void {
    const begin = context.currentTime + tone.at;
    const source = context.createOscillator();
    const gain = context.createGain();
    source.type = tone.wave ?? 'sine';
    source.frequency.value = tone.hz;
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(tone.volume, begin + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0008, begin + tone.seconds);
    source.connect(gain).connect(context.destination);
    source.start(begin);
    source.stop(begin + tone.seconds + 0.02);
}

export function sound(tune: Tune): void {
    if (muted.get() || typeof AudioContext === 'undefined') return;
    // Browsers allow sound only after the first touch or key; until then it stays silent.
    if (!context && !navigator.userActivation?.hasBeenActive) return;
    context ??= new AudioContext();
    for (const tone of TUNES[tune] as Tone[]) sing(context, tone);
}
