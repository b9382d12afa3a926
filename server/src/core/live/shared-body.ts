import { escaped } from './frames.ts';

/** What a session's messages of one subscription begin with, prepared once; `text` tells equal ones of two sessions. */
export type MessageHead = { text: string; bytes: Buffer };

/** The part of a MESSAGE that stays the same for a subscription (STOMP 1.2, MESSAGE). */
export function messageHead(destination: string, subscription: string): MessageHead {
  const text = `MESSAGE\ndestination:${escaped(destination)}\nsubscription:${escaped(subscription)}\n`;
  return { text, bytes: Buffer.from(text) };
}

/** Of all messages of this process: unique is all that STOMP asks of their ids. */
let messages = 0;

/**
 * A message for many sessions: its words are encoded once, and the whole websocket frame is kept for the head that asked last, since the
 * sessions of one user have the same.
 */
export class SharedBody {
  readonly #tail: Buffer;
  #kept: { head: string; frame: Buffer } | undefined;

  constructor(message: unknown) {
    const json = JSON.stringify(message);
    const length = Buffer.byteLength(json);
    this.#tail = Buffer.from(
      `message-id:${++messages}\ncontent-type:application/json\ncontent-length:${length}\n\n${json}\0`,
    );
  }

  /** The websocket frame that carries this message to a subscription; not to be changed, others send it too. */
  frameFor(head: MessageHead): Buffer {
    if (this.#kept?.head === head.text) return this.#kept.frame;
    const frame = textFrame(head.bytes, this.#tail);
    this.#kept = { head: head.text, frame };
    return frame;
  }
}

/** A text frame, final and not masked, as a server sends it (RFC 6455, 5.2). */
function textFrame(head: Buffer, tail: Buffer): Buffer {
  const length = head.length + tail.length;
  const start = length < 126 ? 2 : length < 2 ** 16 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = 0x81;
  frame[1] = start === 2 ? length : start === 4 ? 126 : 127;
  if (start === 4) frame.writeUInt16BE(length, 2);
  if (start === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.set(head, start);
  frame.set(tail, start + head.length);
  return frame;
}
