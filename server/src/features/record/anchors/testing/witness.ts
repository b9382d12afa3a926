import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isConsistent, openedNote, rootOfNote } from '#features/record/ledger/testing/verifying.ts';
import { type Outsider, outsider } from './outsider.ts';

/** A witness as C2SP has it (https://c2sp.org/tlog-witness, tlog-cosignature), of nothing of what asks it. */
export class Witness implements Disposable {
  readonly name = 'witness.example/1';
  /** Lines of the keys of the log that it knows. */
  logKeys: readonly string[] = [];
  /** What it has cosigned last. */
  known: { size: number; root: Uint8Array } = { size: 0, root: new Uint8Array() };
  readonly #keys = generateKeyPairSync('ed25519');
  #outsider: Outsider | undefined;
  /** By which it signs; another one is a fault. */
  signer: KeyObject = this.#keys.privateKey;

  async listen(): Promise<this> {
    this.#outsider = await outsider((body, reply) => this.#answer(body.toString(), reply));
    return this;
  }

  [Symbol.dispose](): void {
    this.#outsider?.[Symbol.dispose]();
  }

  get asked(): Outsider['asked'] {
    return this.#outsider?.asked ?? [];
  }

  /** What the operator of a portal writes down: address and key. */
  get setting(): string {
    const bytes = this.#keyBytes();
    return `${this.#outsider?.url}/w/ ${this.name}+${this.#keyId().toString('hex')}+${bytes.toString('base64')}`;
  }

  /** Whether a line of a note says that it has cosigned its text; when, in seconds. */
  timeOf(line: string, text: string): number | undefined {
    const [, name, base64 = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = Buffer.from(base64, 'base64');
    if (name !== this.name || bytes.length !== 76 || !bytes.subarray(0, 4).equals(this.#keyId())) return undefined;
    const time = Number(bytes.readBigUInt64BE(4));
    const message = Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
    return verify(null, message, this.#keys.publicKey, bytes.subarray(12)) ? time : undefined;
  }

  #keyBytes(): Buffer {
    const spki = createPublicKey(this.#keys.privateKey).export({ type: 'spki', format: 'der' });
    return Buffer.concat([Uint8Array.of(4), spki.subarray(-32)]);
  }

  #keyId(): Buffer {
    return createHash('sha256').update(`${this.name}\n`).update(this.#keyBytes()).digest().subarray(0, 4);
  }

  #answer(body: string, reply: ServerResponse): void {
    const [head = '', ...rest] = body.split('\n\n');
    const [first = '', ...proof] = head.split('\n');
    const note = rest.join('\n\n');
    const old = Number(/^old (\d+)$/.exec(first)?.[1] ?? Number.NaN);
    const opened = openedNote(note, this.logKeys);
    if (this.logKeys.length === 0) return void reply.writeHead(404).end();
    if (!opened) return void reply.writeHead(403).end();
    if (!(old <= opened.size)) return void reply.writeHead(400).end();
    const isSameSize = old === opened.size && old === this.known.size;
    if (old !== this.known.size || (isSameSize && !Buffer.from(this.known.root).equals(opened.root)))
      return void reply.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end(`${this.known.size}\n`);
    const path = proof.map((hash) => Buffer.from(hash, 'base64'));
    const isRight = old === 0 ? path.length === 0 : isConsistent(this.known, opened, path);
    if (!isRight) return void reply.writeHead(422).end();
    this.known = { size: opened.size, root: rootOfNote(note) };
    reply.end(this.cosigned(note.slice(0, note.indexOf('\n\n') + 1)));
  }

  cosigned(text: string): string {
    const time = 1_763_670_000;
    const head = Buffer.alloc(12);
    this.#keyId().copy(head);
    head.writeBigUInt64BE(BigInt(time), 4);
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), this.signer);
    return `— ${this.name} ${Buffer.concat([head, signature]).toString('base64')}\n`;
  }
}
