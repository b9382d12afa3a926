import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type BatchRecord, batchRecord, getBatch } from '@brina/contract/calls/record/haccp';
import { recordSheet, sheetCatalogues } from '@brina/contract/words/record-sheet';
import { minute_ms } from '@brina/domain/language/durations';
import { htmlLang, type Locale, locales } from '@brina/domain/language/locales';
import { formatFor } from '@brina/domain/language/reader';
import { speechIn } from '@brina/domain/language/speech';
import pdfmake from 'pdfmake';
import { sheetPdf } from './sheet-pdf.ts';
import { brokenRules } from './testing/pdf-a.ts';

const run = promisify(execFile);

/** A record with something in each of its parts. */
function record(): BatchRecord {
  const whole = batchRecord.parse(getBatch.example.reply);
  const { startedAt } = whole;
  const at = Array.from({ length: 81 }, (_, minute) => startedAt + minute * minute_ms);
  const core = at.map((_, minute) => 70 - minute * 0.84);
  const [from, to] = [startedAt + 20 * minute_ms, startedAt + 32 * minute_ms];
  const said = { id: '1', by: 'Anna Neri', role: 'USER', enteredAt: to } as const;
  return {
    ...whole,
    verdict: 'FAIL',
    minutes: 98.4,
    reasons: ['gap_bounded'],
    product: 'Ragù Борщ 牛肉',
    samples: {
      at,
      core,
      points: [core, core.map((value) => value - 1)],
      pointNames: ['TCore1', 'TCore2'],
      air: at.map(() => -14),
      set: at.map(() => -14),
    },
    gaps: [{ from, to, reason: 'power_lost' }],
    doors: [{ from, to: null }],
    disbelieved: [{ point: 1, from, to, reason: 'probe_removed' }],
    alarms: [{ name: 'blackOutAlarm', from, to }],
    actions: [{ id: 'a', revision: 2, state: 'done', cause: 'TOO_THICK', createdAt: to }],
    readings: [{ ...said, value_C: 4.1, at: to, where: 'Top', instrument: 'T-7', note: '' }],
    notes: [{ ...said, text: 'Two trays went to the cold room.' }],
    amendments: [{ ...said, field: 'lot', was: null, now: 'L-7', reason: 'Read from the label.' }],
  };
}

async function made(locale: Locale, paper: 'A4' | 'LETTER' = 'A4', of = record()) {
  const format = formatFor({ locale, measurement: 'metric', hours: '24h', timeZone: 'Europe/Rome' });
  const say = speechIn(sheetCatalogues, format.reader);
  const sheet = recordSheet(say, format, of);
  const content = JSON.stringify(of);
  const file = await sheetPdf([sheet], {
    name: sheet.name,
    paper,
    language: htmlLang(locale),
    at: record().seal?.checkpointAt ?? 0,
    page: (n, of) => say.record('page', { n, of }),
    files: [{ name: 'record.json', mediaType: 'application/json', content, description: say.record('record') }],
  });
  return { file: Buffer.from(file), sheet };
}

/** What programs that know nothing of us read in a file; they leave with another code than 0 where anything is wrong with it. */
async function read(file: Buffer): Promise<{ text: string; fonts: string[]; size: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'brina-sheet-'));
  try {
    const path = join(folder, 'sheet.pdf');
    await writeFile(path, file);
    await run('qpdf', ['--check', path]);
    const text = (await run('pdftotext', ['-raw', path, '-'])).stdout;
    const fonts = (await run('pdffonts', [path])).stdout.trim().split('\n').slice(2);
    const size = /Page size: +(.*)/.exec((await run('pdfinfo', [path])).stdout)?.[1] ?? '';
    return { text, fonts, size };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const flat = (text: string): string => text.replaceAll(/[\s\u00a0\u202f]+/g, '');

describe('a sheet as a PDF', () => {
  for (const locale of locales)
    it(`B2.9 has all that the sheet says, every letter of it in the file, on two pages: ${locale}`, async () => {
      const { file, sheet } = await made(locale);
      const { text, fonts } = await read(file);
      const words = flat(text);
      const said = [
        sheet.title,
        sheet.verdict?.word ?? '',
        sheet.verdict?.measured ?? '',
        ...sheet.facts.flatMap(({ term, detail }) => [term, detail]),
        ...sheet.parts.flatMap(({ title, table }) => [title, ...(table?.columns.map((one) => one.title) ?? [])]),
      ];
      for (const one of said) assert.ok(words.includes(flat(one)), `${locale}: ${one}`);
      // Name, type, encoding, embedded, subset, mapped to letters.
      assert.ok(fonts.length > 0);
      for (const font of fonts) assert.match(font, / yes yes yes +\d+ +0$/);
      assert.equal(text.split('\f').length - 1, 2);
    });

  it('B2.9 keeps the rules of PDF/A-3b that bear on it, and is the same to the byte', async () => {
    const { file } = await made('ja');
    assert.deepEqual(await brokenRules(file), []);
    assert.deepEqual((await made('ja')).file, file);
  });

  it('B2.9 a letter that no font has is marked, never left out: the data in the file have it', async () => {
    const { file } = await made('it', 'A4', { ...record(), product: 'Kimchi 김치 🥬' });
    assert.deepEqual(await brokenRules(file), []);
    assert.ok((await read(file)).text.includes('Kimchi 〓〓 〓'));
    const lacking = await pdfmake
      .createPdf({ content: 'Kimchi 김치', version: '1.7', subset: 'PDF/A-3b', defaultStyle: { font: 'NotoSans' } })
      .getBuffer();
    assert.ok((await brokenRules(lacking)).includes('6.2.11.8 no letter is missing from its font'));
  });

  it('B2.9 is as large as the paper of its country', async () => {
    assert.match((await read((await made('en-US', 'LETTER')).file)).size, /612 x 792 pts \(letter\)/);
    assert.match((await read((await made('en')).file)).size, /\(A4\)/);
  });

  /** What breaks each rule: a part of the file, and what stands there instead. */
  const breaks: [rule: string, from: string, to: string][] = [
    ['6.1.2', '%PDF-1.7\n%', '%PDF-1.7\n '],
    ['6.1.3', '/ID [', '/Id ['],
    ['6.1.7', '/Type /Catalog', '/FFilter /X /Type /Catalog'],
    ['6.2.3', '/GTS_PDFA1', '/GTS_PDFX1'],
    ['6.2.10', '/OutputIntents', '/OutputIntentz'],
    ['6.2.11.4', '/FontFile2', '/FontFilez'],
    ['6.2.11.7', '/ToUnicode', '/ToUnicodz'],
    ['6.5.1', '/Type /Catalog', '/OpenAction << /S /JavaScript /JS (app.alert(1)) >> /Type /Catalog'],
    ['6.6.2', '<xmp:CreateDate>20', '<xmp:CreateDate>19'],
    ['6.6.4', '<pdfaid:part>3', '<pdfaid:part>1'],
    ['6.8', '/AFRelationship /Source', '/AFRelationship /Sourcz'],
  ];
  for (const [rule, from, to] of breaks)
    it(`B2.9 a file that breaks ${rule} is found`, async () => {
      const { file } = await made('en');
      const text = file.toString('latin1');
      assert.ok(text.includes(from), `the file has ${from}`);
      const see = rule === '6.2.10' ? text.replace('/ca 1', '/ca 0.5').replaceAll(from, to) : text.replaceAll(from, to);
      const broken = await brokenRules(Buffer.from(see, 'latin1'));
      assert.ok(
        broken.some((one) => one.startsWith(`${rule} `)),
        broken.join('; ') || 'nothing',
      );
    });
});
