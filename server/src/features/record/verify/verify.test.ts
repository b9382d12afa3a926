import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import { type Verified, verify } from './brina-verify.mjs';
import {
  Book,
  bookOf,
  firstKey,
  keyLine,
  leaf,
  noteOf,
  origin,
  pathOf,
  pdfWith,
  plainPdfWith,
  rootOf,
  secondKey,
  sorted,
  vectorBook,
  zipped,
} from './testing/book.ts';

const file = join(import.meta.dirname, 'brina-verify.mjs');
const source = (data: Uint8Array | string) => {
  const bytes = Buffer.from(data as Uint8Array);
  return { size: bytes.length, read: async (from: number, to: number) => bytes.subarray(from, to) };
};
const ours = keyLine(origin, firstKey);
/** Verifies with the key and a checkpoint from elsewhere. */
const check = (data: Uint8Array | string, checkpoints: string, keys: string | undefined = ours): Promise<Verified> =>
  verify(source(data), { ...(keys && { keys }), checkpoints });
const codesOf = ({ findings }: Verified): string[] => findings.map(({ code }) => code);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Numbers below 1 that are the same in each run (Lehmer, MINSTD). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe('the published vectors', () => {
  it('B2.8 V1: canonical JSON, its hash and its leaf', () => {
    const text = sorted({ z: 1, m: 0.1, a: [3, -18.5, null, true], é: 'ü', t: 1_763_680_000_000 });
    const hash = createHash('sha256').update(text).digest('hex');
    assert.equal(hash, 'd7badfdab4172e8ec4f9cd099567c786dd6c3cde57afd07d8fe881780cb13339');
    assert.equal(hex(leaf(text)), '13cad4a0e367164caaf0c4cc722bf87dc875b2749b1bb776587827b0491d568d');
  });

  it('B2.8 V2: entries, leaves, roots and a proof of three entries', () => {
    const book = vectorBook();
    assert.deepEqual(book.leaves().map(hex), [
      'a13b38b28dbf3b63db4177688165e5a99cc38e4f804c42cf66dc2515f91e92a0',
      'e574c5c23f85b51aebda9431c7517cb26222598b82bc50ae50fb107ef5e3124b',
      'dfbd912b4d41cd2716750cb8accc971eb4885050e4588d1280c7688b633f9067',
    ]);
    assert.equal(hex(rootOf(book.leaves(2))), '2968aca3c4c29d7a6eaa2e70644206a65e87eca786a199533e592ffad93c6244');
    assert.equal(hex(rootOf(book.leaves())), '3122d693e09f03ec91d748d29f038912440ff1166f86431966c4575d6cd0d294');
    assert.deepEqual(pathOf(1, book.leaves()), [book.leaves()[0], book.leaves()[2]]);
  });

  it('B2.8 V3: the note of size 3, and all of it is whole', async () => {
    const book = vectorBook();
    const note = `${origin}\n3\nMSLWk+CfA+yR10jSnwOJEkQP8RZvhkMZZsRXXWzQ0pQ=\n\n\u2014 ${origin} xTOQS+nOSaeBBK+LMGq3l5U9yMl+T25Kpe7HAcdzv1bGmwdTGuf/tzlEoqn7KDPsIUGJD4HDRHfwdoONj/m/6tlCCgQ=\n`;
    assert.equal(book.note(), note);
    assert.equal(keyLine(origin, firstKey).split('+')[1], 'c533904b');
    for (const data of [zipped(book.files()), JSON.stringify(book.record(1)), pdfWith(JSON.stringify(book.record(2)))])
      assert.deepEqual([await check(data, note)].map(codesOf), [[]]);
  });
});

describe('what is whole', () => {
  it('B2.8 proves each entry of trees of 1 to 40 leaves, at each size', async () => {
    const book = bookOf(40, seeded(7));
    const failed = [];
    for (let size = 1; size <= 40; size++)
      for (const ix of new Set([0, size >> 1, size - 1])) {
        const { exit } = await check(JSON.stringify(book.record(ix, size)), book.note(size));
        if (exit !== 0) failed.push([ix, size]);
      }
    assert.deepEqual(failed, []);
  });

  it('B2.8 says what is not anchored, and what came after the anchor', async () => {
    const book = vectorBook();
    const data = zipped(book.files());
    const results = [await check(data, ''), await check(data, book.note(2)), await check(data, 'Dear customer')];
    assert.deepEqual(results.map(codesOf), [['outside_none'], ['later_entries'], ['outside_none']]);
    assert.deepEqual(
      results.map(({ exit }) => exit),
      [2, 2, 2],
    );
    const mailed = `Good morning,\r\n\r\n${book.note().replaceAll('\n', '\r\n')}\r\nYours`;
    assert.equal((await check(data, mailed)).exit, 0);
    const elsewhere = noteOf(origin.replace('c', 'd'), book.leaves());
    assert.deepEqual(codesOf(await check(data, elsewhere)), ['outside_foreign']);
  });

  it('B2.8 believes only keys that are given, and while they last', async () => {
    const book = vectorBook();
    const forged = new Book();
    Object.assign(forged, { rows: book.rows, sizes: book.sizes, keys: [secondKey] });
    // A book signed anew carries its own key along: only a key from elsewhere, or a checkpoint, tells.
    assert.deepEqual(codesOf(await check(zipped(forged.files()), forged.note(), '')), []);
    assert.equal((await check(zipped(forged.files()), book.note())).exit, 2);
    const unknown = await check(zipped(forged.files()), '');
    assert.deepEqual([unknown.exit, codesOf(unknown).slice(-2)], [2, ['checkpoint_none', 'outside_none']]);
    const alone = await verify(source(JSON.stringify(book.record(1))), { checkpoints: book.note() });
    assert.equal(alone.exit, 2);

    const rotated = vectorBook();
    const id = keyLine(origin, firstKey).split('+')[1] as string;
    const content = { keyId: id, public: 'x', from: 0, until: 1_763_675_300_000, reason: 'yearly' };
    rotated.add({ kind: 'key', id, rev: 1, at: 1_763_675_250_000, content });
    rotated.sizes.push(4);
    assert.equal((await check(zipped(rotated.files()), rotated.note())).exit, 0);
    rotated.add({ kind: 'note', id: 'later', rev: 1, at: 1_763_675_300_001, content: {} });
    rotated.sizes.push(5);
    const old = await check(zipped(rotated.files()), rotated.note());
    assert.deepEqual([old.exit, [...new Set(codesOf(old))]], [1, ['key_ended']]);
    rotated.keys = [firstKey, secondKey];
    const both = `${ours}\n${keyLine(origin, secondKey)}\n`;
    assert.equal((await check(zipped(rotated.files()), rotated.note(), both)).exit, 0);
  });

  it('B2.8 B2.12 a content that a removal names may be missing, and no other', async () => {
    const book = bookOf(30, seeded(3));
    const by = book.add({
      kind: 'removal',
      id: 'removal',
      rev: 1,
      at: 1_773_700_000_000,
      content: { ranges: [[4, 9]], salt: '00'.repeat(16) },
    });
    for (let ix = 4; ix <= 9; ix++) book.removed.set(ix, by);
    assert.equal((await check(zipped(book.files()), book.note())).exit, 0);

    book.removed.set(10, by);
    const beyond = await check(zipped(book.files()), book.note());
    assert.deepEqual([beyond.exit, beyond.findings], [1, [{ code: 'removal_wrong', ix: 10, by }]]);
    book.removed.delete(10);
    const { 'removed.jsonl': _, ...unnamed } = book.files();
    const missing = await check(zipped(unnamed), book.note());
    assert.deepEqual([missing.exit, missing.findings.length], [2, 6]);
    const kept = { ...book.files(), 'removed.jsonl': `${sorted({ by, ix: 12 })}\n` };
    assert.equal((await check(zipped(kept), book.note())).exit, 1);
  });
});

describe('what is changed', () => {
  it('B2.8 finds 1,000 random changes of a byte of an export', async () => {
    const random = seeded(16);
    const book = bookOf(24, random);
    const data = zipped(book.files());
    assert.equal((await check(data, book.note())).exit, 0);
    const missed = [];
    for (let nth = 0; nth < 1000; nth++) {
      const [at, by] = [Math.floor(random() * data.length), 1 + Math.floor(random() * 255)];
      const changed = Uint8Array.from(data);
      changed[at] = (changed[at] as number) ^ by;
      const { exit } = await check(changed, book.note());
      if (exit !== 1 && exit !== 3) missed.push([at, by, exit]);
    }
    assert.deepEqual(missed, []);
  });

  it('B2.8 finds 200 changes of a file of an export that was packed again, and says which entry', async () => {
    const random = seeded(61);
    const book = bookOf(24, random);
    const files = unzipSync(zipped(book.files()));
    const [missed, named]: [unknown[], Set<string>] = [[], new Set()];
    for (let nth = 0; nth < 200; nth++) {
      const name = ['entries.jsonl', 'contents.jsonl', 'checkpoints.txt', 'keys.txt'][nth % 4] as string;
      const bytes = Uint8Array.from(files[name] as Uint8Array);
      const at = Math.floor(random() * bytes.length);
      bytes[at] = (bytes[at] as number) ^ (1 + Math.floor(random() * 255));
      const result = await check(zipped({ ...files, [name]: bytes }), book.note());
      for (const code of codesOf(result)) named.add(code);
      // A signature line of another name or key is nobody's; the other checkpoints still hold the book.
      const isHarmless = result.exit === 2 && name === 'checkpoints.txt';
      if (result.exit !== 1 && result.exit !== 3 && !isHarmless) missed.push([name, at, result.exit]);
    }
    assert.deepEqual(missed, []);
    for (const code of ['entry_wrong', 'content_changed', 'note_malformed', 'signature_wrong', 'key_malformed'])
      assert.ok(named.has(code), code);
  });

  it('B2.8 finds each changed byte of a record: entry, content, proof, note', async () => {
    const record = vectorBook().record(1);
    const text = Buffer.from(JSON.stringify(record));
    const missed = [];
    for (let at = 0; at < text.length; at++)
      for (const by of [1, 0x20]) {
        const changed = Buffer.from(text);
        changed[at] = (changed[at] as number) ^ by;
        const { exit } = await check(changed, record.note);
        if (exit === 0) missed.push([at, by, String(changed.subarray(at - 10, at + 10))]);
      }
    assert.deepEqual(missed, []);
  });

  it('B2.8 takes nothing that only means the same: other JSON of an entry, other base64 of a signature', async () => {
    const book = vectorBook();
    const [, batch] = book.rows;
    assert.ok(batch);
    batch.line = batch.line.replace(',"ix"', ', "ix"');
    assert.deepEqual(codesOf(await check(zipped(book.files()), book.note())), ['entry_wrong', 'content_changed']);
    const record = vectorBook().record(1);
    const respelt = { ...record, note: record.note.replace(/Q=\n$/, 'R=\n') };
    assert.notEqual(respelt.note, record.note);
    assert.deepEqual(codesOf(await check(JSON.stringify(respelt), record.note)), ['note_malformed', 'outside_foreign']);
  });

  it('B2.8 B2.9 holds a report against its records, as data and on paper, and says what they do not prove', async () => {
    const book = bookOf(30, seeded(11));
    const note = book.note();
    const records = [3, 8, 20].map((ix) => book.record(ix));
    const rows = records.map(({ entry, content }) => {
      const { ix, id, kind } = entry as { ix: number; id: string; kind: string };
      return { ix, id, kind, verdict: content['verdict'] as string, product: 'as it is called' };
    });
    const [, size, root] = note.split('\n');
    const seal = { from: 3, to: 20, entries: 3, size: Number(size), root, note, keys: [] };
    const report = { from: '2026-03-01', batches: rows, days: [], people: [], seal };
    const without = <T extends object>(one: T, name: keyof T) => ({ ...one, [name]: undefined });
    /** The report as it comes: as data, and attached to paper, where the note is told once. */
    const forms = (told: object, some: readonly object[]) => [
      JSON.stringify({ v: 1, report: told, records: some }),
      pdfWith(
        JSON.stringify({ v: 1, report: told }),
        `${some.map((one) => `${JSON.stringify({ ...one, note: undefined })}\n`).join('')}`,
      ),
    ];
    const results = async (told: object, some: readonly object[], checkpoint = note) =>
      Promise.all(forms(told, some).map((data) => check(data, checkpoint)));
    for (const { exit, facts } of await results(report, records)) {
      assert.equal(exit, 0);
      const { counts, unsealed, unproven } = facts[0] ?? {};
      const wanted = Map.groupBy(rows, ({ verdict }) => verdict as string);
      assert.deepEqual(counts, Object.fromEntries(Array.from(wanted, ([name, all]) => [`batch ${name}`, all.length])));
      assert.deepEqual([unsealed, unproven], [0, ['from', 'people', 'seal.keys']]);
    }
    const [first, ...others] = records;
    const [row, ...otherRows] = rows;
    assert.ok(first && row);
    const verdict = row.verdict === 'FAIL' ? 'PASS' : 'FAIL';
    const cases: Record<string, [object, readonly object[], string[]]> = {
      'a verdict of the report': [
        { ...report, batches: [{ ...row, verdict }, ...otherRows] },
        records,
        ['report_differs'],
      ],
      'a content': [
        report,
        [{ ...first, content: { ...first.content, verdict } }, ...others],
        ['content_changed', 'report_differs'],
      ],
      'a content and the report': [
        { ...report, batches: [{ ...row, verdict }, ...otherRows] },
        [{ ...first, content: { ...first.content, verdict } }, ...others],
        ['content_changed'],
      ],
      'an entry': [report, [{ ...first, entry: { ...first.entry, at: 1 } }, ...others], ['proof_wrong']],
      'proofs that changed places': [
        report,
        [{ ...first, proof: others[0]?.proof }, { ...others[0], proof: first.proof }, ...others.slice(1)],
        ['proof_wrong'],
      ],
      'a record left out': [report, others, ['seal_differs', 'record_dropped']],
      'a row left out': [{ ...report, batches: otherRows }, records, ['report_differs']],
      'a row told twice': [{ ...report, batches: [row, ...rows] }, records, ['record_dropped']],
      'a number of entries': [{ ...report, seal: { ...seal, entries: 4 } }, records, ['seal_differs']],
      'another root': [{ ...report, seal: { ...seal, root: seal.keys } }, records, ['seal_differs']],
    };
    for (const [name, [told, some, codes]] of Object.entries(cases))
      for (const result of await results(told, some)) {
        assert.equal(result.exit, 1, name);
        assert.deepEqual([...new Set(codesOf(result))].toSorted(), codes.toSorted(), name);
      }
    // Of more records than fit paper has their entries alone; an empty report proves nothing.
    const apart = records.map((one) => without(one, 'content'));
    for (const result of await results(report, apart))
      assert.deepEqual([result.exit, result.findings], [2, [{ code: 'contents_apart', count: 3 }]]);
    const empty = { ...report, batches: [{ ...row, ix: null }], seal: null };
    for (const result of await results(empty, []))
      assert.deepEqual(
        [result.exit, codesOf(result).toSorted(), result.facts[0]?.['unsealed']],
        [2, ['checkpoint_none', 'records_unsealed'], 1],
      );
    // A real checkpoint beside rows that somebody made up.
    const hollow = { from: undefined, to: undefined, entries: 0, size: seal.size, root, note, keys: [] };
    for (const result of await results({ ...report, batches: [{ ...row, ix: null }], seal: hollow }, []))
      assert.deepEqual([result.exit, codesOf(result).toSorted()], [2, ['outside_none', 'records_unsealed']]);
    // A record of another book, with the proof that it is in that one.
    const other = bookOf(30, seeded(12));
    const strange = other.record(first.entry['ix'] as number);
    const strangeRow = { ...row, id: strange.entry['id'], verdict: strange.content['verdict'] };
    for (const result of await results({ ...report, batches: [strangeRow, ...otherRows] }, [strange, ...others]))
      assert.equal(result.exit, 1);
    // Paper without its report, two reports, and what stands beside a record.
    const [, paper] = forms(report, records);
    for (const data of [
      paper?.toString('latin1').replace('EmbeddedFile\n', 'Other\n') ?? '',
      pdfWith(JSON.stringify({ v: 1, report }), JSON.stringify({ v: 1, report })),
      JSON.stringify({ ...first, records }),
      JSON.stringify({ v: 1, records }),
      JSON.stringify({ v: 1, report: {}, records }),
    ])
      assert.equal((await check(Buffer.from(data as string, 'latin1'), note)).exit, 3);
  });

  it('B2.8 takes no node for a leaf, no shorter tree and no other content', async () => {
    const book = bookOf(16, seeded(5));
    const record = book.record(3);
    const asNode = { ...record, proof: { size: 16, path: record.proof.path.slice(1) } };
    const longer = { ...record, proof: { size: 16, path: [...record.proof.path, '00'.repeat(32)] } };
    const swapped = { ...record, content: book.record(4).content };
    const moved = { ...record, entry: { ...record.entry, ix: 2 } };
    for (const [one, code] of [
      [asNode, 'proof_wrong'],
      [longer, 'proof_wrong'],
      [swapped, 'content_changed'],
      [moved, 'proof_wrong'],
    ] as const) {
      const result = await check(JSON.stringify(one), book.note());
      assert.deepEqual([result.exit, codesOf(result)], [1, [code]]);
    }
    // Whoever leaves out the end has a tree of before; who knows of the end sees it.
    const files = book.files();
    const lines = (name: string, count: number): string => `${files[name]?.split('\n').slice(0, count).join('\n')}\n`;
    const cut = {
      ...files,
      'entries.jsonl': lines('entries.jsonl', 9),
      'contents.jsonl': lines('contents.jsonl', 9),
      'checkpoints.txt': `${book.note(9)}\n`,
    };
    const result = await check(zipped(cut), book.note());
    assert.equal(result.exit, 1);
    assert.ok(codesOf(result).includes('truncated'));
    // A book written anew from the fifth entry on.
    const other = bookOf(16, seeded(6));
    const rewritten = await check(zipped(other.files()), book.note());
    assert.deepEqual([rewritten.exit, codesOf(rewritten)], [1, ['root_differs']]);
  });
});

describe('the log of all books', () => {
  const host = 'brina.example/log';
  const [book, others] = [vectorBook(), bookOf(5, seeded(9))];
  const text = (note: string): string => note.slice(0, note.indexOf('\n\n') + 1);
  const leafOf = (note: string): Buffer => leaf(createHash('sha256').update(text(note)).digest());
  const leaves = [leafOf(others.note()), leafOf(book.note()), leafOf(others.note(3))];
  const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes as Uint8Array).toString('base64');
  const logNote = noteOf(host, leaves);
  const proofOf = (record: object | undefined, index = 1): string =>
    [
      'c2sp.org/tlog-proof@v1',
      ...(record ? [`extra ${base64(JSON.stringify(record))}`] : []),
      `index ${index}`,
      ...pathOf(1, leaves).map(base64),
      '',
      logNote,
    ].join('\n');

  it('B2.8 a proof leads from a record over its book to the log, whose checkpoint anchors it', async () => {
    const record = book.record(1);
    for (const data of [proofOf(record), JSON.stringify({ ...record, log: proofOf(undefined) })]) {
      assert.deepEqual(codesOf(await check(data, logNote)), []);
      assert.deepEqual(codesOf(await check(data, book.note())), []);
      assert.deepEqual(codesOf(await check(data, '')), ['outside_none']);
      assert.deepEqual(codesOf(await check(data, noteOf(host, leaves.slice(0, 2)))), ['outside_foreign']);
      assert.deepEqual(codesOf(await check(data, noteOf(host, leaves.toReversed()))), [
        'root_differs',
        'outside_foreign',
      ]);
    }
    assert.deepEqual(codesOf(await check(proofOf(record, 0), logNote)), ['proof_wrong']);
    assert.deepEqual(codesOf(await check(proofOf(others.record(1)), logNote)), ['proof_wrong']);
  });
});

describe('what is hostile', () => {
  const book = vectorBook();
  const files = book.files();
  const data = zipped(files, 0);
  const patched = (change: (view: DataView, list: number) => void): Uint8Array => {
    const bytes = Uint8Array.from(data);
    const view = new DataView(bytes.buffer);
    change(view, view.getUint32(bytes.length - 6, true));
    return bytes;
  };

  it('B2.8 refuses zips that lie about sizes, places and names, and bombs, before it holds them', async () => {
    const bomb = zipped({ ...files, 'a.txt': new Uint8Array(20_000_000) });
    const cases: Record<string, Uint8Array> = {
      bomb,
      truncated: data.subarray(0, data.length - 40),
      half: data.subarray(0, data.length / 2),
      'bytes after it': Buffer.concat([data, Buffer.from('x')]),
      'bytes before it': Buffer.concat([Buffer.from('PK'), data]),
      'huge size': patched((view, list) => view.setUint32(list + 24, 0xfffffff0, true)),
      'huge packed size': patched((view, list) => view.setUint32(list + 20, 0xfffffff0, true)),
      'huge list': patched((view) => view.setUint32(data.length - 10, 0xfffffff0, true)),
      'many files': patched((view) => view.setUint16(data.length - 12, 0xffff, true)),
      overlapping: patched((view, list) => view.setUint32(list + 46 + 10 + 42, 0, true)),
      encrypted: patched((view, list) => view.setUint16(list + 8, 1, true)),
      'other method': patched((view, list) => view.setUint16(list + 10, 93, true)),
      'path upwards': zipped({ ...files, '../x': 'x' }),
      'path from the root': zipped({ ...files, '/etc/x': 'x' }),
      'no entries': zipped({ 'keys.txt': files['keys.txt'] as string }),
      empty: new Uint8Array(),
      'no file of ours': Buffer.from('PK? no'),
      'a list': Buffer.from('[1]'),
      null: Buffer.from('null'),
      deep: Buffer.from('['.repeat(200_000)),
      'no record in a PDF': pdfWith('hello'),
      'half a PDF': pdfWith(JSON.stringify(book.record(1))).subarray(0, 300),
      'PDF bomb': pdfWith(`{${' '.repeat(70_000_000)}`),
    };
    for (const [name, bytes] of Object.entries(cases)) assert.equal((await check(bytes, '')).exit, 3, name);
  });
});

describe('the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brina-verify-'));
  after(() => rmSync(folder, { recursive: true }));
  const book = vectorBook();
  const files: Record<string, Uint8Array | string> = {
    'book.zip': zipped(book.files()),
    'changed.json': JSON.stringify({ ...book.record(1), content: { verdict: 'PASS' } }),
    'record.pdf': plainPdfWith(JSON.stringify(book.record(1))),
    'last.txt': book.note(),
    'keys.txt': `${ours}\n`,
    'brina-verify.mjs': readFileSync(file),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  /** Runs it alone in a folder: nothing of the portal is near. */
  const run = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['brina-verify.mjs', ...words], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(stderr, '');
    return { status, stdout };
  };

  it('B2.8 has at most 500 lines and needs nothing but Node', () => {
    const text = readFileSync(file, 'utf8');
    assert.ok(text.split('\n').length - 1 <= 500, `${text.split('\n').length - 1} lines`);
    const imported = [...text.matchAll(/import\((.*?)\)|from '(.*?)'/g)].map(([, called, named]) => called ?? named);
    for (const name of imported) assert.match(String(name), /^'node:[a-z/]+'$/);
  });

  it('B2.8 ends with 0, 1, 2 or 3 and says why', () => {
    assert.deepEqual(run('book.zip', '--checkpoint', 'last.txt').status, 0);
    assert.deepEqual(run('record.pdf', '--key', 'keys.txt', '--checkpoint', 'last.txt').status, 0);
    assert.deepEqual(run('record.pdf', '--checkpoint', 'last.txt', '--key', ours).status, 0);
    const changed = run('changed.json', '--key', ours, '--checkpoint', 'last.txt');
    assert.deepEqual(changed.status, 1);
    assert.match(changed.stdout, /^CHANGED\n(.*\n)*entry 1: the content is not the one that was sealed\n/);
    const alone = run('book.zip');
    assert.deepEqual(alone.status, 2);
    assert.match(alone.stdout, /nothing from elsewhere/);
    for (const words of [[], ['none.zip'], ['book.zip', '--key'], ['book.zip', '--checkpoint', 'none'], ['last.txt']])
      assert.equal(run(...words).status, 3, words.join(' '));
  });
});
