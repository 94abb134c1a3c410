// What the worker uses of the npm package brotli, which is bundled without its types.
export function decompress(compressed: Uint8Array, bytes: number): Uint8Array<ArrayBuffer>;
