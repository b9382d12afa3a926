import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Packet } from 'mqtt-packet';
import { encodePacket, PacketReader } from './packets.ts';
import { PacketFault } from './refusals.ts';

const publish = (topic: string, payload: Uint8Array, messageId: number): Packet => ({
  cmd: 'publish',
  topic,
  payload: Buffer.from(payload),
  qos: 1,
  messageId,
  dup: false,
  retain: false,
});

/** Splits bytes at the given places. */
function pieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, ix) => bytes.subarray(at[ix], end));
}

function refusalOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (fault) {
    assert.ok(fault instanceof PacketFault, `${fault}`);
    return fault.refusal;
  }
}

const feed = (reader: PacketReader, ...bytes: readonly number[]) => {
  reader.push(Buffer.from(bytes));
  return reader;
};

describe('reading packets', () => {
  it('gives the packets that were sent, however the stream is cut', () => {
    const messages = fc.array(fc.tuple(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 65_535 })), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(messages, fc.array(fc.nat(), { maxLength: 40 }), (sent, cuts) => {
        const reader = new PacketReader(1_000);
        const read: unknown[] = [];
        const bytes = Buffer.concat(
          sent.map(([payload, id]) => encodePacket(publish('rf/v1/a/up/tel', payload, id), 4)),
        );
        for (const piece of pieces(bytes, cuts)) {
          reader.push(piece);
          for (let packet = reader.next(); packet; packet = reader.next()) {
            assert.ok(packet.cmd === 'publish');
            read.push([new Uint8Array(packet.payload), packet.messageId]);
          }
        }
        assert.deepEqual(read, sent);
      }),
      { numRuns: 300 },
    );
  });

  it('gives payloads that stay what they are while more arrives', () => {
    const reader = new PacketReader(1_000);
    const bytes = encodePacket(publish('rf/v1/a/up/tel', Buffer.from('first'), 1), 4);
    reader.push(Buffer.concat([bytes, bytes.subarray(0, 5)]));
    const packet = reader.next();
    for (let n = 0; n < 50; n += 1) reader.push(Buffer.alloc(40, 0x7a));
    assert.equal(packet?.cmd === 'publish' && packet.payload.toString(), 'first');
  });

  it('refuses a length of 128 MB at the fixed header, before a byte of it has come', () => {
    // A publish, then 134,217,728 in four digits of seven bits.
    assert.equal(
      refusalOf(() => feed(new PacketReader(66_560), 0x32, 0x80, 0x80, 0x80, 0x40).next()),
      'too_large',
    );
    assert.equal(
      refusalOf(() => feed(new PacketReader(66_560), 0x32, 0x80, 0x88, 0x04).next()),
      undefined,
    );
    assert.equal(
      refusalOf(() => feed(new PacketReader(66_560), 0x32, 0x81, 0x88, 0x04).next()),
      'too_large',
    );
    assert.equal(
      refusalOf(() => feed(new PacketReader(66_560), 0x32, 0x80, 0x80, 0x80, 0x80).next()),
      'malformed',
    );
  });

  it('refuses what only a server sends, packets without an id, topics that are filters', () => {
    const read = (...bytes: readonly number[]) => refusalOf(() => feed(new PacketReader(1_000), ...bytes).next());
    assert.equal(read(0xd0, 0x00), 'protocol', 'PINGRESP');
    assert.equal(read(0x32, 0x05, 0x00, 0x01, 0x61, 0x00, 0x00), 'malformed', 'PUBLISH with id 0');
    assert.equal(read(0x30, 0x03, 0x00, 0x01, 0x23), 'malformed', 'PUBLISH to #');
    assert.equal(read(0x30, 0x02, 0x00, 0x00), 'malformed', 'PUBLISH without topic');
    assert.equal(read(0x82, 0x02, 0x00, 0x01), 'protocol', 'SUBSCRIBE without filter');
    assert.equal(read(0xc0, 0x00), undefined, 'PINGREQ');
  });

  it('survives any bytes: they are packets, or the stream is refused', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      // A believable first byte and length get further into the parser.
      fc
        .tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 120 }))
        .map(([first, body]) => Uint8Array.from([first, body.length, ...body])),
      fc
        .tuple(fc.constantFrom(4, 5), fc.uint8Array({ minLength: 1, maxLength: 120 }))
        .map(([version, body]) => Uint8Array.from([0x10, body.length + 7, 0, 4, 77, 81, 84, 84, version, ...body])),
    );
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 6 }), (chunks) => {
        const reader = new PacketReader(66_560);
        const refused = refusalOf(() => {
          for (const chunk of chunks) {
            reader.push(Buffer.from(chunk));
            while (reader.next());
          }
        });
        assert.ok(refused === undefined || ['malformed', 'protocol', 'too_large', 'topic_alias'].includes(refused));
      }),
      { numRuns: 3_000 },
    );
  });
});
