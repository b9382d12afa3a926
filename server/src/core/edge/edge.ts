import { randomUUID } from 'node:crypto';
import { minute_ms } from '@brina/domain/language/durations';
import type { Bus, UpMessage } from '../bus/bus.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { SayLimited } from '../limit-log.ts';
import type { Log } from '../log.ts';
import type { Pki } from '../pki/pki.ts';
import { connectionIds } from './connection-ids.ts';
import { type EdgeCounters, newCounters } from './counters.ts';
import { within } from './deadline.ts';
import { Greetings } from './greetings.ts';
import { type EdgeLimits, edgeLimits, KeyedBuckets } from './limits.ts';
import type { Refusal } from './refusals.ts';
import { Session, type SessionHost } from './session.ts';
import { TakeOvers } from './take-overs.ts';
import { openTlsListener, type Peer } from './tls-listener.ts';
import { keepUptime, type Uptime } from './uptime.ts';

/** What the portal knows about a unit that wants to connect with this certificate (serial number in upper-case hex). */
export type Appliances = {
  mayConnect(serial: string, certificateSerial: string): Promise<'ok' | 'unknown' | 'revoked'>;
};

export type EdgeOptions = {
  host: string;
  /** 0: any free one. */
  port: number;
  /** Further names and addresses by which units reach this edge, for its certificate. */
  names?: readonly string[];
  pki: Pki;
  bus: Bus;
  /** Of what it says: when something came, that it is up. */
  clock: Clock;
  /**
   * By which it deals with its peers: their rates, their silence, how long it waits for them. The machine's unless a test of the
   * edge judges these: the clock of a portal's test stands still, and a unit that was throttled would wait for ever.
   */
  socketClock?: Clock;
  appliances: Appliances;
  /** The name that came last of those which edges before this one gave their connections. */
  latestConnection(): Promise<string | undefined>;
  uptime: Uptime;
  limited: SayLimited;
  log: Log;
  heartbeat_ms: number;
  limits?: Partial<EdgeLimits>;
};

export type Edge = AsyncDisposable & {
  /** Identity of this start of the edge, in its facts and its up-time. */
  id: string;
  port: number;
  /** `mqtts://host:port` */
  url: string;
  /** How many units are connected. */
  connections(): number;
  counters: EdgeCounters;
};

/**
 * Opens the endpoint that appliances connect to: MQTT 3.1.1 and 5 over TLS with their own certificate (docs/DEVICE-PROTOCOL.md). It is no
 * broker: a unit speaks with the portal and with nobody else, and its publish is acknowledged when the bus holds it durably.
 * Disposing it stops the reading, waits for what was read, acknowledges it and closes every connection.
 */
export async function openEdge(options: EdgeOptions): Promise<Edge> {
  const { bus, clock, socketClock = systemClock, appliances, limited, log } = options;
  const limits = edgeLimits(options.limits);
  const id = randomUUID();
  const counters = newCounters();
  const perSerial = new KeyedBuckets(limits.connectsPerSerial_per_s, limits.connectsPerSerialBurst, socketClock);
  const takeOvers = new TakeOvers({ clock: socketClock, log, counters });
  const nextConnection = connectionIds(clock, await options.latestConnection());
  const sessions = new Set<Session>();
  const greetings = new Greetings({ most: limits.greetingsPerSerial, counters, limited });
  const admitted = new Map<string, Session>();
  const facts = recorder({ bus, log });

  const sessionHost: SessionHost = {
    bus,
    clock,
    socketClock,
    log,
    limits,
    counters,
    edge: id,
    async decide(peer) {
      return perSerial.tryTake(peer.serial) ? this.confirm(peer) : 'connect_rate';
    },
    confirm: (peer) => decide(peer, { appliances, clock: socketClock, limit_ms: limits.decide_ms, log }),
    admit(session) {
      greetings.delete(session);
      const earlier = admitted.get(session.serial);
      earlier?.end('taken_over', 'taken_over');
      if (earlier) takeOvers.count(session.serial);
      admitted.set(session.serial, session);
      counters.accepted += 1;
      return nextConnection();
    },
    record: facts.record,
    left(session) {
      sessions.delete(session);
      greetings.delete(session);
      if (admitted.get(session.serial) === session) admitted.delete(session.serial);
    },
  };

  const listener = await openTlsListener({
    ...options,
    names: options.names ?? [],
    limits,
    counters,
    socketClock,
    onPeer(socket, peer) {
      const session = new Session(socket, peer, sessionHost);
      sessions.add(session);
      greetings.add(session, socket.remoteAddress);
    },
  });
  const uptime = await keepUptime({
    ...options,
    edge: id,
    isReading: () => admitted.size === 0 || admitted.values().some((session) => !session.isHeld),
  });
  const forgetting = socketClock.every(minute_ms, () => [perSerial, takeOvers].forEach((one) => one.forget()));

  let stopped: Promise<void> | undefined;
  const stop = async () => {
    forgetting[Symbol.dispose]();
    const closed = listener.close();
    const upUntilNow = uptime[Symbol.asyncDispose]();
    await within(socketClock, limits.drain_ms, Promise.all([...sessions].map((session) => session.drain())));
    for (const session of sessions) session.end('portal', 'portal');
    await within(socketClock, limits.drain_ms, Promise.all([facts.held(), upUntilNow]));
    await closed;
  };

  return {
    id,
    port: listener.port,
    url: `mqtts://${options.host}:${listener.port}`,
    connections: () => admitted.size,
    counters,
    [Symbol.asyncDispose]: () => (stopped ??= stop()),
  };
}

/** Puts facts about connections into the log; `held` resolves when those of before are there, or cannot be. */
function recorder({ bus, log }: Pick<EdgeOptions, 'bus' | 'log'>) {
  const underWay = new Set<Promise<void>>();
  return {
    record(fact: UpMessage): void {
      const held = bus
        .append(fact.serial, fact)
        .catch((fault) => log.warn({ err: fault, fact: fact.kind, serial: fact.serial }, 'a fact was not recorded'))
        .finally(() => underWay.delete(held));
      underWay.add(held);
    },
    held: (): Promise<unknown> => Promise.all(underWay),
  };
}

/** Asks whether a unit may connect; when nobody can say in time, it shall try again later. */
async function decide(
  peer: Peer,
  { appliances, clock, limit_ms, log }: { appliances: Appliances; clock: Clock; limit_ms: number; log: Log },
): Promise<Refusal | undefined> {
  try {
    const verdict = await within(clock, limit_ms, appliances.mayConnect(peer.serial, peer.certificateSerial));
    if (verdict === 'ok') return undefined;
    return verdict ?? 'unavailable';
  } catch (fault) {
    log.warn({ err: fault, serial: peer.serial }, 'it could not be decided whether an appliance may connect');
    return 'unavailable';
  }
}
