import { createHash, randomFillSync } from 'node:crypto';

let latest_ms = 0;
let withinMillisecond = 0;

/**
 * A new id: UUIDv7 (RFC 9562, 5.7), ordered by the time it was made; those that this process makes in one millisecond by a counter
 * (6.2, method 1), so that what was noted first stands first.
 */
export function newId(now_ms: number): string {
  withinMillisecond = now_ms === latest_ms ? withinMillisecond + 1 : 0;
  latest_ms = now_ms;
  const bytes = Buffer.alloc(16);
  randomFillSync(bytes, 8);
  bytes.writeUIntBE(now_ms, 0, 6);
  bytes.writeUInt16BE(withinMillisecond & 0xfff, 6);
  return shaped(bytes, 7);
}

/** The id that a fact has by itself: UUIDv8 (RFC 9562, 5.8) of the SHA-256 of its parts. The same parts give the same id. */
export function derivedId(kind: string, ...parts: readonly (string | number)[]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([kind, ...parts]))
    .digest();
  return shaped(digest.subarray(0, 16), 8);
}

function shaped(bytes: Buffer, version: 7 | 8): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
