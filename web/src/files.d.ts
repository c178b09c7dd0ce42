// SPDX-License-Identifier: MIT
// Files that the build copies under a name of its own: an import gives their address.
declare module '*.wasm' {
    const url: string;
    export default url;
}
declare module '*.nfnet' {
    const url: string;
    export default url;
}
declare module '*.txt' {
    const url: string;
    export default url;
}
