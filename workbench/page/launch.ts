// This file is a launch as the form and as the command line show it, and the link that holds it.

import type { Language } from "./editor";

export type Launch = { kernel: string; device: string; grid: string; block: string; values: string; flags: string };
export type Shared = { source: string; launch: Launch };

// fileOf is the name of the kernel's file.
export const fileOf = (language: Language) => "kernel." + language;

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

// commandLine returns the words of a command: profile or check.
export function commandLine(command: string, file: string, l: Launch, device = l.device, format = ""): string[] {
  const launch = ["-device", device, "-grid", l.grid, "-block", l.block, ...words(l.flags)];
  return ["gpusim", command, ...launch, ...(format ? ["-format", format] : []), file, l.kernel, ...words(l.values)];
}

// shown is a command line as a terminal takes it.
export function shown(line: string[]): string {
  return line.map((w) => (/^[\w.,:=/-]+$/.test(w) ? w : `'${w}'`)).join(" ");
}

// toLink returns the part of an address behind # that holds a kernel and its launch.
export function toLink(shared: Shared): string {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// fromLink reads what toLink wrote; undefined of anything else.
export function fromLink(text: string): Shared | undefined {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const shared = JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0))));
    return typeof shared.source === "string" ? shared : undefined;
  } catch {
    return undefined;
  }
}

// kernels returns the names of the kernels of a source: in Go, of the functions without result.
export function kernels(source: string): string[] {
  return [...source.matchAll(/^func ([A-Za-z_]\w*)(?:\[[^\]]*\])?\([^)]*\) *\{|\b__global__\s+void\s+(?:__launch_bounds__\([^)]*\)\s*)?(\w+)/gm)].map((m) => m[1] ?? m[2]);
}
