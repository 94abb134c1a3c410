// This file is the page's side of the worker: it sends commands, ends a worker that takes too
// long or is stopped, and begins a new one.

import { element } from "./dom";
import type { Command, Message, Result } from "./worker";

// showLoading shows how far the simulator is loaded, until it is ready or has failed.
function showLoading(m: Message): void {
  const bar = element<HTMLProgressElement>("loading");
  element("loader").hidden = m.kind !== "loading";
  if (m.kind === "loading" && m.part !== undefined) bar.value = m.part;
  else bar.removeAttribute("value");
}

export class Simulator {
  private worker: Worker | undefined;
  private ready: Promise<void> = Promise.resolve();
  private end: ((error: Error) => void) | undefined;
  private receive: ((result: Result) => void) | undefined;

  // mostTime is how many milliseconds a command may take.
  constructor(public mostTime = 60_000) {}

  // load begins to load the simulator, if it has not begun.
  load(): void {
    if (!this.worker) this.begin();
  }

  private begin(): void {
    const worker = new Worker("worker.js");
    this.worker = worker;
    this.ready = new Promise((ready, failed) => {
      worker.onmessage = (event: MessageEvent<Message>) => {
        const m = event.data;
        if (m.kind !== "result") showLoading(m);
        if (m.kind === "loading") return;
        if (m.kind === "ready") ready();
        else if (m.kind === "result") this.receive?.(m.result);
        else {
          failed(new Error(m.reason));
          this.stop(m.reason);
        }
      };
    });
    this.ready.catch(() => {});
  }

  // run runs a command line with files in the working folder. It returns the file keep, too.
  async run(words: string[], files: Record<string, string | Uint8Array> = {}, keep?: string): Promise<Result> {
    this.load();
    const command: Command = { words, files, keep };
    let timer = 0;
    try {
      return await new Promise<Result>((receive, end) => {
        this.end = end;
        this.ready.then(() => {
          if (this.end !== end) return; // stopped while the simulator was loading
          this.receive = receive;
          timer = window.setTimeout(() => this.stop(`out of time: the launch takes more than ${this.mostTime / 1000} s`), this.mostTime);
          this.worker!.postMessage(command);
        }, end);
      });
    } finally {
      window.clearTimeout(timer);
      this.receive = this.end = undefined;
    }
  }

  // stop ends the command that runs or waits for the simulator, with a reason. A worker that runs it
  // is replaced.
  stop(reason = "stopped"): void {
    if (!this.end) return;
    const end = this.end;
    if (this.receive) {
      this.worker?.terminate();
      this.begin();
    }
    end(new Error(reason));
  }
}
