// SPDX-License-Identifier: MIT
// La página en español.
import type { Words } from './en';
import type { PageWords } from './en_pages';

export const words: Words = {
    name: 'Ninefold',
    tabs: {
        label: 'Páginas',
        play: 'Jugar',
        analyse: 'Analizar',
        watch: 'Ver',
        tournaments: 'Torneos',
        learn: 'Aprender',
        home: 'Ninefold, jugar',
        skip: 'Ir al tablero',
    },
    loading: {
        now: 'Cargando…',
        failed: 'No se ha podido cargar esta página. El servidor no responde o tiene una versión más reciente.',
        again: 'Recargar',
    },
    switches: {
        theme: { auto: 'Colores como en el sistema', light: 'Colores claros', dark: 'Colores oscuros' },
        change: (now: string) => `${now}; cambiar`,
        sound: 'Sonido',
        soundOn: 'El sonido está activado',
        soundOff: 'El sonido está desactivado',
        settings: 'Ajustes',
    },
};

export const pages: PageWords = {
    settings: {
        title: 'Ajustes',
        language: 'Idioma',
        asBrowser: 'como en el navegador',
        close: 'Listo',
    },
};
