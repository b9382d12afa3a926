import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { Bus, UpMessage } from '../../bus/bus.ts';
import { memoryBus } from '../../bus/memory-bus.ts';
import { systemClock } from '../../clock.ts';
import { stillClock } from '../../testing/test-clock.ts';
import { type IssuedAppliance, openPki, type Pki } from '../../pki/pki.ts';
import { filePkiStore } from '../../pki/pki-store.ts';
import { type EdgeOptions, openEdge } from '../edge.ts';
import { connectRaw, type RawClient, type RawConnectOptions } from './raw-client.ts';

/** A PKI in a folder of its own, which is gone when this resolves: the authorities live on in memory. */
export async function newPki(): Promise<Pki> {
  const dir = await mkdtemp(path.join(tmpdir(), 'brina-pki-'));
  try {
    return await openPki({ store: filePkiStore(dir), brand: 'IRINOX', clock: systemClock });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** One for all tests of a process: making authorities takes time, and every test has serial numbers of its own. */
const sharedPki: Promise<Pki> = newPki();

let units = 0;
export const newSerial = (): string => `MF-${process.pid}-${++units}`;

export type GivenEdge = Awaited<ReturnType<typeof givenEdge>>;

/** An edge with its bus, a log consumer that a test can hold, and units with certificates. */
export async function givenEdge(options: Partial<EdgeOptions> = {}) {
  await using stack = new AsyncDisposableStack();
  const pki = await sharedPki;
  const bus: Bus = options.bus ?? stack.use(memoryBus());
  const clock = stillClock();
  const standing = new Map<string, 'unknown' | 'revoked'>();
  const lines: Record<string, unknown>[] = [];
  const marks: { mark: 'begin' | 'beat' | 'end'; edge: string; at_ms: number }[] = [];
  const mark = (name: 'begin' | 'beat' | 'end') => async (edge: string, at_ms: number) =>
    void marks.push({ mark: name, edge, at_ms });
  const edge = await openEdge({
    host: '127.0.0.1',
    port: 0,
    pki,
    bus,
    clock,
    appliances: { mayConnect: async (serial) => standing.get(serial) ?? 'ok' },
    uptime: { begin: mark('begin'), beat: mark('beat'), end: mark('end') },
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    heartbeat_ms: 60_000,
    ...options,
  });
  stack.use(edge);

  const log = options.bus ? undefined : consumed(bus);
  const owned = stack.move();
  const unit = async (serial = newSerial()) => ({ serial, identity: await pki.issueAppliance(serial) });
  return {
    edge,
    bus,
    clock,
    pki,
    /** What the edge logged, as objects. */
    lines,
    /** What it wrote about its up-time. */
    marks,
    /** Units that may not connect. */
    standing,
    unit,
    /** Opens TLS as this unit, or with whatever `raw` says. */
    open: (identity: IssuedAppliance | undefined, raw: Partial<RawConnectOptions> = {}): Promise<RawClient> =>
      connectRaw({ port: edge.port, caPem: pki.caPem, ...(identity && { identity }), ...raw }),
    /** What the log's consumer has handled; the consumer can be held, as by a database that stands still. */
    get log() {
      if (!log) throw new Error('this edge shares the bus of another');
      return log;
    },
    async [Symbol.asyncDispose]() {
      log?.release();
      await owned.disposeAsync();
    },
  };
}

/** Consumes the log of a bus into a list. */
function consumed(bus: Bus) {
  const seen: UpMessage[] = [];
  let held = Promise.withResolvers<void>();
  held.resolve();
  bus.consume(async (batch) => {
    await held.promise;
    seen.push(...batch);
  });
  return {
    seen,
    hold: () => void (held = Promise.withResolvers<void>()),
    release: () => held.resolve(),
    /** The facts about a unit's connections, shortened: `connected`, `disconnected will`. */
    facts: (serial: string) =>
      seen.flatMap((m) =>
        m.serial !== serial || m.kind === 'message' ? [] : [m.kind === 'connected' ? m.kind : `${m.kind} ${m.reason}`],
      ),
    /** The payloads of a unit's messages as text. */
    payloads: (serial: string) =>
      seen.flatMap((m) => (m.serial === serial && m.kind === 'message' ? [new TextDecoder().decode(m.payload)] : [])),
  };
}
