import { hash as digestOf } from 'node:crypto';
import {
  type BadReason,
  type EventMessage,
  type JournalledMessage,
  type JournalledTopic,
  journalled,
  limits,
  logId,
  type ResultMessage,
  spanOf_ms,
  type TelemetryMessage,
  type TwinMessage,
} from '@brina/contract/devices';
import * as z from 'zod/mini';

/** A message in its shape. `hash` tells the same identity with other content apart. */
export type Parsed = {
  identity: Identity;
  hash: Buffer;
  payload: Uint8Array;
  boot: number;
  /** Epoch ms by the unit's clock; 0 while it is not set. */
  at_ms: number;
  sent_ms: number;
  /** Since the boot. */
  up_ms: number;
  /** From its first to its last fact. */
  span_ms: number;
} & (
  | { topic: 'tel'; message: TelemetryMessage }
  | { topic: 'evt'; message: EventMessage }
  | { topic: 'twin'; message: TwinMessage }
  | { topic: 'res'; message: ResultMessage }
  | { topic: 'fw'; message: JournalledMessage }
);

/** Identity of a message within its appliance (docs/DEVICE-PROTOCOL.md). */
export type Identity = { log: string; seq: number };

/** A message that sending again would not mend. Its identity is known when its head could be read. */
export type Bad = { reason: BadReason; identity: Identity | undefined };

const identity = z.object({ log: logId, seq: z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)) });

/** Reads a payload by its topic's schema and limits. Whatever it is, the answer is one of both: nothing is thrown. */
export function parseMessage(topic: string, payload: Uint8Array): Parsed | Bad {
  const json = parseJson(payload);
  if (json === undefined) return { reason: 'not_json', identity: undefined };
  const read = readMessage(topic, payload, json);
  return typeof read === 'string' ? { reason: read, identity: z.safeParse(identity, json).data } : read;
}

function readMessage(topic: string, payload: Uint8Array, json: unknown): Parsed | BadReason {
  if (payload.byteLength > limits.message_bytes) return 'too_big';
  if (!isJournalled(topic)) return 'unknown_topic';
  try {
    const { data: message } = z.safeParse(journalled[topic], json);
    if (!message) return 'bad_shape';
    if (topic === 'tel') {
      const { s, hist } = message as TelemetryMessage;
      if (s.length > (hist ? limits.samples_hist : limits.samples_live)) return 'too_many_samples';
      if (s.some(([offset], i) => i > 0 && offset < (s[i - 1]?.[0] ?? 0))) return 'bad_shape';
    }
    return {
      identity: { log: message.log, seq: message.seq },
      hash: hashOf(message),
      payload,
      boot: message.boot,
      at_ms: message.at,
      sent_ms: message.sent,
      up_ms: message.up,
      span_ms: spanOf_ms(message),
      topic,
      message,
    } as Parsed;
  } catch {
    // The schemas bound what comes this far; what they overlook is the sender's fault still.
    return 'bad_shape';
  }
}

/** Of the content: `sent` and `hist` tell of a sending, and a repetition is sent at another time. */
const hashOf = (message: JournalledMessage): Buffer =>
  digestOf('sha256', JSON.stringify({ ...message, sent: 0, hist: false }), 'buffer').subarray(0, 16);

const isJournalled = (topic: string): topic is JournalledTopic => Object.hasOwn(journalled, topic);

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(payload));
  } catch {
    return undefined;
  }
}

/**
 * Weighs a payload without reading it: its rows, counted by the objects in it, and whether it is backlog. For the bus to
 * put batches together; a wrong guess costs only order and size, never a message.
 */
export function weigh(topic: string, payload: Uint8Array): { weight: number; backlog: boolean } {
  if (topic !== 'tel') return { weight: 1, backlog: false };
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  let objects = 0;
  for (let i = bytes.indexOf(0x7b); i >= 0; i = bytes.indexOf(0x7b, i + 1)) objects++;
  return { weight: Math.max(1, objects - 1), backlog: bytes.includes('"hist":true') };
}
