/**
 * A unit's connection to the edge: MQTT with its own certificate, the newest facts first, then the backlog; a message stays in the
 * outbox until the edge says that the database has it (docs/DEVICE-PROTOCOL.md).
 */
import {
  type AckMessage,
  ackMessage,
  type CommandMessage,
  commandMessage,
  type DesiredMessage,
  desiredMessage,
  limits,
  timeReply,
  topicDown,
  topicUp,
} from '@brina/contract/devices';
import { connect, type MqttClient } from 'mqtt';
import type { Clock } from './clock.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';
import type { Random } from './random.ts';

/** Certificate and private key of a unit, and the authority that signed the edge's, as PEM. */
export type Credentials = { readonly ca: string; readonly certificate: string; readonly key: string };

export type LinkOptions = {
  /** `mqtts://host:port`, or `mqtt://` without certificates in a test. */
  readonly url: string;
  readonly credentials?: Credentials;
  /** Common name of the certificate, client id and part of every topic. */
  readonly serial: string;
  readonly outbox: Outbox;
  /** The true clock: it tells what is late, and when to try again. */
  readonly clock: Clock;
  /** The unit's own clock, epoch ms; 0 while it is not set. */
  readonly unitClock: () => number;
  readonly random: Random;
  /** Subscribed: the unit now adds its whole state. */
  readonly onConnected: () => void;
  readonly onCommand: (command: CommandMessage) => void;
  readonly onDesired: (desired: DesiredMessage) => void;
  /** What the server's clock showed at an instant of the true clock. */
  readonly onServerTime: (server_ms: number, true_ms: number) => void;
  /** Something was acknowledged: there is room again. */
  readonly onAcknowledged?: () => void;
  /** First and longest pause before a connection is tried again. */
  readonly reconnect_ms?: readonly [first: number, longest: number];
  /** How long a message the bus took may wait for its acknowledgement before it is sent again. */
  readonly resendAfter_ms?: number;
};

export type Link = {
  readonly connected: boolean;
  /** Messages sent in this connection and not acknowledged. */
  readonly inFlight: number;
  /** Begins to connect. */
  open(): void;
  /** Sends what can be sent. */
  pump(): void;
  /** Backlog messages per second; as fast as they are acknowledged with Infinity. */
  setBacklogRate(messages_per_s: number): void;
  /** Ends the connection without a farewell, as a pulled cable does, and stays away until it is opened again. */
  cut(): void;
  /** Says goodbye, so that no will is published. */
  close(): Promise<void>;
};

/** A message is live while its last fact is younger than this … */
const live_ms = 30_000;
/** … and its first no older than this: what a slow edge let pile up is live, what a cut did is backlog. */
const liveSpan_ms = 120_000;
/** Of the window this much is kept free for live messages while a backlog drains. */
const liveReserve = 4;
/** A backlog drains at this many messages a second, unless it is a history that nobody else waits behind. */
export const backlogRate_per_s = 10;
const timeSync_ms = 3_600_000;
const timeSyncUnset_ms = 60_000;
const keepalive_s = 30;
const farewell_ms = 1000;
/** DISCONNECT of MQTT 3.1.1. */
const disconnect = Buffer.from([0xe0, 0x00]);

type Flight = { readonly entry: OutboxEntry; readonly sentAt_ms: number; taken: boolean };

/** Makes the link of one unit; it connects when it is opened. */
export function createLink(options: LinkOptions): Link {
  const { serial, outbox, clock, random } = options;
  const [firstPause_ms, longestPause_ms] = options.reconnect_ms ?? [1000, 60_000];
  const resendAfter_ms = options.resendAfter_ms ?? 60_000;
  const inFlight = new Map<number, Flight>();
  let client: MqttClient | null = null;
  let ready = false;
  let wanted = false;
  let failures = 0;
  /** What is still to come; another plan of its kind takes its place. */
  const plans: { redial?: Disposable; pump?: Disposable; askTime?: Disposable } = {};
  let timeAsked_ms = 0;
  let rate_per_s = backlogRate_per_s;
  let backlogAllowedFrom_ms = 0;

  const plan = (kind: keyof typeof plans, wait_ms: number, run: () => void): void => {
    plans[kind]?.[Symbol.dispose]();
    plans[kind] = clock.after(wait_ms, run);
  };

  const dial = (): void => {
    const { credentials } = options;
    // One client for each connection: nothing of an old one may be sent again behind the outbox's back.
    const dialled = connect(options.url, {
      clientId: serial,
      clean: true,
      protocolVersion: 4,
      keepalive: keepalive_s,
      reconnectPeriod: 0,
      queueQoSZero: false,
      will: { topic: topicUp(serial, 'lwt'), payload: Buffer.from('{}'), qos: 1, retain: false },
      ...(credentials
        ? { ca: credentials.ca, cert: credentials.certificate, key: credentials.key, rejectUnauthorized: true }
        : {}),
    });
    client = dialled;
    // What went wrong shows as a closed connection; there is nobody at a unit to read more.
    dialled.on('error', () => {});
    dialled.on('connect', () =>
      dialled.subscribe(`rf/v1/${serial}/down/#`, { qos: 1 }, (error) => subscribed(dialled, error)),
    );
    dialled.on('message', (topic, payload) => {
      if (dialled === client) receive(topic, payload.toString());
    });
    dialled.on('close', () => lost(dialled));
  };

  const subscribed = (dialled: MqttClient, error: Error | null): void => {
    if (dialled !== client) return;
    if (error) {
      dialled.end(true);
      return;
    }
    failures = 0;
    // What is open was begun without a connection and belongs to the backlog; nothing of it goes before the newest.
    outbox.seal();
    options.onConnected();
    ready = true;
    askTime();
    pump();
  };

  const lost = (dialled: MqttClient): void => {
    if (dialled !== client) return;
    client = null;
    ready = false;
    inFlight.clear();
    plans.askTime?.[Symbol.dispose]();
    dialled.removeAllListeners('close');
    dialled.end(true);
    if (!wanted) return;
    const pause_ms = Math.min(longestPause_ms, firstPause_ms * 2 ** failures++) * random.between(0.5, 1.5);
    plan('redial', pause_ms, dial);
  };

  const receive = (topic: string, text: string): void => {
    const message = parsed(text);
    if (topic === topicDown(serial, 'ack')) whenValid(ackMessage.safeParse(message), acknowledged);
    else if (topic === topicDown(serial, 'cmd')) whenValid(commandMessage.safeParse(message), options.onCommand);
    else if (topic === topicDown(serial, 'twin')) whenValid(desiredMessage.safeParse(message), options.onDesired);
    else if (topic === topicDown(serial, 'time')) {
      whenValid(timeReply.safeParse(message), ({ t2 }) => {
        const now = clock.now();
        options.onServerTime(t2 + (now - timeAsked_ms) / 2, now);
      });
    }
  };

  const acknowledged = ({ log, got, bad }: AckMessage): void => {
    if (log !== outbox.log) return;
    outbox.acknowledge(got);
    for (const [seq] of bad) outbox.refuse(seq);
    for (const seq of inFlight.keys()) {
      if (got.some(([from, to]) => seq >= from && seq <= to) || bad.some(([refused]) => refused === seq))
        inFlight.delete(seq);
    }
    options.onAcknowledged?.();
    pump();
  };

  const askTime = (): void => {
    if (!client || !ready) return;
    timeAsked_ms = clock.now();
    const t0 = options.unitClock();
    client.publish(topicUp(serial, 'time'), JSON.stringify({ t0 }), { qos: 1 });
    plan('askTime', t0 === 0 ? timeSyncUnset_ms : timeSync_ms, askTime);
  };

  const send = (entry: OutboxEntry, late: boolean): void => {
    const hist = late || entry.samples.length > limits.samples_live;
    const flight: Flight = { entry, sentAt_ms: clock.now(), taken: false };
    inFlight.set(entry.seq, flight);
    client?.publish(
      topicUp(serial, entry.topic),
      outbox.wire(entry, options.unitClock(), hist),
      { qos: 1 },
      (error) => {
        if (!error) flight.taken = true;
      },
    );
  };

  /** What the bus took but nobody acknowledged may have been lost behind it; sending it again does no harm. */
  const forgetSilent = (now: number): void => {
    for (const [seq, flight] of inFlight) {
      if (flight.taken && now - flight.sentAt_ms > resendAfter_ms) inFlight.delete(seq);
    }
  };

  const pump = (): void => {
    if (!ready) return;
    const now = clock.now();
    forgetSilent(now);
    const late: OutboxEntry[] = [];
    for (const entry of outbox.entries()) {
      if (inFlight.has(entry.seq)) continue;
      const isFresh = now - entry.lastTrue_ms <= live_ms;
      if (isFresh && now - entry.stamp.true_ms <= liveSpan_ms) {
        if (inFlight.size < limits.window) send(entry, false);
      } else if (isFresh || !outbox.isOpen(entry)) late.push(entry);
    }
    for (const entry of late) {
      if (inFlight.size >= limits.window - liveReserve) return;
      if (now < backlogAllowedFrom_ms) {
        plan('pump', backlogAllowedFrom_ms - now, pump);
        return;
      }
      // A short burst, then the even rate: the share of a second each message takes is booked ahead.
      backlogAllowedFrom_ms = Math.max(backlogAllowedFrom_ms, now - 1000) + 1000 / rate_per_s;
      send(entry, true);
    }
  };

  const hangUp = (): void => {
    wanted = false;
    ready = false;
    inFlight.clear();
    for (const planned of Object.values(plans)) planned[Symbol.dispose]();
  };

  return {
    get connected() {
      return ready;
    },
    get inFlight() {
      return inFlight.size;
    },
    open() {
      if (wanted) return;
      wanted = true;
      failures = 0;
      dial();
    },
    pump,
    setBacklogRate(messages_per_s) {
      rate_per_s = messages_per_s;
      pump();
    },
    cut() {
      hangUp();
      const dialled = client;
      client = null;
      dialled?.stream?.destroy();
      dialled?.end(true);
    },
    async close() {
      hangUp();
      const dialled = client;
      client = null;
      if (!dialled) return;
      const { stream } = dialled;
      if (!stream.destroyed) {
        const closed = new Promise((resolve) => stream.once('close', resolve));
        using _patience = clock.after(farewell_ms, () => stream.destroy());
        // The client's own goodbye would wait for all the edge still holds.
        if (dialled.connected) stream.end(disconnect);
        else stream.destroy();
        await closed;
      }
      dialled.end(true);
    },
  };
}

function whenValid<T>(result: { success: true; data: T } | { success: false }, act: (value: T) => void): void {
  if (result.success) act(result.data);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
