// The decoder of Brotli, which package.json pins. brotli.js is made of this file by:
// npm ci && go run gpucourse/workbench -packages
export { decompress } from "brotli/decompress";
