// SPDX-License-Identifier: MIT
// Lint rules of the page and its tests, run from web/ by `npm run lint`. A package of its own: its parser needs an
// older TypeScript than the page is checked with, and building or testing the page needs none of this.
import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import importPlugin from 'eslint-plugin-import';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const web = fileURLToPath(new URL('..', import.meta.url));
const globals = Object.fromEntries(
    ['console', 'location', 'fetch', 'performance', 'process', 'Request', 'Response', 'TextDecoder', 'TextEncoder', 'URL', 'WebAssembly'].map((name) => [name, false]),
);

// The rooms of src/, lowest to highest (docs/web.md): each imports only from itself and those before it.
const rooms = ['contract', 'language', 'game', 'storage', 'ui', 'board', 'server', 'engine', 'hooks', 'views', 'report', 'lessons', 'pages'];
const zones = rooms.map((room, i) => ({
    target: `./src/${room}`,
    from: [...rooms.slice(i + 1).map((higher) => `./src/${higher}`), './src/app.tsx', './src/main.tsx'],
    message: 'Imports point down only: docs/web.md lists the rooms.',
}));

export default defineConfig(
    { ignores: ['**/dist/', '**/node_modules/', 'vendor/'] },
    {
        plugins: { import: importPlugin },
        settings: {
            'import/extensions': ['.ts', '.tsx', '.js'],
            'import/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
            'import/resolver': { node: { extensions: ['.ts', '.tsx', '.js'] } },
        },
        // A file that is not found would hide a cycle; packages and what a build makes have none.
        rules: { 'import/no-cycle': 'error', 'import/no-self-import': 'error', 'import/no-unresolved': ['error', { ignore: ['^[^.]', '/dist/'] }] },
    },
    {
        files: ['src/**/*.ts', 'src/**/*.tsx'],
        rules: {
            'import/no-restricted-paths': ['error', { basePath: web, zones }],
            'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
        },
    },
    { files: ['**/*.js'], extends: [js.configs.recommended], languageOptions: { globals } },
    { files: ['public/*.js'], languageOptions: { sourceType: 'script', globals: { caches: false, registration: false, self: false } } },
    {
        files: ['**/*.ts', '**/*.tsx'],
        extends: [js.configs.recommended, tseslint.configs.recommendedTypeChecked],
        languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: web } },
        rules: {
            // An event's handler may be asynchronous: nobody waits for it.
            '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
            // The page's objects are records of functions; none of them uses `this`.
            '@typescript-eslint/unbound-method': 'off',
        },
    },
);
