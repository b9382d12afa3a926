import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { storedZip } from './stored-zip.ts';

/** Reads a zip as its specification says: from the end record to the directory, and by it to each entry. */
function readZip(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u16 = (at: number) => view.getUint16(at, true);
  const u32 = (at: number) => view.getUint32(at, true);
  const end = bytes.length - 22;
  assert.equal(u32(end), 0x06054b50);
  const entries = [];
  let at = u32(end + 16);
  for (let n = 0; n < u16(end + 10); n++) {
    assert.equal(u32(at), 0x02014b50);
    const nameLength = u16(at + 28);
    const local = u32(at + 42);
    assert.equal(u32(local), 0x04034b50);
    const begins = local + 30 + u16(local + 26);
    const data = bytes.slice(begins, begins + u32(at + 24));
    assert.equal(crc32(data), u32(at + 16));
    assert.deepEqual(bytes.slice(local + 4, local + 30), bytes.slice(at + 6, at + 32));
    entries.push({
      name: new TextDecoder().decode(bytes.slice(at + 46, at + 46 + nameLength)),
      data,
      date: u16(at + 14),
    });
    at += 46 + nameLength;
  }
  assert.equal(at, end);
  return entries;
}

describe('a zip of stored files', () => {
  it('S7.25 holds names, contents, checksums and the day, in both its headers', () => {
    const big = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 31) % 251);
    const entries = [
      { name: 'MF26000012.zip', data: big },
      { name: '機器.txt', data: new TextEncoder().encode('first\n') },
      { name: 'empty.zip', data: new Uint8Array() },
    ];
    const read = readZip(storedZip(entries, Date.UTC(2026, 10, 21, 13, 37, 42)));
    const date = ((2026 - 1980) << 9) | (11 << 5) | 21;
    assert.deepEqual(
      read,
      entries.map((entry) => ({ ...entry, date })),
    );
  });
});
