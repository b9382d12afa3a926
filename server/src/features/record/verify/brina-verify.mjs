/**
 * Verifies sealed food records, offline by design: `node brina-verify.mjs FILE [--key K] [--checkpoint F]`.
 * FILE: the export of a book (zip), records or a report of a period (JSON, or the PDF that has them attached; its pages are not looked at), or a
 * proof (.tlog-proof). K: a key line of whom you believe, or a file of them; else the book's keys.txt. F: checkpoints from elsewhere, as in a mail.
 * Exit 0: whole up to a checkpoint from elsewhere. 1: changed. 2: whole, but not anchored or not complete. 3: not readable.
 * A book is a Merkle tree (RFC 9162) of entries in canonical JSON (RFC 8785), each with the SHA-256 of its content; checkpoints are C2SP notes.
 */
/** All that can be said: the exit code it leads to, and how. Whoever shows them in other languages has words by these names. */
const sentences = {
  entry_wrong: [1, 'entry {ix}: not an entry of this book, in its place and in canonical form'],
  line_wrong: [1, '{file}, line {line}: not in canonical form, or out of order'],
  content_changed: [1, 'entry {ix}: the content is not the one that was sealed'],
  removal_wrong: [1, 'entry {ix}: entry {by} did not remove the content, or it is still there'],
  proof_wrong: [1, 'entry {ix}: the proof does not lead from it to the root of {where}'],
  root_differs: [1, 'the first {size} entries are not those that {where} was made of'],
  truncated: [1, '{where} knows {size} entries, here are only {count}: the end is missing'],
  signature_wrong: [1, '{where}: the signature is not that of key {key}'],
  key_ended: [1, '{where}: signed with key {key} after that key had ended'],
  note_malformed: [1, '{where}: not a checkpoint as it was written'],
  note_foreign: [1, '{where}: of another book or log, {origin}'],
  key_malformed: [1, '{where}: not a key line as it was written'],
  file_changed: [1, '{file}: not as it was packed (CRC-32)'],
  report_differs: [1, 'entry {ix}: the report says otherwise of this record, or nothing'],
  record_dropped: [1, 'entry {ix}: the report has this record, which is not here'],
  seal_differs: [1, 'the report names other entries, or another checkpoint, than are here: {told}; here {found}'],
  records_unsealed: [2, '{count} rows of the report stand in no book, and are not proven'],
  contents_apart: [2, 'what {count} records of the report say is not in this file, only that they are in the book'],
  content_missing: [2, 'entry {ix}: the content is missing, and no removal names it'],
  removal_unknown: [2, 'entry {ix}: removed by entry {by}, whose own content is missing'],
  key_unknown: [2, '{where}: signed by no key that is known here'],
  checkpoint_none: [2, 'there is no checkpoint with a known key'],
  outside_none: [2, 'there is nothing from elsewhere to compare with (--checkpoint)'],
  outside_foreign: [2, '{where}: a checkpoint of something else, {origin}, or of another size'],
  later_entries: [2, 'entries {from} to {to} came after the last checkpoint from elsewhere'],
  not_known: [3, 'neither an export, nor a record, nor a PDF with a record in it, nor a proof'],
  broken: [3, 'cannot be read: {what}'],
};
const said = ({ code, ...values }) => sentences[code][1].replace(/\{(\w+)\}/g, (_, name) => values[name]);
function must(isTrue, what) {
  if (!isTrue) throw new Error(what);
}
const utf8 = new TextEncoder();
const bytesOf = (data) => (typeof data === 'string' ? utf8.encode(data) : data);
const textOf = (bytes) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
export const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}
const isSame = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);
/** Base64 as one writes it: undefined for what only decodes to the same. */
function fromBase64(text) {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return btoa(String.fromCharCode(...bytes)) === text ? bytes : undefined;
}
/** What is done by the machine: in Node by its own modules, in a browser by what its page puts here. */
export const machine = {};
const inNode = typeof process === 'object' && Boolean(process.versions?.node);
if (inNode) {
  const [crypto, stream, zlib] = [await import('node:crypto'), await import('node:stream'), await import('node:zlib')];
  machine.sha256 = (data) => crypto.createHash('sha256').update(data).digest();
  machine.isSignedBy = async (key, message, signature) => {
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]);
    return crypto.verify(null, message, crypto.createPublicKey({ key: der, format: 'der', type: 'spki' }), signature);
  };
  machine.inflated = async function* inflated(source, from, to, format) {
    const inflate = format === 'deflate-raw' ? zlib.createInflateRaw() : zlib.createInflate();
    yield* stream.pipeline(piecesOf(source, from, to), inflate, () => {});
    must(inflate.bytesWritten === to - from, 'bytes after the end of what is packed');
  };
}
const sha256 = (data) => machine.sha256(data);
/** Canonical JSON (RFC 8785): members by their UTF-16 units; numbers and strings as ECMAScript writes them. */
function jcs(value) {
  must(typeof value !== 'string' || !/\p{Surrogate}/u.test(value), 'half a surrogate pair');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jcs).join(',')}]`;
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${jcs(name)}:${jcs(value[name])}`).join(',')}}`;
}
/** The value of a text that is canonical JSON; undefined for any other text. */
function canonical(text) {
  try {
    const value = JSON.parse(text);
    if (jcs(value) === text) return value;
  } catch {
    return undefined;
  }
}
const leafHash = (data) => sha256(joined([0], bytesOf(data)));
const nodeHash = (left, right) => sha256(joined([1], left, right));
/** Adds the leaf after `size` others to the roots of the perfect subtrees that they make, the largest first. */
function grow(subtrees, size, leaf) {
  let hash = leaf;
  for (let n = size; n % 2 === 1; n = (n - 1) / 2) hash = nodeHash(subtrees.pop(), hash);
  subtrees.push(hash);
}
const rootOf = (subtrees) => subtrees.reduceRight((right, left) => (right ? nodeHash(left, right) : left), undefined);
/** The root that an inclusion proof leads to (2.1.3.2); undefined where its length does not fit. */
function rootByProof(leaf, index, size, path) {
  let [hash, fn, sn] = [leaf, index, size - 1];
  for (const sibling of path) {
    if (sn === 0) return undefined;
    if (fn % 2 === 1 || fn === sn) {
      hash = nodeHash(sibling, hash);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)];
    } else hash = nodeHash(hash, sibling);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 ? hash : undefined;
}
const keyId = (name, key) => hexOf(sha256(joined(utf8.encode(`${name}\n`), [1], key)).subarray(0, 4));
/** Key lines, one a line; undefined where one is none, as its own id says. */
function keysIn(text) {
  const lines = text.trim().split(/\s*\n\s*/);
  const keys = lines.filter(Boolean).map((line) => {
    const [, name, id, base64] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(line) ?? [];
    const [first, ...key] = (base64 && fromBase64(base64)) ?? [];
    return first === 1 && keyId(name, key) === id ? Uint8Array.from(key) : undefined;
  });
  return keys.includes(undefined) ? undefined : keys;
}
const noteLines = /^([^\s+]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n\n((?:\u2014 [^\s+]+ [A-Za-z0-9+/]+={0,2}\n)+)/;
/** A checkpoint as signed; undefined for any other text. */
function noteIn(text) {
  const [all, origin, size, base64, lines] = noteLines.exec(text) ?? [];
  const rows = [...(lines ?? '').matchAll(/ (\S+) (\S+)\n/g)];
  const signatures = rows.map(([, name, signed]) => ({ name, bytes: fromBase64(signed) }));
  const isSigned = signatures.some(({ name }) => name === origin) && signatures.every(({ bytes }) => bytes);
  const root = base64 && fromBase64(base64);
  if (all !== text || !root || !isSigned) return undefined;
  return { origin, size: Number(size), root, text: text.slice(0, text.indexOf('\n\n') + 1), signatures, all };
}
/** Checkpoints `{ note, where, isOutside }` wherever they stand in a text, as in a mail. */
function notesWithin(text, where, isOutside = false) {
  const plain = `${text.replaceAll('\r\n', '\n')}\n`;
  const notes = Array.from(plain.matchAll(new RegExp(noteLines.source, 'gm')), ([all]) => noteIn(all));
  return notes.filter(Boolean).map((note) => ({ note, where, isOutside }));
}
/** Signatures that were tried: the records of a report have one note. */
const tried = {};
/** Ids of known keys that signed a note for its own log; `wrong`: one that another signed for. Witnesses say nothing here. */
async function signersOf(note, keys) {
  const signers = [];
  for (const { bytes } of note.signatures.filter(({ name }) => name === note.origin))
    for (const key of keys) {
      const id = keyId(note.origin, key);
      const once = [hexOf(key), hexOf(bytes), note.text].join();
      const isSigned = await (tried[once] ??= machine.isSignedBy(key, utf8.encode(note.text), bytes.subarray(4)));
      if (isSigned !== (hexOf(bytes.subarray(0, 4)) === id)) return { signers, wrong: id };
      if (isSigned) signers.push(id);
    }
  return { signers };
}
/** A file is `{ size, read(from, to) }`, and read a MiB at a time. */
async function* piecesOf(source, from = 0, to = source.size) {
  for (let at = from; at < to; at += 1 << 20) yield source.read(at, Math.min(at + (1 << 20), to));
}
/** All bytes of what comes in pieces; what is beyond `most` is not kept. */
async function allOf(pieces, most, what) {
  const all = [];
  let size = 0;
  for await (const bytes of pieces) {
    must((size += bytes.length) <= most, `${what} is too large`);
    all.push(bytes);
  }
  return joined(...all);
}
const crcTable = Int32Array.from({ length: 256 }, (_, n) => {
  return Array.from({ length: 8 }).reduce((crc) => (crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1), n);
});
function crcOf(bytes, before) {
  let crc = ~before;
  for (let at = 0; at < bytes.length; at++) crc = crcTable[(crc ^ bytes[at]) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}
/** Numbers of a zip are little-endian. */
async function fieldsAt(source, from, to) {
  must(from >= 0 && to <= source.size && to >= from, 'the zip points outside itself');
  const bytes = await source.read(from, to);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { bytes, short: (at) => view.getUint16(at, true), int: (at) => view.getUint32(at, true) };
}
/** The files of a zip (APPNOTE 4.3): without hole and overlap, their list at the very end, what is said twice said alike. */
async function zipOf(source) {
  const end = source.size - 22;
  const last = await fieldsAt(source, end, source.size);
  const [count, long, begin] = [last.short(10), last.int(12), last.int(16)];
  const isEnd = last.int(0) === 0x06054b50 && last.int(4) === 0 && last.short(8) === count && last.short(20) === 0;
  must(isEnd && begin + long === end, 'the end of the zip is missing');
  const { bytes, short, int } = await fieldsAt(source, begin, end);
  const [files, traits] = [new Map(), new Set()];
  let [at, next, total] = [0, 0, 0];
  for (let place = 0; place < count; place++) {
    must(at + 46 <= long && int(at) === 0x02014b50, 'the list of the zip is broken');
    const name = textOf(bytes.subarray(at + 46, at + 46 + short(at + 28)));
    const [flags, method] = [short(at + 8), short(at + 10)];
    const [crc, packed, size, start] = [16, 20, 24, 42].map((offset) => int(at + offset));
    must(start === next && short(at + 32) === 0 && short(at + 34) === 0, `${name} is not where the zip says`);
    // Hints of a level, sizes after the data, names in UTF-8: nothing else, above all no encryption.
    must((flags & ~0x080e) === 0 && [0, 8].includes(method), `how ${name} is packed`);
    must(!/^\/|\\|(^|\/)\.\.?(\/|$)|\0/.test(name) && !files.has(name), `the file name ${name}`);
    must((method === 8 || size === packed) && (total += size) < 1e7 + 100 * source.size, `the size of ${name}`);
    if (!name.endsWith('/')) traits.add(hexOf([bytes[at + 4], bytes[at + 5], ...bytes.subarray(at + 36, at + 42)]));
    const head = { flags: hexOf(bytes.subarray(at + 6, at + 16)), name, hasDescriptor: (flags & 8) !== 0 };
    const [from, after] = await placed(source, next, head, [crc, packed, size]);
    files.set(name, { name, method, crc, size, from, to: from + packed });
    [next, at] = [after, at + 46 + short(at + 28) + short(at + 30)];
  }
  // Who packed, and with what rights, is said once: of all files alike.
  must(at === long && next === begin && traits.size <= 1, 'the list of the zip is broken');
  return files;
}
/** Where the bytes of a file of a zip begin, whose own head is `at`, and where the next file begins. */
async function placed(source, at, { flags, name, hasDescriptor }, sizes) {
  const { bytes, int, short } = await fieldsAt(source, at, at + 30);
  const isAlike = sizes.every((value, i) => [value, hasDescriptor ? 0 : value].includes(int(14 + 4 * i)));
  const its = textOf((await fieldsAt(source, at + 30, at + 30 + short(26))).bytes);
  const isHead = int(0) === 0x04034b50 && hexOf(bytes.subarray(4, 14)) === flags && its === name;
  const from = at + 30 + short(26) + short(28);
  const after = await fieldsAt(source, from + sizes[1], from + sizes[1] + (hasDescriptor ? 16 : 0));
  const isEnd = !hasDescriptor || [0x08074b50, ...sizes].every((value, i) => after.int(4 * i) === value);
  must(isHead && isAlike && isEnd, `${name} is not what the zip says`);
  return [from, from + sizes[1] + after.bytes.length];
}
/** The bytes of a file of a zip: as many as it says, and a finding where they are not those that were packed. */
async function* unpacked(source, { name, method, from, to, size, crc }, report) {
  let [count, sum] = [0, 0];
  const pieces = method === 8 ? machine.inflated(source, from, to, 'deflate-raw') : piecesOf(source, from, to);
  for await (const bytes of pieces) {
    must((count += bytes.length) <= size, `${name} holds more than the zip says`);
    sum = crcOf(bytes, sum);
    yield bytes;
  }
  must(count === size, `${name} holds less than the zip says`);
  if (sum !== crc) report.say('file_changed', { file: name });
}
/** The lines of a file, each of which ends with LF. */
async function* linesOf(pieces, file) {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  for await (const bytes of pieces) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop();
    must(rest.length < 1 << 26, `a line of ${file} is too long`);
    yield* lines;
  }
  must(rest + decoder.decode() === '', `the last line of ${file} has no end`);
}
/** Files attached to a PDF: embedded file streams (ISO 32000-1, 7.11.4), plain or deflated. */
async function attachedTo(source, whole) {
  const [text, attached] = [new TextDecoder('latin1').decode(whole), []];
  for (const { index } of text.matchAll(/\/EmbeddedFile\b/g)) {
    const [all] = /^[^]*?stream\r?\n/.exec(text.slice(index, index + 4096)) ?? [''];
    const words = text.slice(Math.max(text.lastIndexOf(' obj', index), 0), index + all.length);
    const [from, length] = [index + all.length, Number(/\/Length (\d+)(?! \d+ R)/.exec(words)?.[1])];
    must(/^\s*endstream/.test(text.slice(from + length, from + length + 12)), 'the attachment of the PDF has no end');
    const unpack = words.includes('/FlateDecode') ? machine.inflated : piecesOf;
    const bytes = await allOf(unpack(source, from, from + length, 'deflate'), 1 << 26, 'the attachment');
    if (bytes[0] === 0x7b) must(attached.push(textOf(bytes)) < 1000, 'the PDF has too many attachments');
  }
  return attached;
}
const isHash = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const shape = /^at number,book string,hash string,id string,ix number,kind string,(prev number,)?rev number,v number$/;
/** Whether a value is an entry, with its members and no other. */
function isEntry(value) {
  const { v, at, ix, rev, prev = 0, hash } = value ?? {};
  const names = Object.keys(value ?? {}).sort();
  const isShaped = shape.test(names.map((name) => `${name} ${typeof value[name]}`).join());
  return isShaped && v === 1 && isHash(hash) && [at, ix, rev, prev].every(isCount);
}
/** The entries of a book, and its roots at the sizes that somebody asks for. */
async function entriesOf(lines, sizes, report) {
  const [entries, roots, subtrees, former] = [[], new Map(), [], new Map()];
  for await (const line of lines) {
    const [ix, entry] = [entries.length, canonical(line) ?? {}];
    const isRight = isEntry(entry) && entry.ix === ix && entry.book === (entries[0] ?? entry).book;
    if (!isRight || entry.prev !== former.get(entry.id)) report.say('entry_wrong', { ix });
    former.set(entry.id, ix);
    entries.push(entry);
    grow(subtrees, ix, leafHash(line));
    if (sizes.has(ix + 1)) roots.set(ix + 1, rootOf(subtrees));
  }
  must(entries.length > 0, 'entries.jsonl holds nothing');
  return { entries, roots };
}
/** Compares the contents that are there with what was sealed. Returns those by which a book speaks of itself: keys and removals. */
async function contentsOf(lines, entries, report, onContent) {
  const [present, removed, special] = [new Set(), new Map(), new Map()];
  let [last, line] = [-1, 0];
  for await (const text of lines('removed.jsonl')) {
    const [{ by, ix }, at] = [canonical(text) ?? {}, { file: 'removed.jsonl', line: removed.size + 1 }];
    if (text !== `{"by":${by},"ix":${ix}}` || removed.has(ix)) report.say('line_wrong', at);
    removed.set(ix, by);
  }
  for await (const whole of lines('contents.jsonl')) {
    line++;
    const text = whole.slice('{"content":'.length, whole.lastIndexOf(',"ix":'));
    const [ix, content] = [Number(whole.slice(whole.lastIndexOf(':') + 1, -1)), canonical(text)];
    const isRight = whole === `{"content":${text},"ix":${ix}}` && content !== undefined && ix > last;
    if (!isRight || ix >= entries.length) report.say('line_wrong', { file: 'contents.jsonl', line });
    else {
      const entry = entries[ix];
      last = ix;
      present.add(ix);
      if (entry.kind === 'removal' || entry.kind === 'key') special.set(ix, content);
      if (removed.has(ix)) report.say('removal_wrong', { ix, by: removed.get(ix) });
      if (hexOf(sha256(text)) !== entry.hash) report.say('content_changed', { ix });
      else onContent(entry, content);
    }
  }
  for (const ix of [...entries.keys()].filter((one) => !present.has(one))) {
    const by = removed.get(ix);
    const [isRemoval, ranges] = [entries[by]?.kind === 'removal' && by > ix, special.get(by)?.ranges];
    const isNamed = Array.isArray(ranges) && ranges.some((range) => range?.[0] <= ix && ix <= range[1]);
    if (by === undefined) report.say('content_missing', { ix });
    else if (isRemoval && !present.has(by)) report.say('removal_unknown', { ix, by });
    else if (!isRemoval || !isNamed) report.say('removal_wrong', { ix, by });
  }
  return special;
}
/**
 * Holds checkpoints `{ note, where, isOutside }` of one log against its roots by size. A signature counts where its key is known and had not
 * ended at the time of the last entry. Returns the sizes of the largest that counts, and of the largest from elsewhere; -1: none.
 */
async function judgeNotes(claims, { roots, count = Infinity, timeOf = () => 0, keys, ended }, report) {
  const [counted, doubtful] = [{ inside: -1, outside: -1 }, []];
  for (const { note, where, isOutside } of claims) {
    const [size, root] = [note.size, roots.get(note.size)];
    if (size > count) report.say('truncated', { where, size, count });
    else if (root && !isSame(note.root, root)) report.say('root_differs', { where, size });
    else if (root) {
      const side = isOutside ? 'outside' : 'inside';
      const { signers, wrong } = await signersOf(note, keys);
      const isValid = signers.some((id) => !(ended?.get(id) < timeOf(size)));
      if (wrong) report.say('signature_wrong', { where, key: wrong });
      else if (signers.length > 0 && !isValid) report.say('key_ended', { where, key: signers[0] });
      else if (!isValid) doubtful.push({ where, size, side });
      else counted[side] = Math.max(counted[side], size);
    }
  }
  for (const { where, size, side } of doubtful) if (size > counted[side]) report.say('key_unknown', { where });
  return counted;
}
/** The whole book out of its export. */
async function verifyBook(source, files, { keys: given, outside, onContent }, report) {
  const bytes = (name) => (files.has(name) ? unpacked(source, files.get(name), report) : []);
  const text = async (name) => textOf(await allOf(bytes(name), 1 << 28, name));
  const lines = (name) => linesOf(bytes(name), name);
  const own = keysIn(await text('keys.txt'));
  if (!own) report.say('key_malformed', { where: 'keys.txt' });
  const claims = [...outside];
  for (const [at, signed] of (await text('checkpoints.txt')).split(/\n\n(?!\u2014)/).entries()) {
    const [note, where] = [noteIn(`${signed}\n`), `checkpoints.txt, ${at + 1}`];
    if (note) claims.push({ note, where, isOwn: true });
    else if (signed !== '') report.say('note_malformed', { where });
  }
  const other = /^(?!(entries|contents|removed)\.jsonl$|(keys|checkpoints)\.txt$)/;
  for (const name of [...files.keys()].filter((one) => other.test(one))) {
    const all = await allOf(bytes(name), 1 << 28, name);
    if (/^anchors\/.*\.txt$/.test(name)) claims.push(...notesWithin(textOf(all), name));
  }
  const sizes = new Set(claims.map(({ note }) => note.size));
  const { entries, roots } = await entriesOf(lines('entries.jsonl'), sizes, report);
  const special = await contentsOf(lines, entries, report, onContent);
  const [{ book }, count, timeOf] = [entries[0], entries.length, (size) => entries[size - 1]?.at];
  const isOurs = ({ note }) => note.origin.endsWith(`/book/${book}`);
  for (const { note, where } of claims.filter((claim) => claim.isOwn && !isOurs(claim)))
    report.say('note_foreign', { where, origin: note.origin });
  const ended = new Map(Array.from(special.values(), (content) => [content?.keyId, content?.until ?? undefined]));
  const of = { roots, count, timeOf, keys: given ?? own ?? [], ended };
  const { inside, outside: from } = await judgeNotes(claims.filter(isOurs), of, report);
  if (inside < 0) report.say('checkpoint_none');
  if (from >= 0 && from < count) report.say('later_entries', { from, to: count - 1 });
  const { note } = claims.findLast(({ isOwn }) => isOwn) ?? {};
  const facts = { kind: 'book', book, count, sealed: inside, at: timeOf(count), note: note?.all };
  return { facts, isAnchored: outside.some(isOurs) };
}
/** A proof as C2SP writes it (c2sp.org/tlog-proof), with the text it carries; undefined for any other text. */
function tlogProofIn(text) {
  const form = /^c2sp\.org\/tlog-proof@v1\n(?:extra (\S+)\n)?index (0|[1-9]\d{0,14})\n((?:\S{44}\n)*)\n([^]+)$/;
  const [, extra, index, hashes, signed = ''] = form.exec(text) ?? [];
  const [note, path] = [noteIn(signed), hashes?.split('\n').slice(0, -1).map(fromBase64)];
  return note && { index: Number(index), size: note.size, path, note, carried: textOf(fromBase64(extra ?? '') ?? []) };
}
/** Follows one step from a leaf to a signed root. Whether this root is known from elsewhere. */
async function climb(leaf, { index, size, path, note }, values, { keys = [], outside }, report) {
  const isFit = !path.includes(undefined) && size === note.size && index < size;
  const root = isFit && rootByProof(leaf, index, size, path);
  if (!root || !isSame(root, note.root)) report.say('proof_wrong', values);
  const claims = [{ note, where: values.where }, ...outside.filter((one) => one.note.origin === note.origin)];
  return (await judgeNotes(claims, { roots: new Map([[note.size, note.root]]), keys }, report)).outside >= 0;
}
/** One record, and where there is one, the proof that its note is in the log of all books. */
async function verifyRecord({ record: { v, entry, proof, note: signed, ...rest }, log }, options, report) {
  must(v === 1 && Array.isArray(proof?.path) && typeof signed === 'string' && entry, 'not a record');
  const [{ ix, book }, note, where, has] = [entry, noteIn(signed), 'note', (rest.content ?? null) !== null];
  if (!isEntry(entry)) report.say('entry_wrong', { ix });
  if (!has && !options.isListed) report.say('content_missing', { ix });
  else if (has && hexOf(sha256(jcs(rest.content))) !== entry.hash) report.say('content_changed', { ix });
  else if (has) options.onContent(entry, rest.content);
  const facts = { kind: 'record', book, ix, sealed: note?.size, at: entry.at, note: signed };
  if (!note) return { facts, isAnchored: report.say('note_malformed', { where }) && false };
  if (!note.origin.endsWith(`/book/${book}`)) report.say('note_foreign', { where, origin: note.origin });
  const path = proof.path.map((hash) => (isHash(hash) ? fromHex(hash) : undefined));
  const steps = [[leafHash(jcs(entry)), { index: ix, size: proof.size, path, note }, where]];
  if (log) steps.push([leafHash(sha256(note.text)), log, log.note.origin]);
  const known = [];
  for (const [leaf, step, to] of steps) known.push(await climb(leaf, step, { ix, where: to }, options, report));
  return { facts, isAnchored: known.includes(true) };
}
/** The records of a PDF, or of a file of JSON, a line each or a list, with the proof that came with each, and the report that has them. */
async function recordsIn(source, start) {
  const whole = await allOf(piecesOf(source), 1 << 29, 'the file');
  const files = start.includes('%PDF-') ? await attachedTo(source, whole) : [textOf(whole)];
  const [texts, reports] = [files.flatMap((file) => file.split(/(?<=\})\n(?=\{)/)), []];
  const records = texts.flatMap((text) => {
    const proof = tlogProofIn(text);
    const { records: list, report, ...one } = JSON.parse(proof?.carried ?? text);
    if (list || report) must(reports.push(report) === 1 && Object.keys(one).join() === 'v', 'records beside a record');
    return report ? (list ?? []) : [{ ...one, log: proof ? text : one.log }];
  });
  const note = reports[0]?.seal?.note;
  const proven = records.map((one) => ({ record: { note, ...one }, log: tlogProofIn(String(one.log)) }));
  return { records: proven, told: reports[0] };
}
/** Holds a report of a period against its records: which they are, and their verdicts. Of all else that it says they prove nothing. */
async function verifyReport({ batches, days, seal, ...rest }, records, { keys = [] }, report) {
  const [rows, counts] = [[...batches, ...days], {}];
  const left = new Map(records.map(({ record }) => [record.entry.ix, record]));
  const [places, note] = [[...left.keys()].sort((a, b) => a - b), seal && noteIn(String(seal.note))];
  const told = [seal?.entries ?? 0, seal?.from, seal?.to, seal?.size, seal?.root].join();
  const found = [places.length, places[0], places.at(-1), note?.size, note?.all.split('\n')[2]].join();
  if (told !== found) report.say('seal_differs', { told, found });
  for (const { ix, id, kind, verdict } of rows.filter((row) => row.ix !== null)) {
    const { entry, content } = left.get(ix) ?? {};
    const isOfBook = !note || note.origin.endsWith(`/book/${entry?.book}`);
    const isSaid = isOfBook && entry?.id === id && entry.kind === kind && (content ?? { verdict }).verdict === verdict;
    if (!left.delete(ix)) report.say('record_dropped', { ix });
    else if (!isSaid) report.say('report_differs', { ix });
    else if (content) counts[`${kind} ${verdict}`] = (counts[`${kind} ${verdict}`] ?? 0) + 1;
  }
  for (const ix of left.keys()) report.say('report_differs', { ix });
  if (!note) report.say('checkpoint_none');
  else await judgeNotes([{ note, where: 'report' }], { roots: new Map([[note.size, note.root]]), keys }, report);
  const apart = records.filter(({ record }) => !record.content).length;
  if (apart > 0) report.say('contents_apart', { count: apart });
  const [unsealed, unproven] = [rows.filter(({ ix }) => ix === null).length, [...Object.keys(rest), 'seal.keys']];
  if (unsealed > 0) report.say('records_unsealed', { count: unsealed });
  return { kind: 'report', count: places.length, counts, unsealed, unproven };
}
/** What a file says, and all that is wrong with it. `onContent(entry, content)` is told each content that is the sealed one. */
export async function verify(source, { keys: keyLines, checkpoints = '', onContent = () => {} } = {}) {
  const [all, facts, outside] = [new Map(), [], notesWithin(checkpoints, '--checkpoint', true)];
  const report = { say: (code, values = {}) => all.set(JSON.stringify([code, values]), { code, ...values }) };
  const options = { keys: keyLines && keysIn(keyLines), outside, onContent };
  const add = ({ isAnchored, facts: more }) => {
    if (outside.length === 0) report.say('outside_none');
    else if (!isAnchored) report.say('outside_foreign', { where: '--checkpoint', origin: outside[0].note.origin });
    facts.push(more);
  };
  try {
    must(!keyLines || options.keys, 'the key');
    const start = new TextDecoder('latin1').decode(await source.read(0, Math.min(1024, source.size)));
    if (start.startsWith('PK')) add(await verifyBook(source, await zipOf(source), options, report));
    else {
      const { records, told } = await recordsIn(source, start);
      for (const one of records) add(await verifyRecord(one, { ...options, isListed: !!told }, report));
      if (told) facts.unshift(await verifyReport(told, records, options, report));
      if (told?.seal && records.length === 0) report.say('outside_none');
    }
    if (facts.length === 0) report.say('not_known');
  } catch (error) {
    report.say(error instanceof SyntaxError ? 'not_known' : 'broken', { what: error.message });
  }
  const findings = [...all.values()];
  const exit = [1, 3, 2].find((code) => findings.some((finding) => sentences[finding.code][0] === code)) ?? 0;
  return { exit, findings, facts };
}
async function main([path, ...words]) {
  const { open, readFile } = await import('node:fs/promises');
  const { '--key': key, '--checkpoint': outside } = { [words[0]]: words[1], [words[2]]: words[3] };
  must(path && words.length === 2 * (!!key + !!outside), 'node brina-verify.mjs FILE [--key K] [--checkpoint F]');
  const handle = await open(path);
  const read = async (from, to) => (await handle.read(Buffer.alloc(to - from), 0, to - from, from)).buffer;
  const keys = key && (keysIn(key) ? key : await readFile(key, 'utf8'));
  const checkpoints = outside && (await readFile(outside, 'utf8'));
  const { exit, findings, facts } = await verify({ size: (await handle.stat()).size, read }, { keys, checkpoints });
  const state = ['WHOLE', 'CHANGED', 'WHOLE, BUT NOT ANCHORED OR NOT COMPLETE', 'NOT READABLE'][exit];
  const told = facts.map(({ note: _, ...one }) => JSON.stringify(one));
  console.log([state, ...findings.map(said), ...told].slice(0, 100).join('\n'));
  return exit;
}
if (inNode && process.argv[1] && import.meta.url === (await import('node:url')).pathToFileURL(process.argv[1]).href)
  process.exitCode = await main(process.argv.slice(2)).catch((error) => (console.log(error.message), 3));
