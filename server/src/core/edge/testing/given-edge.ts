import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import type { Bus, EdgeReply, EdgeRequest, UpMessage } from '../../bus/bus.ts';
import { memoryBus } from '../../bus/memory-bus.ts';
import { systemClock } from '../../clock.ts';
import type { Limit } from '../../limit-log.ts';
import { type IssuedAppliance, openPki, type Pki } from '../../pki/pki.ts';
import { filePkiStore } from '../../pki/pki-store.ts';
import { Arrivals } from '../../testing/arrivals.ts';
import { stillClock } from '../../testing/test-clock.ts';
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

const patience_ms = 60_000;

let units = 0;
export const newSerial = (): string => `MF-${process.pid}-${++units}`;

export type GivenEdge = Awaited<ReturnType<typeof givenEdge>>;

/**
 * An edge with its bus, a log consumer that a test can hold, and units with certificates. Its clock stands still, for its sockets
 * too: nobody is silent, throttled or late but by `clock.advance`.
 */
export async function givenEdge({ bus: shared, ...rest }: Partial<EdgeOptions> = {}) {
  await using stack = new AsyncDisposableStack();
  const pki = await sharedPki;
  const bus: Bus = shared ?? stack.use(memoryBus());
  const clock = stillClock();
  const standing = new Map<string, 'unknown' | 'revoked'>();
  const lines: Record<string, unknown>[] = [];
  const limited: [Limit, string][] = [];
  const happenings = new Arrivals();
  const marks: { mark: 'begin' | 'beat' | 'end'; edge: string; at_ms: number }[] = [];
  const mark = (name: 'begin' | 'beat' | 'end') => async (edge: string, at_ms: number) =>
    void marks.push({ mark: name, edge, at_ms });
  const write = (line: string) => {
    lines.push(JSON.parse(line));
    happenings.note();
  };
  const edge = await openEdge({
    host: '127.0.0.1',
    port: 0,
    pki,
    bus: {
      ...bus,
      append: (key, message) => {
        happenings.note();
        return bus.append(key, message);
      },
    },
    clock,
    socketClock: clock,
    appliances: { mayConnect: async (serial) => standing.get(serial) ?? 'ok' },
    latestConnection: async () => undefined,
    uptime: { begin: mark('begin'), beat: mark('beat'), end: mark('end') },
    limited: (limit, whom) => void limited.push([limit, whom.network]),
    log: pino({ level: 'debug' }, { write }),
    heartbeat_ms: 60_000,
    ...rest,
  });
  stack.use(edge);

  const log = shared ? undefined : consumed(bus, happenings);
  const owned = stack.move();
  const unit = async (serial = newSerial()) => ({ serial, identity: await pki.issueAppliance(serial) });
  return {
    edge,
    bus,
    clock,
    pki,
    /** What the edge logged, as objects. */
    lines,
    /** Which limits have acted, and on which network, in the order of it. */
    limited,
    /** What it wrote about its up-time. */
    marks,
    /** Units that may not connect. */
    standing,
    unit,
    /** Resolves with what `pick` finds, now or when the edge has put something into the bus or into its log. */
    first: <T>(what: string, pick: () => T) => happenings.first(what, pick),
    /** Asks a unit's edge, however long this machine takes. */
    ask: (serial: string, request: EdgeRequest): Promise<EdgeReply | undefined> =>
      bus.ask(serial, request, patience_ms),
    /** Opens TLS as this unit, or with whatever `raw` says. */
    open: (identity: IssuedAppliance | undefined, raw: Partial<RawConnectOptions> = {}): Promise<RawClient> =>
      connectRaw({ port: edge.port, caPem: pki.caPem, ...(identity && { identity }), ...raw }),
    /** Opens a bare connection from this address, and is silent. */
    bare: (from = '127.0.0.1') => openBare(edge.port, from),
    /** What the log's consumer has handled; the consumer can be held, as by a database that stands still. */
    get log() {
      if (!log) throw new Error('this edge shares the bus of another');
      return log;
    },
    async [Symbol.asyncDispose]() {
      log?.release();
      let isGone = false;
      const gone = owned.disposeAsync().finally(() => (isGone = true));
      // Time goes on, so that what a failed test has left behind does not keep the edge waiting.
      while (!isGone) {
        await turn();
        await clock.advance(1_000);
      }
      await gone;
    },
  };
}

/** A connection without TLS; `answered` with the first bytes that come. */
async function openBare(port: number, localAddress: string) {
  const socket = connectTcp({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const answered = new Promise<void>((resolve) => socket.once('data', () => resolve()));
  let isAnswered = false;
  void answered.then(() => (isAnswered = true));
  await Promise.race([once(socket, 'connect'), closed]);
  return { socket, closed, answered, isAnswered: () => isAnswered, write: (bytes: Uint8Array) => socket.write(bytes) };
}

/** Consumes the log of a bus into a list. */
function consumed(bus: Bus, happenings: Arrivals) {
  const seen: UpMessage[] = [];
  let held = Promise.withResolvers<void>();
  held.resolve();
  bus.consume(async (batch) => {
    await held.promise;
    seen.push(...batch);
    happenings.note();
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
