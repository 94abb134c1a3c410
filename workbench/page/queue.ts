// This file runs what a page was asked for, one thing after the other, and tells how it went.

import { element, text } from "./dom";

// say tells something that is no result.
export function say(words: string): void {
  element("status").textContent = words;
}

function fail(reason: string): void {
  element("result").replaceChildren(text("p", reason, "failure"));
  say(reason);
}

// Queue runs work in order: the simulator takes one command at a time.
export class Queue {
  constructor(private last: Promise<void> = Promise.resolve()) {}

  // done ends when all work so far has ended.
  get done(): Promise<void> {
    return this.last;
  }

  add(work: () => Promise<void>): void {
    this.last = this.last.then(async () => {
      document.body.dataset.busy = "true";
      await work().catch((error: Error) => fail(error.message));
      document.body.dataset.busy = "false";
    });
  }
}
