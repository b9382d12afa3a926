import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import type { JournalledTopic } from '@brina/contract/devices';
import type { OutboxEntry, SampleKind, Stamp } from './entry.ts';

/** What an outbox is besides its messages. */
export type JournalHead = { log: string; next: number; lost: number; bad: number; last: number };

/** Lines of the journal. `h` head · `m` message · `s` sample of the last message · `f` first sending · `a` acknowledged · `b` bad. */
export type Line =
  | { readonly h: JournalHead }
  | { readonly m: readonly [seq: number, topic: JournalledTopic, stamp: Stamp, kind: SampleKind | null, body: string] }
  | { readonly s: readonly [offset_ms: number, json: string, true_ms: number] }
  | { readonly f: number }
  | { readonly a: readonly (readonly [number, number])[] }
  | { readonly b: number };

const rewriteFrom_bytes = 1024 * 1024;

/** The file of an outbox: a line for each thing that happens to it, and from time to time only what is left. */
export class Journal {
  readonly #path: string;
  #file: number | null = null;
  #bytes = 0;
  /** Lines that are not in the file yet. */
  #unwritten = '';

  constructor(path: string) {
    this.#path = path;
  }

  /** The lines of the file up to the first that a kill left unfinished; none when there is no file. */
  read(): Line[] {
    const lines: Line[] = [];
    if (!existsSync(this.#path)) return lines;
    for (const text of readFileSync(this.#path, 'utf8').split('\n')) {
      if (text === '') continue;
      try {
        lines.push(JSON.parse(text) as Line);
      } catch {
        break;
      }
    }
    return lines;
  }

  write(line: Line): void {
    if (this.#file === null) return;
    const text = `${JSON.stringify(line)}\n`;
    this.#unwritten += text;
    this.#bytes += text.length;
  }

  flush(): void {
    if (this.#file === null || this.#unwritten === '') return;
    writeSync(this.#file, this.#unwritten);
    this.#unwritten = '';
  }

  /** The journal without what is gone. It takes the old one's place in one step, so that a kill finds one of the two. */
  rewrite(head: JournalHead, entries: Iterable<OutboxEntry>): void {
    const lines: Line[] = [{ h: head }];
    for (const entry of entries) lines.push(...linesOf(entry));
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    writeFileSync(`${this.#path}.new`, text, { mode: 0o600 });
    renameSync(`${this.#path}.new`, this.#path);
    if (this.#file !== null) closeSync(this.#file);
    this.#file = openSync(this.#path, 'a', 0o600);
    this.#bytes = text.length;
    this.#unwritten = '';
  }

  /** Whether the file is long, and most of it tells of messages that are gone. */
  isMostlyGone(entries: Iterable<OutboxEntry>): boolean {
    if (this.#bytes < rewriteFrom_bytes) return false;
    let bytes = 0;
    for (const entry of entries) bytes += entry.bytes;
    return bytes < this.#bytes / 2;
  }

  close(): void {
    this.flush();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

/** The lines that make a message anew. */
function* linesOf(entry: OutboxEntry): Generator<Line, void, void> {
  const { seq, topic, stamp, kind, body, samples, sent } = entry;
  yield { m: [seq, topic, stamp, kind, body] };
  for (const { offset_ms, json } of samples) yield { s: [offset_ms, json, stamp.true_ms + offset_ms] };
  if (sent) yield { f: seq };
}
