// This file is a file system in memory, with the functions of Node's fs that Go calls in a
// browser. Paths are absolute or relative to the root; a folder is there when a file is in it.

type Callback = (error: Error | null, value?: unknown) => void;
type Open = { path: string; at: number };

const decoder = new TextDecoder();
const folderMode = 0o040755;
const fileMode = 0o100644;

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

// clean is a path without ".", ".." and repeated slashes.
export function clean(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return "/" + parts.join("/");
}

export class MemoryFiles {
  readonly files = new Map<string, Uint8Array>();
  readonly folders = new Set<string>(["/"]);
  readonly constants = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };
  log: (text: string) => void = () => {};
  private readonly opened = new Map<number, Open>();
  private next = 3; // after standard input, output and error

  // put writes a file and makes its folders.
  put(path: string, content: string | Uint8Array): void {
    path = clean(path);
    this.files.set(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    for (let up = path; up !== "/"; ) {
      up = up.slice(0, up.lastIndexOf("/")) || "/";
      this.folders.add(up);
    }
  }

  content(path: string): Uint8Array | undefined {
    return this.files.get(clean(path));
  }

  private facts(path: string): object | undefined {
    const file = this.files.get(path);
    if (!file && !this.folders.has(path)) return undefined;
    const size = file ? file.length : 0;
    return {
      dev: 0, ino: 0, mode: file ? fileMode : folderMode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 4096, blocks: Math.ceil(size / 512),
      atimeMs: 0, mtimeMs: 0, ctimeMs: 0, isDirectory: () => !file,
    };
  }

  stat(path: string, done: Callback): void {
    const facts = this.facts(clean(path));
    facts ? done(null, facts) : done(failure("ENOENT"));
  }

  lstat(path: string, done: Callback): void {
    this.stat(path, done);
  }

  fstat(fd: number, done: Callback): void {
    const open = this.opened.get(fd);
    open ? this.stat(open.path, done) : done(failure("EBADF"));
  }

  open(path: string, flags: number, _mode: number, done: Callback): void {
    path = clean(path);
    const known = this.facts(path) !== undefined;
    if (!known && !(flags & this.constants.O_CREAT)) return done(failure("ENOENT"));
    if (known && flags & this.constants.O_EXCL) return done(failure("EEXIST"));
    if (!this.folders.has(path) && (!known || flags & this.constants.O_TRUNC)) this.put(path, new Uint8Array());
    const at = flags & this.constants.O_APPEND ? this.files.get(path)!.length : 0;
    this.opened.set(this.next, { path, at });
    done(null, this.next++);
  }

  close(fd: number, done: Callback): void {
    done(this.opened.delete(fd) ? null : failure("EBADF"));
  }

  read(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null, done: Callback): void {
    const open = this.opened.get(fd);
    const file = open && this.files.get(open.path);
    if (!open || !file) return done(failure(open ? "EISDIR" : "EBADF"));
    const from = position ?? open.at;
    const part = file.subarray(from, from + length);
    buffer.set(part, offset);
    if (position === null) open.at += part.length;
    done(null, part.length);
  }

  write(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null, done: Callback): void {
    const part = buffer.subarray(offset, offset + length);
    const open = this.opened.get(fd);
    if (!open) {
      this.writeSync(fd, part);
      return done(null, length);
    }
    const old = this.files.get(open.path)!;
    const at = position ?? open.at;
    const content = new Uint8Array(Math.max(old.length, at + length));
    content.set(old);
    content.set(part, at);
    this.files.set(open.path, content);
    if (position === null) open.at += length;
    done(null, length);
  }

  // writeSync takes what Go itself writes to standard output and error.
  writeSync(_fd: number, buffer: Uint8Array): number {
    this.log(decoder.decode(buffer));
    return buffer.length;
  }

  readdir(path: string, done: Callback): void {
    path = clean(path);
    if (!this.folders.has(path)) return done(failure("ENOENT"));
    const head = path === "/" ? "/" : path + "/";
    const names = [...this.files.keys(), ...this.folders]
      .filter((name) => name !== path && name.startsWith(head))
      .map((name) => name.slice(head.length).split("/")[0]);
    done(null, [...new Set(names)].filter(Boolean).sort());
  }

  mkdir(path: string, _mode: number, done: Callback): void {
    path = clean(path);
    if (this.facts(path)) return done(failure("EEXIST"));
    this.folders.add(path);
    done(null);
  }

  rmdir(path: string, done: Callback): void {
    path = clean(path);
    if (!this.folders.has(path)) return done(failure(this.files.has(path) ? "ENOTDIR" : "ENOENT"));
    if ([...this.files.keys(), ...this.folders].some((name) => name.startsWith(path + "/"))) return done(failure("ENOTEMPTY"));
    this.folders.delete(path);
    done(null);
  }

  unlink(path: string, done: Callback): void {
    done(this.files.delete(clean(path)) ? null : failure("ENOENT"));
  }

  rename(from: string, to: string, done: Callback): void {
    const file = this.files.get(clean(from));
    if (!file) return done(failure("ENOENT"));
    this.files.delete(clean(from));
    this.put(to, file);
    done(null);
  }

  fsync(_fd: number, done: Callback): void {
    done(null);
  }

  chmod(_path: string, _mode: number, done: Callback): void {
    done(null);
  }

  fchmod(_fd: number, _mode: number, done: Callback): void {
    done(null);
  }
}
