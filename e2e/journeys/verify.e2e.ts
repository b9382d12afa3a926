import { createHash, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import { verifyPath } from '@brina/contract/calls/record/verify';
import { minute_ms } from '@brina/domain/language/durations';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const sha256 = (...parts: (string | Uint8Array)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
/** Canonical JSON of what has its inner members in order already. */
const sorted = (value: object): string => JSON.stringify(Object.fromEntries(Object.entries(value).sort()));

/** A record that is all its book has, the book's checkpoint and its key, sealed here: the page has never seen this portal's. */
function sealed(lot: string, { publicKey, privateKey } = generateKeyPairSync('ed25519')) {
  const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }))
    .export({ type: 'spki', format: 'der' })
    .subarray(-32);
  const [book, at] = ['0198c0de-0000-7000-8000-00000000000c', 1_763_670_000_000];
  const times = Array.from({ length: 90 }, (_, nth) => at + minute_ms * nth);
  const core = times.map((_, nth) => Math.max(2, 75 - nth));
  const [ended, began] = [at + 72 * minute_ms, at + 5 * minute_ms];
  const content = {
    applianceName: 'Abbattitore banco',
    endedAt: at + 90 * minute_ms,
    gaps: [],
    limit_min: 90,
    lot,
    minutes: 67,
    product: 'Lasagne',
    reasons: [],
    samples: { air: core.map(() => -5), at: times, core },
    stages: [{ endedAt: ended, from: 70, limit_min: 90, minutes: 67, startedAt: began, to: 3, verdict: 'PASS' }],
    startedAt: at,
    timeZone: 'Europe/Rome',
    verdict: 'PASS',
  };
  const entry = {
    v: 1,
    book,
    ix: 0,
    at,
    kind: 'batch',
    id: 'b1',
    rev: 1,
    hash: sha256(sorted(content)).toString('hex'),
  };
  const origin = `kitchen.example/book/${book}`;
  const text = `${origin}\n1\n${sha256(Uint8Array.of(0), sorted(entry)).toString('base64')}\n`;
  const id = sha256(`${origin}\n`, Uint8Array.of(1), key).subarray(0, 4);
  const signature = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]).toString('base64');
  const note = `${text}\n\u2014 ${origin} ${signature}\n`;
  const line = `${origin}+${id.toString('hex')}+${Buffer.concat([Uint8Array.of(1), key]).toString('base64')}`;
  return { record: { v: 1, entry, content, proof: { size: 1, path: [] }, note }, note, line };
}

/** A PDF as far as it matters here: what is attached to it. */
function pdfOf(...attached: readonly object[]): Buffer {
  const objects = attached.flatMap((one, at) => {
    const data = deflateSync(JSON.stringify(one));
    const head = `${5 + at} 0 obj\n<<\n/Type /EmbeddedFile\n/Filter /FlateDecode\n/Length ${data.length}\n>>\nstream\n`;
    return [Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n')];
  });
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...objects, Buffer.from('%%EOF\n')]);
}

/** The report of a period that has one record, as it is attached to its paper, and the record as it is there. */
function reportOf({ record: { note, ...record } }: ReturnType<typeof sealed>, verdict = 'PASS') {
  const [, size, root] = note.split('\n');
  const { ix, id, kind } = record.entry;
  const seal = { from: ix, to: ix, entries: 1, size: Number(size), root, note, keys: [] };
  const rows = [
    { ix, id, kind, verdict },
    { ix: null, id: 'b2', kind, verdict: 'FAIL' },
  ];
  return [{ v: 1, report: { company: 'Neri', people: [], batches: rows, days: [], seal } }, record] as const;
}

test('B2.9 B2.8 a stranger holds the paper of a period against its records, sees how they were judged, and what they do not prove', async ({
  otherBrowser,
  world,
}) => {
  const one = sealed('L-324');
  const page = await otherBrowser();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(world.url + verifyPath);
  const fileOf = (name: string, attached: readonly object[]) => ({
    name,
    mimeType: 'application/pdf',
    buffer: pdfOf(...attached),
  });
  await page
    .locator('#files')
    .setInputFiles([
      fileOf('period.pdf', reportOf(one)),
      fileOf('forged.pdf', reportOf(one, 'FAIL')),
      fileOf('dropped.pdf', reportOf(one).slice(0, 1)),
    ]);
  await page.getByText('Compare with what you have from elsewhere').click();
  await page.getByLabel('Key').fill(one.line);
  await page.getByLabel('Checkpoint').fill(one.note);
  await page.getByLabel('Checkpoint').blur();
  const [whole, forged, dropped] = [0, 1, 2].map((nth) => page.getByRole('article').nth(nth));
  if (!whole || !forged || !dropped) throw new Error('No articles.');
  // One of its rows is in no book, and this portal has never seen the other.
  await expect(whole).toContainText('NOT IN THE BOOK');
  await expect(whole).toContainText('Rows of the report that stand in no book, and are not proven: 1');
  await expect(whole).toContainText('Records of the report that stand in the book: 1');
  await expect(whole).toContainText('Records of the report that stand in no book yet, and are not proven: 1');
  await expect(whole.getByRole('table', { name: 'Records by verdict' })).toContainText(/Cycles\s*PASS\s*1/);
  await expect(whole).toContainText('Not proven by itself: company, people, seal.keys');
  await whole.getByText('Records', { exact: true }).last().click();
  await expect(whole.getByRole('table', { name: /stand in the book/ })).toContainText('Lasagne');
  await expect(whole.getByRole('img', { name: /^Curve: / })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expect(forged).toContainText('The report says otherwise of entry 0 than the record itself, or has it not.');
  await expect(dropped).toContainText('The report has the record of entry 0, and this file does not.');
  for (const changed of [forged, dropped]) {
    await expect(changed).toContainText('CHANGED');
    await expect(changed.getByRole('table')).toHaveCount(0);
  }
});

test('B2.8 a stranger verifies a record in the browser: whole, changed and not anchored, and sees it drawn; also from disk', async ({
  otherBrowser,
  world,
}, info) => {
  const pair = generateKeyPairSync('ed25519');
  const { record, note, line } = sealed('L-324', pair);
  const changed = { ...record, content: { ...record.content, minutes: 60 } };
  const files = [
    { name: 'record.pdf', mimeType: 'application/pdf', buffer: pdfOf(record) },
    { name: 'changed.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(changed)) },
  ];
  const verify = async (page: Page): Promise<void> => {
    const results = page.getByRole('article');
    await page.locator('#files').setInputFiles(files);
    // Who serves the page is asked whether its books have the record; a page on a disk asks nobody.
    const isServed = page.url().startsWith('http');
    await expect(results.first()).toContainText(isServed ? 'NOT IN THE BOOK' : 'NOT ANCHORED');
    await expect(results.first()).toContainText('There is no checkpoint from elsewhere to compare with.');
    const said = isServed ? 'This very file is not entered as issued.' : '';
    await expect(results.first()).toContainText(said);
    await page.getByText('Compare with what you have from elsewhere').click();
    await page.getByLabel('Key').fill(line);
    await page.getByLabel('Checkpoint').fill(`Good morning,\n\n${note}\nYours`);
    await page.getByLabel('Checkpoint').blur();
    await expect(results.first()).toContainText('WHOLE');
    await expect(results.first().getByRole('img', { name: /^Curve: / })).toBeVisible();
    await expect(results.first()).toContainText('67.0 of 90 min');
    await expect(results.nth(1)).toContainText('CHANGED');
    await expect(results.nth(1)).toContainText('The content of entry 0 is not the one that was sealed.');
    // What was changed is not drawn as if it were a record.
    await expect(results.nth(1).getByRole('img', { name: /^Curve: / })).toHaveCount(0);
  };
  const page = await otherBrowser();
  const sent: string[] = [];
  page.on('request', (request) =>
    sent.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`),
  );
  await page.goto(world.url + verifyPath);
  await verify(page);
  // Nothing of the record leaves the browser: the page itself, and questions that carry a hash.
  const asked =
    /^GET (\/verify|\/favicon\.\w+|\/config\.json|\/api\/v1\/analytics\/haccp\/(keys|verify\/(files\/)?[0-9a-f]{64})) $/;
  for (const one of sent) expect(one).toMatch(asked);

  // The code on a paper: of an entry that no book here has.
  const scanned = await otherBrowser();
  await scanned.goto(`${world.url}${verifyPath}?leaf=${'a'.repeat(64)}`);
  await expect(scanned.getByText('No book here has a record with this code.')).toBeVisible();

  // Two books with one name, both of them signed: together they tell.
  const other = {
    name: 'other.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(sealed('L-325', pair).record)),
  };
  await page.getByLabel('Checkpoint').fill('');
  await page.locator('#files').setInputFiles([other]);
  await expect(page.getByRole('article')).toHaveText([/NOT IN THE BOOK/]);
  await page.locator('#files').setInputFiles([...files.slice(0, 1), other]);
  await expect(page.getByRole('article')).toContainText(['CHANGED', 'CHANGED']);
  await page.getByLabel('Checkpoint').fill(note);
  await page.locator('#files').setInputFiles(files);
  await expect(page.getByRole('article').first()).toContainText('WHOLE');

  await page.getByLabel('Language').selectOption('de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('article').first()).toContainText('UNVERSEHRT');

  const saved = info.outputPath('verify.html');
  await writeFile(saved, await (await page.request.get(world.url + verifyPath)).text());
  const offline = await otherBrowser();
  await offline.context().setOffline(true);
  await offline.goto(pathToFileURL(saved).href);
  await verify(offline);
});
