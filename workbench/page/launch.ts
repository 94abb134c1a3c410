// This file is a launch: how it is joined from a proposal and from what the learner gave, how a
// command line and a heading show it, and the link that holds it.

import type { Language } from "./editor";

// Launch is what gpusim profile takes, each part as it takes it.
// over is the axis of a sweep; a launch without one leaves it to the page.
export type Launch = { kernel: string; device: string; grid: string; block: string; shared: string; values: string; flags: string; over?: string };
export type Version = { source: string; launch: Launch };
// Shared is what a link holds: a version, what stands beside it, and the version it is compared with.
export type Shared = { source: string; launch?: Launch; other?: string; pinned?: Version };

// Proposal is what gpusim propose finds.
export type Reason = { field: string; line: number; text: string };
export type Proposed = { name: string; grid: string; block: string; shared: string; values: string; because: Reason[] };
export type Proposal = { language: Language; kernels: Proposed[] };

// fileOf is the name of the kernel's file.
export const fileOf = (language: Language) => "kernel." + language;

export const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
export const valuesOf = (text: string) => new Map(words(text).map((w) => [w.split("=")[0], w.slice(w.indexOf("=") + 1)]));
const joined = (values: Map<string, string>) => [...values].map(([name, value]) => `${name}=${value}`).join(" ");

// plain is a kernel's name without its namespaces and template arguments.
const plain = (kernel: string) => kernel.split(/[<[]/)[0].split("::").at(-1)!;

// proposedFor is the proposal for a kernel, whose template arguments may be others.
export function proposedFor(proposal: Proposal, kernel: string): Proposed | undefined {
  return proposal.kernels.find((k) => k.name === kernel) ?? proposal.kernels.find((k) => plain(k.name) === plain(kernel));
}

// fits reports whether a launch suits a kernel that no code of the file launches: an earlier
// version of it had the same parameters.
const fits = (launch: Launch, p: Proposed) =>
  p.name === launch.kernel && !p.because.some((r) => r.line) && [...valuesOf(p.values).keys()].join() === [...valuesOf(launch.values).keys()].join();

// merged is the launch that a proposal and the fields that were given make.
export function merged(launch: Launch, given: Set<string>, proposal: Proposal): Launch {
  const named = given.has("kernel") ? proposedFor(proposal, launch.kernel) : undefined;
  const found = named ?? proposal.kernels[0];
  if (!found || fits(launch, found)) return launch;
  const old = valuesOf(launch.values);
  const values = valuesOf(found.values);
  for (const name of values.keys()) if (given.has(name) && old.has(name)) values.set(name, old.get(name)!);
  const of = (field: "grid" | "block" | "shared") => (given.has(field) ? launch[field] : found[field]);
  return { ...launch, kernel: named ? launch.kernel : found.name, grid: of("grid"), block: of("block"), shared: of("shared"), values: joined(values) };
}

// withValue is a launch with another value of a parameter.
export const withValue = (launch: Launch, name: string, value: string): Launch => ({ ...launch, values: joined(valuesOf(launch.values).set(name, value.replaceAll(/\s+/g, ""))) });

const spaceless = (text: string) => text.replaceAll(/\s+/g, "");

// commandLine returns the words of a command: profile, check or sweep.
export function commandLine(command: string, file: string, l: Launch, device = l.device, ...more: string[]): string[] {
  const shape = ["-device", device, "-grid", spaceless(l.grid), "-block", spaceless(l.block), ...(Number(l.shared) ? ["-shared", l.shared] : [])];
  return ["gpusim", command, ...shape, ...words(l.flags), ...more, file, l.kernel, ...words(l.values)];
}

// shown is a command line as a terminal takes it.
export function shown(line: string[]): string {
  return line.map((w) => (/^[\w.,:=/-]+$/.test(w) ? w : `'${w}'`)).join(" ");
}

// heading is a launch as CUDA C writes it, with its arguments.
export function heading(l: Launch): string {
  const part = (text: string) => (text.includes(",") ? `(${text})` : text);
  const shape = [part(l.grid), part(l.block), ...(Number(l.shared) ? [l.shared] : [])];
  return `${l.kernel}<<<${shape.join(", ")}>>> on ${l.device} · ${l.values}`;
}

// names reports whether a source has the kernel of a launch.
export const names = (source: string, l: Launch): boolean => source.includes(plain(l.kernel));

const packed = "z."; // begins a link whose JSON is deflated

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair)).arrayBuffer());
}

// toLink returns the part of an address behind # that holds what is shared.
export async function toLink(shared: Shared): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"));
  const binary = Array.from(bytes, (b) => String.fromCharCode(b)).join("");
  return packed + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// fromLink reads what toLink wrote, or the same that is not deflated; undefined of anything else.
export async function fromLink(text: string): Promise<Shared | undefined> {
  try {
    const code = text.startsWith(packed) ? text.slice(packed.length) : text;
    const binary = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const bytes = code === text ? binary : await through(binary, new DecompressionStream("deflate-raw"));
    return read(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

// read reads the JSON of what is shared; undefined of anything else.
export function read(text: string): Shared | undefined {
  try {
    const shared = JSON.parse(text);
    if (typeof shared.source !== "string") return undefined;
    for (const v of [shared, shared.pinned]) if (v?.launch) v.launch.shared ??= "0";
    return shared;
  } catch {
    return undefined;
  }
}
