// This file runs Go in a worker. It takes one command at a time, with the files that the
// command needs, and posts its result. More memory than the limit ends the worker with an error.

import { decompress } from "./brotli.js";
import { MemoryFiles } from "./memory";

// keep is a file whose contents come back with the result; memory is what Go has taken so far, in
// bytes.
export type Command = { words: string[]; files: Record<string, string | Uint8Array>; keep?: string };
export type Result = { code: number; stdout: string; stderr: string; kept?: Uint8Array; memory: number };
// part is how much of the program has come, from 0 to 1; undefined if the server does not tell.
export type Message = { kind: "loading"; part?: number } | { kind: "ready" } | { kind: "result"; result: Result } | { kind: "failed"; reason: string };

type Run = (words: string[], done: (code: number, stdout: string, stderr: string) => void) => void;
type GoProgram = { env: Record<string, string>; importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void>; mem?: DataView };
declare const Go: new () => GoProgram;
declare function importScripts(...addresses: string[]): void;
declare const programFile: string, programSize: number; // name and unpacked bytes; the builder fills them in

// mostMemory is the most bytes of memory that a tab gives to a launch.
const mostMemory = 1024 * 2 ** 20;

// progressFile is where the grader finds the learner's progress.
const progressFile = "/progress.json";

let taken = () => 0; // bytes of Go's memory

const post = (message: Message) => (self as unknown as { postMessage(m: Message): void }).postMessage(message);
const files = new MemoryFiles();
let log = "";
files.log = (text) => (log += text);
Object.assign(globalThis, { fs: files, process: { pid: 1, ppid: 1, umask: () => 0, cwd: () => "/", chdir: () => {}, getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [] } });

const running = new Promise<Run>((ready) => Object.assign(globalThis, { serve: ready }));

// bounded ends Go when its memory grows beyond the limit.
function bounded(go: GoProgram, memory: () => WebAssembly.Memory): WebAssembly.Imports {
  const runtime = go.importObject.gojs as Record<string, Function>;
  const reset = runtime["runtime.resetMemoryDataView"];
  runtime["runtime.resetMemoryDataView"] = (sp: number) => {
    if (memory().buffer.byteLength > mostMemory) {
      post({ kind: "failed", reason: `out of memory: the launch takes more than ${mostMemory / 2 ** 20} MB` });
      throw new Error("out of memory");
    }
    reset(sp);
  };
  return go.importObject;
}

// counted reads a response and tells the page how much of it has come.
async function counted(response: Response): Promise<Uint8Array> {
  const whole = Number(response.headers.get("Content-Length"));
  let come = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      come += chunk.length;
      post({ kind: "loading", part: whole ? Math.min(come / whole, 1) : undefined });
      out.enqueue(chunk);
    },
  });
  return new Uint8Array(await new Response(response.body!.pipeThrough(count)).arrayBuffer());
}

// module is the program. It is unpacked here, so any server of files will do.
async function module(go: GoProgram): Promise<WebAssembly.Instance> {
  const response = await fetch(programFile);
  if (!response.ok || !response.body) throw new Error(`${programFile}: ${response.status}`);
  let memory: WebAssembly.Memory;
  const imports = bounded(go, () => memory);
  const { instance } = await WebAssembly.instantiate(decompress(await counted(response), programSize), imports);
  memory = instance.exports.mem as WebAssembly.Memory;
  taken = () => memory.buffer.byteLength;
  return instance;
}

async function start(): Promise<void> {
  importScripts("wasm_exec.js");
  const go = new Go();
  go.env = { GPUCOURSE_PROGRESS: progressFile };
  const instance = await module(go);
  go.run(instance).then(() => post({ kind: "failed", reason: log.trim() || "the simulator ended" }));
  await running;
  post({ kind: "ready" });
}

self.addEventListener("message", async (event: MessageEvent<Command>) => {
  const run = await running;
  const { words, keep } = event.data;
  for (const [name, text] of Object.entries(event.data.files)) files.put(name, text);
  run(words, (code, stdout, stderr) => post({ kind: "result", result: { code, stdout, stderr, kept: keep ? files.content(keep) : undefined, memory: taken() } }));
});
start().catch((error) => post({ kind: "failed", reason: String(error) }));
