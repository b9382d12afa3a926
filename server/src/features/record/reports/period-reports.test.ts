import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { checkProbe } from '@brina/contract/calls/record/checks';
import { exportLedger, listCheckpoints, verifyFile } from '@brina/contract/calls/record/ledger';
import { endManual, startManual } from '@brina/contract/calls/record/manual';
import {
  getPeriodReport,
  getPeriodReportFile,
  listPeriodReports,
  makePeriodReport,
  reportDays_max,
} from '@brina/contract/calls/record/period-reports';
import { grantSigning, signRecords } from '@brina/contract/calls/record/signatures';
import type { Input } from '@brina/contract/wire/call';
import { periodMessages } from '@brina/contract/words/period.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { dayAfter, localDay } from '@brina/domain/language/local-day';
import { textIn, translate } from '@brina/domain/language/messages';
import { strFromU8, unzipSync } from 'fflate';
import { timestamp } from '#core/db/instants.ts';
import { brokenRules } from '#core/testing/pdf-a.ts';
import { isIncluded, rootOfNote } from '#features/record/ledger/testing/verifying.ts';
import { type Verified, verify } from '#features/record/verify/brina-verify.mjs';
import { pdfWith } from '#features/record/verify/testing/book.ts';
import { chiller, straight } from '../../../../test/batches.ts';
import { given, type TestUser, testPassword } from '../../../../test/given.ts';
import { keepHoldDay } from '../../../../test/hold-days.ts';
import { ownPortal, type TestPortal } from '../../../../test/portal.ts';

const run = promisify(execFile);

/** No word stands nearer to the edge of the paper. */
const margin_pt = 42;

/** What programs that know nothing of us say of a PDF: its text, its paper, and the files in it. */
async function examined(data: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'brina-period-'));
  try {
    const file = join(folder, 'report.pdf');
    await writeFile(file, data);
    await run('qpdf', ['--check', file]);
    const text = (await run('pdftotext', ['-layout', file, '-'])).stdout;
    const paper = /Page size: +([\d.]+ x [\d.]+)/.exec((await run('pdfinfo', [file])).stdout)?.[1];
    const places = (await run('pdftotext', ['-bbox', file, '-'])).stdout;
    const rightmost = Math.max(...Array.from(places.matchAll(/xMax="([\d.]+)" yMax/g), ([, x]) => Number(x)));
    assert.ok(
      rightmost <= Number.parseFloat(paper ?? '') - margin_pt,
      `a word runs over the edge: ${rightmost} of ${paper}`,
    );
    const names = (await run('qpdf', [file, '--list-attachments'])).stdout;
    const attached = async (name: string): Promise<string> =>
      names.includes(name) ? (await run('qpdf', [file, `--show-attachment=${name}`])).stdout : '';
    return {
      text: text.replaceAll(/\s+/g, ' '),
      paper,
      report: await attached('report.json'),
      entries: await attached('entries.jsonl'),
      note: await attached('checkpoint.txt'),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Body = Input<typeof makePeriodReport>['body'];
/** The English text of a key, as far as its first value. */
const says = (key: keyof (typeof periodMessages)['texts']): string => {
  const text = textIn(periodMessages.texts[key], 'en');
  return (
    (typeof text === 'string' ? text : (text['other'] ?? '')).replace(/^[^a-z]*\{\w+\}:? ?/i, '').split('{')[0] ?? ''
  );
};

/** A unit with cycles that took so many minutes from 75 to 3 °C, one after the other. */
async function worked(portal: TestPortal, lengths: readonly number[]) {
  const scene = await chiller(portal);
  const from = localDay(portal.clock.now(), 'Europe/Rome');
  for (const [nth, minutes] of lengths.entries()) {
    const startedAt = portal.clock.now();
    portal.clock.leap(Math.max(2 * hour_ms, (minutes + 20) * minute_ms));
    const core = straight([0, 75], [minutes, 3], [minutes + 10, 2]);
    const probes = (min: number) => ({ TCore1: core(min), TCore2: core(min) });
    await scene.tell({ runId: `r${nth}`, startedAt, minutes: minutes + 10, says: probes });
    await portal.clock.advance(16 * minute_ms);
  }
  return { ...scene, from, to: localDay(portal.clock.now(), 'Europe/Rome') };
}

/** A report that somebody has asked for and waited for. */
async function made(portal: TestPortal, who: TestUser, body: Body) {
  const { id } = await who.call(makePeriodReport, { body });
  await portal.settled();
  const params = { reportId: id };
  const report = await who.call(getPeriodReport, { params });
  assert.equal(report.state, 'done');
  const file = await who.call(getPeriodReportFile, { params });
  assert.equal(report.size, file.data.length);
  return { report, file, params };
}

/** The entry of a line, which its path leads to the root. */
function provenIn(line: string, root: Uint8Array): { id: string; kind: string } {
  const { entry, proof } = JSON.parse(line) as {
    entry: { ix: number; id: string; kind: string };
    proof: { size: number; path: string[] };
  };
  const path = proof.path.map((hash) => Buffer.from(hash, 'hex'));
  const leaf = Buffer.from(line.slice(line.lastIndexOf('"entry":') + '"entry":'.length, line.lastIndexOf(',"proof":')));
  assert.ok(isIncluded(leaf, { ix: entry.ix, size: proof.size, path, root }), line);
  return entry;
}

/** Verifies files as somebody does who has the keys of a company's book, and all its checkpoints. */
async function verifier(owner: TestUser) {
  const keys = strFromU8(unzipSync((await owner.call(exportLedger, {})).data)['keys.txt'] ?? new Uint8Array());
  const notes = await owner.call(listCheckpoints, { query: { after: 0, limit: 100 } });
  return async (file: string | Uint8Array): Promise<Verified> => {
    const bytes = Buffer.from(file as Uint8Array);
    const source = { size: bytes.length, read: async (start: number, end: number) => bytes.subarray(start, end) };
    return verify(source, { keys, checkpoints: notes.map(({ note }) => note).join('\n') });
  };
}

describe('reports of periods', async () => {
  // The night in which clocks go forward in Rome.
  const portal = await ownPortal({
    environment: { BRINA_ACCESS_TOKEN_S: '86400' },
    began_ms: Date.UTC(2026, 2, 28, 23, 30),
  });
  const { user, member, claimedUnit } = given(portal);

  it('B2.9 B2.7 what an inspector asks is answered from the data, and on a day of 23 hours each time says on which side of the change it is', async () => {
    using scene = await worked(portal, [50, 50, 50]);
    const { owner, serial } = scene;
    const asked = { from: '2026-03-27', to: '2026-03-29', serialNumber: serial };
    const before = (await examined((await made(portal, owner, asked)).file.data)).text;
    for (const key of ['noSignatures', 'sameLengths', 'noChecks', 'blanks', 'someBlanks', 'never'] as const)
      assert.ok(before.includes(says(key)), `${key}: ${says(key)} in ${before}`);
    assert.match(before, /Europe\/Rome, UTC\+1/);
    // What is beside it in the same row may be read between a time and its offset.
    assert.doesNotMatch(before, /00:30:\d\d [^:]*UTC/);
    assert.match(before, /03:\d\d:\d\d [^:]*UTC\+2/);

    const { grant } = await owner.call(grantSigning, { body: { password: testPassword } });
    const { batchId, revision, seal } = await scene.lastRecord();
    const what = [{ kind: 'batch' as const, id: batchId, revision, hash: seal?.hash ?? '' }];
    await owner.call(signRecords, { body: { grant, meaning: 'REVIEWED', what } });
    await owner.call(checkProbe, {
      params: { serial },
      body: { ...checkProbe.example.body, at: portal.clock.now(), instrument: 'Stirred ice' },
    });
    const after = (await examined((await made(portal, owner, asked)).file.data)).text;
    assert.ok(!after.includes(says('noSignatures')));
    for (const told of ['1 of 3 records are signed', '1 of 1 core probes', 'Stirred ice', 'Test USER'])
      assert.ok(after.includes(told), `${told} in ${after}`);
  });

  it('B2.9 S9.2 a report of a period counts its records, lists each, draws what went wrong, and proves each entry; killed in the middle it is begun anew, and is the same to the byte', async () => {
    using scene = await worked(portal, [120, 55]);
    const { owner, serial, from, to } = scene;
    await keepHoldDay(portal, serial, { name: 'Chiller', labId: scene.unit.labId, day: to });
    const records = await scene.batches();
    const { report, file } = await made(portal, owner, { from, to });
    assert.deepEqual([report.done, report.total, report.serialNumber], [5, 5, null]);
    assert.match(file.name, /^brina-haccp-[\d-]+\.pdf$/);
    assert.deepEqual(await brokenRules(file.data), []);
    const { text, entries, note, paper } = await examined(file.data);
    assert.equal(paper, '595.28 x 841.89');
    for (const word of ['FAIL', 'PASS', 'LIMIT KEPT', says('exceptions'), says('diligence'), says('integrity')])
      assert.ok(text.includes(word), word);
    // What failed is drawn under its own number; what did not stands in the table alone.
    assert.deepEqual(
      records.map(({ batchId }) => text.includes(batchId)),
      records.map(({ verdict }) => verdict === 'FAIL'),
    );
    const root = rootOfNote(note);
    assert.ok(text.includes(root.toString('base64')));
    const proven = entries
      .trimEnd()
      .split('\n')
      .map((line) => provenIn(line, root));
    assert.deepEqual(
      proven
        .filter(({ kind }) => kind === 'batch')
        .map(({ id }) => id)
        .toSorted(),
      records.map(({ batchId }) => batchId).toSorted(),
    );
    assert.equal(proven.length, 3, 'and the day');

    const { id } = await owner.call(makePeriodReport, { body: { from, to } });
    const params = { reportId: id };
    // As a portal leaves it that is killed while it reads.
    await portal.db.write((db) =>
      db
        .updateTable('haccp_report')
        .set({ state: 'running', attempts: 1, done: 1, total: 3, due_at: timestamp(portal.clock.now() + minute_ms) })
        .where('id', '=', id)
        .execute(),
    );
    await portal.settled();
    const { state, done } = await owner.call(getPeriodReport, { params });
    assert.deepEqual([state, done], ['running', 1], 'somebody may still make it');
    await portal.clock.advance(2 * minute_ms);
    assert.equal((await owner.call(getPeriodReport, { params })).state, 'done');
    const again = await owner.call(getPeriodReportFile, { params });
    assert.ok(Buffer.from(again.data).equals(Buffer.from(file.data)));
    const sha256 = createHash('sha256').update(file.data).digest('hex');
    const { issued } = await owner.call(verifyFile, { params: { sha256 } });
    assert.ok(issued && issued.at >= report.createdAt, 'the book says when it was issued');

    const japanese = await made(portal, owner, { from, to, paper: 'LETTER', language: 'ja_JP' });
    const said = await examined(japanese.file.data);
    assert.equal(said.paper, '612 x 792');
    assert.ok(said.text.replaceAll(' ', '').includes(translate(ruleMessages, 'ja', 'verdict.FAIL')));
  });

  it('B2.9 S6.7 whose it is not sees nothing of it; who is invited has a report of what is shared with it, and none once that has ended', async () => {
    const owner = await user();
    const [shared, other] = [await claimedUnit(owner), await claimedUnit(owner)];
    portal.clock.leap(10 * minute_ms);
    const day = localDay(portal.clock.now(), 'Europe/Rome');
    for (const { serialNumber, labId } of [shared, other]) await keepHoldDay(portal, serialNumber, { labId, day });
    const guest = await member(owner, 'KITCHEN_MANAGER', [shared.serialNumber]);
    const body = { from: day, to: day };
    const whole = await made(portal, owner, body);
    const own = await made(portal, guest, body);
    const texts = await Promise.all(
      [whole, own].map(async ({ file }) => (await examined(file.data)).text.replaceAll(' ', '')),
    );
    assert.deepEqual(
      // A narrow column breaks a serial number after its family.
      texts.map((text) => [shared, other].map(({ serialNumber }) => text.includes(serialNumber.slice(3)))),
      [
        [true, true],
        [true, false],
      ],
    );
    const listed = async (who: TestUser) => (await who.call(listPeriodReports, {})).map(({ id }) => id);
    assert.deepEqual(await listed(guest), [own.report.id]);
    assert.deepEqual(await listed(owner), [own.report.id, whole.report.id]);
    const stranger = await user();
    for (const reader of [stranger, guest])
      for (const call of [getPeriodReport, getPeriodReportFile])
        assert.equal((await reader.refused(call, { params: whole.params })).status, 404);
    for (const place of [{ serialNumber: shared.serialNumber }, { labId: shared.labId }])
      assert.equal((await stranger.refused(makePeriodReport, { body: { ...body, ...place } })).status, 404);

    await guest.call(makePeriodReport, { body });
    await portal.db.write((db) => db.deleteFrom('membership').where('id', '=', guest.membershipId).execute());
    await portal.settled();
    assert.deepEqual(await listed(owner), [whole.report.id]);
  });

  it('B2.9 S9.2 an empty period is a report that says so; of a company one is made at a time; days that run backwards, or are too many, are refused', async () => {
    const owner = await user();
    const from = '2026-01-01';
    const ask = () => owner.call(makePeriodReport, { body: { from, to: '2026-01-31' } });
    const both = await portal.race(ask, ask);
    const [asked] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    assert.ok(asked && both.some(({ status }) => status === 'rejected'), 'of two who ask at once one is refused');
    assert.deepEqual([asked.state, asked.size], ['waiting', null]);
    const params = { reportId: asked.id };
    assert.equal((await owner.refused(getPeriodReportFile, { params })).code, 'report_not_ready');
    const refused = async (body: Body) => {
      const { status, code } = await owner.refused(makePeriodReport, { body });
      return [status, code];
    };
    assert.deepEqual(await refused({ from, to: '2026-02-28' }), [409, 'report_running']);
    await portal.settled();
    const { data } = await owner.call(getPeriodReportFile, { params });
    assert.deepEqual(await brokenRules(data), []);
    assert.ok((await examined(data)).text.includes(says('empty')));
    assert.deepEqual(await refused({ from: '2026-02-01', to: from }), [400, 'range_reversed']);
    assert.deepEqual(await refused({ from: '2026-02-31', to: '2026-03-31' }), [400, 'bad_request']);
    let last = from;
    for (let nth = 1; nth < reportDays_max; nth++) last = dayAfter(last);
    assert.deepEqual(await refused({ from, to: dayAfter(last) }), [422, 'period_too_long']);
    assert.equal((await owner.call(makePeriodReport, { body: { from, to: last } })).state, 'waiting');
  });

  it('B2.9 B2.7 what was cooled without an appliance stands in the report of its kitchen and of the company, on paper and as data; in that of a unit it does not', async () => {
    using scene = await worked(portal, [120]);
    const { owner, serial, from, to } = scene;
    const { labId } = scene.unit;
    const reading = { ...startManual.example.body.reading, at: portal.clock.now() };
    const body = { ...startManual.example.body, labId, reading };
    const { id } = await owner.call(startManual, { body });
    await owner.call(endManual, { params: { manualId: id } });
    const elsewhere = await given(portal).laboratory(owner);
    await owner.call(startManual, { body: { ...body, labId: elsewhere, product: 'Stock' } });
    const { data } = (await made(portal, owner, { from, to, labId })).file;
    assert.deepEqual(await brokenRules(data), []);
    const paper = await examined(data);
    for (const said of [says('manual'), 'Minestrone', 'L-0412', '82.0']) assert.ok(paper.text.includes(said), said);
    assert.ok(!paper.text.includes('Stock'));
    const listed = async (more: object) => {
      const { file } = await made(portal, owner, { from, to, form: 'json', ...more });
      const { report } = JSON.parse(new TextDecoder().decode(file.data)) as {
        report: { manual: { product: string }[]; typed: number };
      };
      return [report.manual.map(({ product }) => product).toSorted(), report.typed];
    };
    assert.deepEqual(await listed({}), [['Minestrone', 'Stock'], 2]);
    assert.deepEqual(await listed({ serialNumber: serial }), [[], 0]);
    const { exit } = await (await verifier(owner))(data);
    assert.equal(exit, 0);
  });

  it('B2.9 B2.8 on paper, too, each record proves itself to the verifier, and the report is held against them: what was changed, left out or exchanged is found', async () => {
    using scene = await worked(portal, [120, 55]);
    const { owner, serial, from, to } = scene;
    const day = await keepHoldDay(portal, serial, { labId: scene.unit.labId, day: to });
    const { file } = await made(portal, owner, { from, to });
    const told = await verifier(owner);
    const whole = await told(file.data);
    assert.equal(whole.exit, 0, JSON.stringify(whole.findings));
    const [report] = whole.facts;
    assert.deepEqual(report?.['counts'], { 'batch FAIL': 1, 'batch PASS': 1, 'day KEPT': 1 });
    assert.equal(whole.facts.length, 4);
    const unproven = report?.['unproven'] as string[] | undefined;
    for (const name of ['people', 'missing', 'actions', 'checks', 'signers']) assert.ok(unproven?.includes(name), name);

    const paper = await examined(file.data);
    const lines = paper.entries.trimEnd().split('\n');
    const papered = (texts: { report?: string; entries?: readonly string[] }) =>
      told(pdfWith(texts.report ?? paper.report, (texts.entries ?? lines).map((line) => `${line}\n`).join('')));
    assert.equal((await papered({})).exit, 0);
    const swapped = (one: string, other: string) => one.replace(/"proof":.*$/, /"proof":.*$/.exec(other)?.[0] ?? '');
    const [first = '', second = '', ...others] = lines;
    const cases: [Parameters<typeof papered>[0], string[]][] = [
      [{ report: paper.report.replace('"verdict":"FAIL"', '"verdict":"PASS"') }, ['report_differs']],
      [{ report: paper.report.replace('"entries":3', '"entries":2') }, ['seal_differs']],
      [{ entries: [second, ...others] }, ['seal_differs', 'record_dropped']],
      [{ entries: [swapped(first, second), swapped(second, first), ...others] }, ['proof_wrong']],
      [{ entries: lines.map((line) => line.replace('"rev":1', '"rev":7')) }, ['proof_wrong']],
      [
        { entries: lines.map((line) => line.replace('"verdict":"FAIL"', '"verdict":"PASS"')) },
        ['content_changed', 'report_differs'],
      ],
    ];
    for (const [texts, codes] of cases) {
      const { exit, findings } = await papered(texts);
      assert.equal(exit, 1, codes.join());
      assert.deepEqual([...new Set(findings.map(({ code }) => code))].toSorted(), codes.toSorted());
    }
    assert.equal((await papered({ report: '{}' })).exit, 3, 'paper has its report with it');
    assert.ok(lines.some((line) => line.includes(day)));
    // One that says nothing is told from one that proves something.
    const next = dayAfter(to);
    const empty = await made(portal, owner, { from: next, to: next });
    const { exit, findings } = await told(empty.file.data);
    assert.deepEqual([exit, findings.map(({ code }) => code)], [2, ['checkpoint_none']]);
  });

  it('B2.9 B2.8 a report of a period is data, too: what paper says of it, and each record with its content, which a checkpoint from elsewhere proves', async () => {
    using scene = await worked(portal, [120, 55]);
    const { owner, serial, from, to } = scene;
    const day = await keepHoldDay(portal, serial, { labId: scene.unit.labId, day: to });
    const { report, file } = await made(portal, owner, { from, to, form: 'json' });
    assert.deepEqual([report.form, file.type, file.name.endsWith('.json')], ['json', 'application/json', true]);
    type Data = {
      v: 1;
      report: { batches: { verdict: string }[]; people: object[] };
      records: { entry: { id: string }; proof: object }[];
    };
    const data = JSON.parse(Buffer.from(file.data).toString('utf8')) as Data;
    assert.deepEqual(data.report.batches.map(({ verdict }) => verdict).toSorted(), ['FAIL', 'PASS']);
    assert.ok(data.report.people.length > 0);
    const ids = [...(await scene.batches()).map(({ batchId }) => batchId), day];
    assert.deepEqual(data.records.map(({ entry }) => entry.id).toSorted(), ids.toSorted());
    const told = await verifier(owner);
    const text = Buffer.from(file.data).toString('utf8');
    const whole = await told(text);
    assert.deepEqual([whole.exit, whole.facts.length], [0, 4], JSON.stringify(whole.findings));
    assert.deepEqual(whole.facts[0]?.['counts'], { 'batch FAIL': 1, 'batch PASS': 1, 'day KEPT': 1 });
    const { records, ...rest } = data;
    const [first, second, ...others] = records;
    const exchanged = [{ ...first, proof: second?.proof }, { ...second, proof: first?.proof }, ...others];
    const cases: Record<string, string> = {
      'a content': text.replace('"content":{', '"content":{"more":1,'),
      'a verdict of the report': text.replace('"verdict":"FAIL"', '"verdict":"PASS"'),
      'a record left out': JSON.stringify({ ...rest, records: records.slice(1) }),
      'proofs that changed places': JSON.stringify({ ...rest, records: exchanged }),
    };
    for (const [name, changed] of Object.entries(cases)) assert.equal((await told(changed)).exit, 1, name);
    const again = await made(portal, owner, { from, to, form: 'json' });
    assert.ok(Buffer.from(again.file.data).equals(Buffer.from(file.data)), 'the same to the byte');
  });
});
