import type { UpMessage } from './bus.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const newline = 0x0a;

/** The wire form of a log message: one line of JSON, then, of an appliance's message, its payload as it came. */
export function encodeUp(message: UpMessage): Uint8Array {
  if (message.kind !== 'message') return encoder.encode(JSON.stringify(message));
  const { payload, ...rest } = message;
  const head = encoder.encode(`${JSON.stringify(rest)}\n`);
  const bytes = new Uint8Array(head.length + payload.length);
  bytes.set(head);
  bytes.set(payload, head.length);
  return bytes;
}

/** Reads {@link encodeUp}'s form; the payload is a view into `bytes`. Trusts its input: only our own edges write the log. */
export function decodeUp(bytes: Uint8Array): UpMessage {
  const end = bytes.indexOf(newline);
  if (end < 0) return JSON.parse(decoder.decode(bytes)) as UpMessage;
  return { ...JSON.parse(decoder.decode(bytes.subarray(0, end))), payload: bytes.subarray(end + 1) } as UpMessage;
}

/** What a value is after a journey as JSON: the one thing a message of the fan, a request and a reply may rely on. */
export const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
