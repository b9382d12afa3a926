import { limits } from '@brina/contract/devices';
import mqtt, {
  type IConnectPacket,
  type IDisconnectPacket,
  type IPingreqPacket,
  type IPubackPacket,
  type IPublishPacket,
  type ISubscribePacket,
  type IUnsubscribePacket,
  type Packet,
} from 'mqtt-packet';
import { PacketFault } from './refusals.ts';

/** A message with its payload as bytes, whatever the library's type allows. */
export type Publish = Omit<IPublishPacket, 'payload'> & { payload: Buffer };

/** The packets a unit may send. */
export type IncomingPacket =
  | IConnectPacket
  | Publish
  | IPubackPacket
  | (ISubscribePacket & { messageId: number })
  | (IUnsubscribePacket & { messageId: number })
  | IPingreqPacket
  | IDisconnectPacket;

const NUL = '\u0000';
const EMPTY = Buffer.alloc(0);
const READABLE = new Set(['connect', 'publish', 'puback', 'subscribe', 'unsubscribe', 'pingreq', 'disconnect']);

/**
 * Cuts a stream of bytes into whole packets, one at a time as its owner asks for them. A length beyond the limit is refused as
 * soon as the fixed header says it: none of such a packet is kept. mqtt-packet gets whole packets only, each by itself, because
 * its parser neither has a limit nor keeps to the end of the packet it reads.
 */
export class PacketReader {
  #lengthMax: number;
  /** Received and not yet read: from `#start` to `#end` of `#buffer`. */
  #buffer: Buffer = EMPTY;
  #start = 0;
  #end = 0;
  readonly #parser = mqtt.parser();
  #parsed: Packet | undefined;
  #fault: unknown;

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax;
    this.#parser.on('packet', (packet) => {
      this.#parsed = packet;
    });
    this.#parser.on('error', (fault) => {
      this.#fault ??= fault;
    });
  }

  /** Sets another limit for what comes after the fixed header of a packet, in bytes. */
  allow(lengthMax: number): void {
    this.#lengthMax = lengthMax;
  }

  push(chunk: Buffer): void {
    if (this.#start === this.#end) {
      this.#buffer = chunk;
      this.#start = 0;
      this.#end = chunk.length;
      return;
    }
    const waiting = this.#end - this.#start;
    if (this.#end + chunk.length > this.#buffer.length) {
      // Twice as long, so that a packet arriving byte by byte is not copied as often; a new one, since payloads view the old.
      const grown = Buffer.allocUnsafe(Math.max(2 * waiting, waiting + chunk.length));
      this.#buffer.copy(grown, 0, this.#start, this.#end);
      this.#buffer = grown;
      this.#start = 0;
      this.#end = waiting;
    }
    chunk.copy(this.#buffer, this.#end);
    this.#end += chunk.length;
  }

  /** The next packet; `undefined` until all of it has come. Throws {@link PacketFault}; the stream is lost then. */
  next(): IncomingPacket | undefined {
    const length = this.#packetLength();
    if (length === undefined || this.#end - this.#start < length) return undefined;
    const bytes = this.#buffer.subarray(this.#start, this.#start + length);
    this.#start += length;
    // A connection that waits for its next message holds no memory for the last one.
    if (this.#start === this.#end) [this.#buffer, this.#start, this.#end] = [EMPTY, 0, 0];
    return this.#parse(bytes);
  }

  /** Length of the next packet with its fixed header; `undefined` until the header has come. */
  #packetLength(): number | undefined {
    let remaining = 0;
    for (let digit = 0; digit < 4; digit += 1) {
      const at = this.#start + 1 + digit;
      if (at >= this.#end) return undefined;
      const byte = this.#buffer.readUInt8(at);
      remaining += (byte & 0x7f) * 128 ** digit;
      if (byte < 0x80) {
        if (remaining > this.#lengthMax) throw new PacketFault('too_large', `a packet of ${remaining} bytes`);
        return 2 + digit + remaining;
      }
    }
    throw new PacketFault('malformed', 'a length of more than four bytes');
  }

  #parse(bytes: Buffer): IncomingPacket {
    this.#parsed = undefined;
    this.#fault = undefined;
    let rest = 0;
    try {
      rest = this.#parser.parse(bytes);
    } catch (fault) {
      this.#fault = fault;
    }
    if (this.#fault !== undefined || !this.#parsed || rest > 0) {
      throw new PacketFault('malformed', 'not a packet', { cause: this.#fault });
    }
    return checked(this.#parsed);
  }
}

/** What the parser leaves unchecked: packets only a server sends, missing ids, topics that are none. */
function checked(packet: Packet): IncomingPacket {
  if (!READABLE.has(packet.cmd)) throw new PacketFault('protocol', `a ${packet.cmd} from a client`);
  const needsId =
    packet.cmd === 'subscribe' ||
    packet.cmd === 'unsubscribe' ||
    packet.cmd === 'puback' ||
    (packet.cmd === 'publish' && packet.qos > 0);
  if (needsId && !(packet.messageId !== undefined && packet.messageId > 0)) {
    throw new PacketFault('malformed', `a ${packet.cmd} without its id`);
  }
  if (packet.cmd === 'publish') {
    if (packet.topic === '' && packet.properties?.topicAlias !== undefined) {
      throw new PacketFault('topic_alias', 'a topic alias, though none was allowed');
    }
    if (packet.topic === '' || /[+#]/.test(packet.topic) || packet.topic.includes(NUL)) {
      throw new PacketFault('malformed', 'a publish without a proper topic');
    }
  }
  const filters =
    packet.cmd === 'subscribe'
      ? packet.subscriptions
      : packet.cmd === 'unsubscribe'
        ? packet.unsubscriptions
        : undefined;
  if (filters?.length === 0) throw new PacketFault('protocol', `a ${packet.cmd} without a filter`);
  if (filters && filters.length > limits.filters) {
    throw new PacketFault('protocol', `a ${packet.cmd} of ${filters.length} filters`);
  }
  // The parser gives payloads as bytes and ids were just checked, which its types do not say.
  return packet as IncomingPacket;
}

/** The bytes of a packet in the protocol version of its connection (4 is 3.1.1). */
export const encodePacket = (packet: Packet, protocolVersion: 4 | 5): Buffer =>
  mqtt.generate(packet, { protocolVersion });
