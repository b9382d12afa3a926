import { inflateRawSync } from 'node:zlib';

const centralHeader = 0x02014b50;
const endOfDirectory = 0x06054b50;
const endLength = 22;

/** The files of a zip by name, read off its directory (APPNOTE 6.3.10): stored or deflated, no archive comment. */
export function filesOf(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - endLength;
  if (zip.readUInt32LE(end) !== endOfDirectory) throw new Error('this is no zip');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === centralHeader) {
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    // The local header has its own extra field, of its own length.
    const begins = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(begins, begins + packed);
    files.set(zip.toString('utf8', at + 46, at + 46 + name), method === 0 ? data : inflateRawSync(data));
    at += 46 + name + extra + comment;
  }
  return files;
}
