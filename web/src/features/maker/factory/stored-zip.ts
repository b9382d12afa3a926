/** A file to put into a zip. */
export type ZipEntry = { readonly name: string; readonly data: Uint8Array };

/**
 * Puts files into one zip without compressing them (APPNOTE 6.3.10, method 0): what is collected here is compressed already.
 * @param entries at most 65,535; names in UTF-8
 * @param at_ms moment written as that of every entry, in UTC
 */
export function storedZip(entries: readonly ZipEntry[], at_ms: number): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, data } of entries) {
    const nameBytes = new TextEncoder().encode(name);
    const facts = factsOf(nameBytes, data, at_ms);
    const local = joined([bytes([u32(0x04034b50), facts]), nameBytes]);
    directory.push(
      // Made by version 2.0; no comment, first disk, no attributes.
      joined([bytes([u32(0x02014b50), u16(20), facts, u16(0), u16(0), u16(0), u32(0), u32(offset)]), nameBytes]),
    );
    parts.push(local, data);
    offset += local.length + data.length;
  }
  const index = joined(directory);
  const count = u16(entries.length);
  const end = bytes([u32(0x06054b50), u16(0), u16(0), count, count, u32(index.length), u32(offset), u16(0)]);
  return joined([...parts, index, end]);
}

/** What both headers of an entry say: version, UTF-8 names, stored, when, checksum, sizes, length of the name, no extra field. */
function factsOf(name: Uint8Array, data: Uint8Array, at_ms: number): number[] {
  const at = new Date(at_ms);
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const size = u32(data.length);
  return bytes([
    u16(20),
    u16(0x0800),
    u16(0),
    u16(time),
    u16(date),
    u32(crc32(data)),
    size,
    size,
    u16(name.length),
    u16(0),
  ]);
}

type Bytes = readonly number[];
const u16 = (value: number): Bytes => [value & 255, (value >>> 8) & 255];
const u32 = (value: number): Bytes => [...u16(value & 0xffff), ...u16(value >>> 16)];
const bytes = (fields: readonly Bytes[]): number[] => fields.flat();

function joined(parts: readonly (Uint8Array | Bytes)[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, value) => {
  let crc = value;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** CRC-32 of ISO 3309, as zip asks for it. */
function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 255] as number);
  return (crc ^ 0xffffffff) >>> 0;
}
