// SPDX-License-Identifier: MIT
// What the first page needs. scripts/build_web lets every lazy page import it, since esbuild puts code in
// one file only where the same pages import it: one file for the first load rather than three.
import './pages/play';
