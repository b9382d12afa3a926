import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { updateUserInfo } from '@brina/contract/calls/people/account';
import {
  exportLedger,
  listChanges,
  listCheckpoints,
  verifyFile,
  verifyLeaf,
} from '@brina/contract/calls/record/ledger';
import { makePeriodReport } from '@brina/contract/calls/record/period-reports';
import { addNote } from '@brina/contract/calls/record/remarks';
import { makeReport, makeReportData, makeReportTable } from '@brina/contract/calls/record/reports';
import { verifyPath } from '@brina/contract/calls/record/verify';
import type { Input } from '@brina/contract/wire/call';
import { recordMessages } from '@brina/contract/words/record.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { csvRecords } from '@brina/domain/language/csv';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { type Locale, wireLocale } from '@brina/domain/language/locales';
import { translate } from '@brina/domain/language/messages';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import QRCode from 'qrcode';
import { brokenRules } from '#core/testing/pdf-a.ts';
import { issues_max } from '#features/record/ledger/issues.ts';
import { verify } from '#features/record/verify/brina-verify.mjs';
import { chiller, straight } from '../../../../test/batches.ts';
import { given } from '../../../../test/given.ts';
import { keepHoldDay } from '../../../../test/hold-days.ts';
import { sharedPortal } from '../../../../test/portal.ts';

const run = promisify(execFile);

/** What programs that know nothing of us say of a PDF. */
async function examined(data: Uint8Array): Promise<{ text: string; pages: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'brina-report-'));
  try {
    const file = join(folder, 'report.pdf');
    await writeFile(file, data);
    // It leaves with another code than 0 where anything is wrong, be it a warning.
    await run('qpdf', ['--check', file]);
    const text = (await run('pdftotext', ['-layout', file, '-'])).stdout;
    return { text, pages: text.split('\f').length - 1 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether the code at the right of the head of the first page says a text: by the paper as it is printed, module for module. */
async function showsCode(data: Uint8Array, text: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'brina-code-'));
  try {
    await writeFile(join(folder, 'report.pdf'), data);
    const dpi = 300;
    await run('pdftoppm', [
      '-gray',
      '-r',
      `${dpi}`,
      '-l',
      '1',
      '-singlefile',
      join(folder, 'report.pdf'),
      join(folder, 'page'),
    ]);
    const picture = await readFile(join(folder, 'page.pgm'));
    const [head = '', width = ''] = /^P5\s+(\d+)\s+\d+\s+\d+\s/.exec(picture.toString('latin1', 0, 60)) ?? [];
    const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
    const [left_mm, top_mm, side_mm, quiet] = [210 - 15 - 27, 13, 27, 4];
    const module_mm = side_mm / (modules.size + 2 * quiet);
    const isDark = (row: number, column: number): boolean => {
      const [x, y] = [left_mm + module_mm * (column + quiet + 0.5), top_mm + module_mm * (row + quiet + 0.5)].map(
        (mm) => Math.floor((mm / 25.4) * dpi),
      );
      return (picture[head.length + (y ?? 0) * Number(width) + (x ?? 0)] ?? 255) < 128;
    };
    return modules.data.every((bit, at) => isDark(Math.floor(at / modules.size), at % modules.size) === Boolean(bit));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('reports', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user } = given(portal);

  /** A unit with a batch that took too long. */
  async function failed() {
    const scene = await chiller(portal);
    const startedAt = portal.clock.now();
    portal.clock.leap(3 * hour_ms);
    const core = straight([0, 75], [130, 3], [140, 2]);
    await scene.tell({
      runId: 'r1',
      startedAt,
      minutes: 140,
      says: (min) => ({ TCore1: core(min), TCore2: core(min) }),
    });
    await portal.clock.advance(16 * minute_ms);
    const record = await scene.lastRecord();
    const pdf = () => scene.owner.call(makeReport, { body: { batches: [record.batchId] } });
    return { ...scene, record, pdf };
  }

  it('B2.9 a record is a PDF in the language of its reader, with its verdict, on two pages at most', async () => {
    using scene = await failed();
    const { owner, record, pdf } = scene;
    const read = async (locale: Locale) => {
      await owner.call(updateUserInfo, { body: { language: wireLocale(locale) } });
      return examined((await pdf()).data);
    };
    for (const locale of ['en', 'ja'] as const) {
      const { text, pages } = await read(locale);
      const flat = text.replaceAll(/\s+/g, ' ');
      assert.ok(flat.includes(translate(ruleMessages, locale, 'verdict.FAIL')), locale);
      assert.ok(flat.includes(record.applianceName) && flat.includes(record.batchId), locale);
      assert.ok(pages <= 2, `${locale}: ${pages} pages`);
    }
  });

  it('B2.9 B2.8 it is the same to the byte, says PDF/A-3b, and the record in it is proved by a checkpoint from elsewhere', async () => {
    using scene = await failed();
    const { owner, record, pdf } = scene;
    const [one, other] = [await pdf(), await pdf()];
    assert.deepEqual(Buffer.from(one.data), Buffer.from(other.data));
    assert.equal(one.type, 'application/pdf');
    assert.match(one.name, /^brina-haccp-\d{4}-\d\d-\d\d\.pdf$/);
    assert.deepEqual(await brokenRules(one.data), []);

    const keys = strFromU8(unzipSync((await owner.call(exportLedger, {})).data)['keys.txt'] ?? new Uint8Array());
    const checkpoints = (await owner.call(listCheckpoints, { query: { after: 0, limit: 100 } })).map(
      ({ note }) => note,
    );
    const file = Buffer.from(one.data);
    const source = { size: file.length, read: async (from: number, to: number) => file.subarray(from, to) };
    const told: unknown[] = [];
    const onContent = (_: object, content: unknown) => void told.push((content as { batchId?: string }).batchId);
    const verified = await verify(source, { keys, checkpoints: checkpoints.join('\n'), onContent });
    assert.equal(verified.exit, 0, JSON.stringify(verified.findings));
    assert.deepEqual(told, [record.batchId]);
  });

  it('B2.9 what somebody says of a record stands in its report; several records are one file, in the order of their time', async () => {
    using scene = await failed();
    const { owner, record, pdf } = scene;
    const before = await pdf();
    const text = 'Two trays went to the cold room.';
    await owner.call(addNote, { body: { subject: { kind: 'batch', id: record.batchId }, text } });
    const after = await pdf();
    assert.ok(!(await examined(before.data)).text.includes(text));
    assert.ok((await examined(after.data)).text.includes(text));
    const core = straight([0, 75], [60, 3], [70, 2]);
    const says = (min: number) => ({ TCore1: core(min), TCore2: core(min) });
    const startedAt = portal.clock.now();
    portal.clock.leap(2 * hour_ms);
    await scene.tell({ runId: 'r2', startedAt, minutes: 70, says });
    await portal.clock.advance(16 * minute_ms);
    const later = await scene.lastRecord();
    const batches = [later.batchId, record.batchId, later.batchId];
    const both = await examined((await owner.call(makeReport, { body: { batches } })).data);
    assert.ok(both.text.indexOf(record.batchId) < both.text.indexOf(later.batchId));
    assert.equal(both.text.split(later.batchId).length, 2, 'once, however often it is asked for');
  });

  it('B2.9 records are a table that a spreadsheet of the reader opens', async () => {
    using scene = await failed();
    const { owner, record } = scene;
    await owner.call(updateUserInfo, { body: { language: wireLocale('de') } });
    const { name, data } = await owner.call(makeReportTable, { body: { batches: [record.batchId] } });
    assert.match(name, /\.csv$/);
    const text = Buffer.from(data).toString('utf8');
    assert.ok(text.startsWith('\uFEFF'));
    const [head, row] = csvRecords(text, ';');
    assert.equal(row?.cells.length, head?.cells.length);
    const cell = (title: string): string | undefined => row?.cells[head?.cells.indexOf(title) ?? -1];
    assert.equal(cell(translate(recordMessages, 'de', 'verdict')), translate(ruleMessages, 'de', 'verdict.FAIL'));
    assert.match(row?.cells.join(' ') ?? '', /120,\d\d/);
    assert.equal(row?.cells.at(-1), record.batchId);
  });

  it('B2.9 B2.8 records are data, a line each, which a checkpoint from elsewhere proves; a line that was changed is found', async () => {
    using scene = await failed();
    const { owner, record } = scene;
    const core = straight([0, 75], [60, 3], [70, 2]);
    const startedAt = portal.clock.now();
    portal.clock.leap(2 * hour_ms);
    await scene.tell({
      runId: 'r2',
      startedAt,
      minutes: 70,
      says: (min) => ({ TCore1: core(min), TCore2: core(min) }),
    });
    await portal.clock.advance(16 * minute_ms);
    const later = await scene.lastRecord();
    const { name, type, data } = await owner.call(makeReportData, {
      body: { batches: [later.batchId, record.batchId] },
    });
    assert.match(name, /\.jsonl$/);
    assert.equal(type, 'application/jsonl');
    const text = Buffer.from(data).toString('utf8');
    type Line = { content: { batchId: string; verdict: string } };
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    assert.deepEqual(
      lines.map(({ content: { batchId, verdict } }) => [batchId, verdict]),
      [
        [record.batchId, 'FAIL'],
        [later.batchId, 'PASS'],
      ],
    );
    const checkpoints = (await owner.call(listCheckpoints, { query: { after: 0, limit: 100 } })).map(
      ({ note }) => note,
    );
    const keys = strFromU8(unzipSync((await owner.call(exportLedger, {})).data)['keys.txt'] ?? new Uint8Array());
    const told = async (file: Buffer) =>
      (
        await verify(
          { size: file.length, read: async (from: number, to: number) => file.subarray(from, to) },
          { keys, checkpoints: checkpoints.join('\n') },
        )
      ).exit;
    assert.equal(await told(Buffer.from(text)), 0);
    assert.equal(await told(Buffer.from(text.replace('"verdict":"FAIL"', '"verdict":"PASS"'))), 1);
  });

  it('B2.9 B2.4 a day of holding is one sheet, says PDF/A-3b, and proves itself; with batches it is one file, one table, and lines of data', async () => {
    using scene = await failed();
    const { owner, record, unit } = scene;
    const day = await keepHoldDay(portal, unit.serialNumber, { name: 'Meat fridge', food_C: 9.4 });
    const own = async () => (await owner.call(makeReport, { body: { days: [day] } })).data;
    const alone = await own();
    assert.deepEqual(Buffer.from(alone), Buffer.from(await own()));
    assert.deepEqual(await brokenRules(alone), []);
    const { text, pages } = await examined(alone);
    assert.equal(pages, 1);
    for (const said of ['Meat fridge', 'SHA-256', '9.4°C']) assert.ok(text.includes(said), said);
    const keys = strFromU8(unzipSync((await owner.call(exportLedger, {})).data)['keys.txt'] ?? new Uint8Array());
    const exitOf = async (data: Uint8Array) => {
      const file = Buffer.from(data);
      const told: string[] = [];
      const onContent = (entry: object) => {
        const { kind, id } = entry as { kind: string; id: string };
        told.push(`${kind} ${id}`);
      };
      const notes = await owner.call(listCheckpoints, { query: { after: 0, limit: 100 } });
      const { exit, findings } = await verify(
        { size: file.length, read: async (from: number, to: number) => file.subarray(from, to) },
        { keys, checkpoints: notes.map(({ note }) => note).join('\n'), onContent },
      );
      return { exit, told, findings };
    };
    assert.deepEqual(await exitOf(alone), { exit: 0, told: [`day ${day}`], findings: [] });

    const body = { batches: [record.batchId], days: [day, day] };
    const both = [`batch ${record.batchId}`, `day ${day}`];
    assert.deepEqual((await exitOf((await owner.call(makeReport, { body })).data)).told.sort(), both);
    const lines = await owner.call(makeReportData, { body });
    assert.deepEqual((await exitOf(lines.data)).told, both);
    const changed = Buffer.from(lines.data).toString('utf8').replace('Meat fridge', 'Fish fridge');
    assert.equal((await exitOf(Buffer.from(changed))).exit, 1);
    const table = Buffer.from((await owner.call(makeReportTable, { body })).data).toString('utf8');
    const [head, ...rows] = csvRecords(table, ',');
    const column = (title: string) => rows.map(({ cells }) => cells[head?.cells.indexOf(title) ?? -1]);
    assert.deepEqual(column('Highest (°C)'), ['', '9.4']);
    assert.deepEqual(column(translate(recordMessages, 'en', 'appliance')).at(-1), 'Meat fridge');
    for (const none of [{}, { batches: [], days: [] }])
      assert.equal((await owner.refused(makeReport, { body: none })).status, 400);
    const stranger = await user();
    assert.equal((await stranger.refused(makeReport, { body: { days: [day] } })).status, 404);
  });

  it('B2.8 B2.12 a code on paper leads to the page that verifies, with the entry of the record, which says whether it stands in a book', async () => {
    using scene = await failed();
    const { owner, record, unit } = scene;
    const day = await keepHoldDay(portal, unit.serialNumber);
    const changes = await owner.call(listChanges, { query: { after: -1, limit: 500 } });
    const files: [string, Input<typeof makeReport>['body']][] = [
      [record.batchId, { batches: [record.batchId] }],
      [day, { days: [day] }],
    ];
    for (const [id, body] of files) {
      const { data } = await owner.call(makeReport, { body });
      const { entry } = changes.find((one) => one.entry?.id === id) ?? {};
      const line = JSON.stringify(Object.fromEntries(Object.entries(entry ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))));
      const leaf = createHash('sha256').update(Uint8Array.of(0)).update(line).digest('hex');
      assert.deepEqual(await brokenRules(data), []);
      const { text } = await examined(data);
      // What stands beside it in the same row may be read between its words.
      assert.match(text, /Verify: 127/);
      assert.ok(await showsCode(data, `${portal.url}${verifyPath}?leaf=${leaf}`), 'another code, or none');
      assert.equal((await owner.call(verifyLeaf, { params: { leaf } })).included, true);
    }
  });

  it('B2.8 B2.9 each file that leaves the house is entered in the book once, and anybody who has it is told when it was issued', async () => {
    using scene = await failed();
    const { owner, record, pdf } = scene;
    const stranger = await user();
    const issued = async () => {
      const changes = await owner.call(listChanges, { query: { after: -1, limit: 500 } });
      return changes.flatMap(({ entry, content }) =>
        entry?.kind === 'issue' ? [{ ix: entry.ix, sha256: entry.id, content }] : [],
      );
    };
    const ask = async (data: Uint8Array) => {
      const sha256 = createHash('sha256').update(data).digest('hex');
      return { sha256, ...(await stranger.call(verifyFile, { params: { sha256 } })) };
    };
    const body = { batches: [record.batchId] };
    const file = (await pdf()).data;
    const [table, data] = [await owner.call(makeReportTable, { body }), await owner.call(makeReportData, { body })];
    // The book goes on, and has another checkpoint: the file stays the same, and says nothing new.
    await owner.call(addNote, { body: { subject: { kind: 'batch', id: record.batchId }, text: 'Checked.' } });
    const withNote = (await pdf()).data;
    await portal.clock.advance(hour_ms);
    assert.deepEqual(Buffer.from((await pdf()).data), Buffer.from(withNote));
    await Promise.all([pdf(), pdf()]);
    const subject = { language: 'en', records: [{ kind: 'batch', id: record.batchId, rev: record.revision }] };
    const entries = await issued();
    assert.deepEqual(
      entries.map(({ content }) => ({ ...content, salt: '' })),
      ['pdf', 'csv', 'jsonl', 'pdf'].map((form, place) => {
        return { v: 1, salt: '', sha256: entries[place]?.sha256, form, ...subject };
      }),
    );
    for (const [place, one] of [file, table.data, data.data, withNote].entries()) {
      const { sha256, issued: told } = await ask(one);
      assert.deepEqual([entries[place]?.sha256, entries[place]?.ix], [sha256, told?.ix]);
      const proven = await owner.call(verifyLeaf, { params: { leaf: told?.leaf ?? '' } });
      assert.equal(proven.included, true);
    }
    assert.equal((await ask(Buffer.concat([file, Buffer.from('\n')]))).issued, null);
  });

  it('B2.8 B2.9 nobody fills a book with ever other files: beyond 200 different ones of a person within a day a new one is refused until later, and the same ones are given', async () => {
    using scene = await failed();
    const { owner, record, unit } = scene;
    const day = await keepHoldDay(portal, unit.serialNumber);
    const table = (body: Input<typeof makeReportTable>['body']) => owner.call(makeReportTable, { body });
    const count = async () =>
      (await owner.call(listChanges, { query: { after: -1, limit: 500 } })).filter(
        ({ entry }) => entry?.kind === 'issue',
      ).length;
    const first = await table({ batches: [record.batchId] });
    // As if others had been taken before it.
    await portal.db.write((db) =>
      sql`insert into attempt (key, at) select key, at from attempt, generate_series(1, ${issues_max - 2})
        where key = ${`issue person ${owner.id}`}`.execute(db),
    );
    await table({ days: [day] });
    const both = { batches: [record.batchId], days: [day] };
    const before = await count();
    for (const call of [makeReport, makeReportTable, makeReportData]) {
      const { status, code, data } = await owner.refused(call, { body: both });
      assert.deepEqual([status, code], [429, 'too_many_requests']);
      assert.ok(Number(data?.['minutes']) > 23 * 60);
    }
    const period = { from: '2026-03-01', to: '2026-03-01' };
    assert.equal((await owner.refused(makePeriodReport, { body: period })).code, 'too_many_requests');
    assert.deepEqual(Buffer.from((await table({ batches: [record.batchId] })).data), Buffer.from(first.data));
    assert.equal(await count(), before, 'what is refused, or given again, is not entered');
    const colleague = await user('USER', { companyId: owner.companyId ?? '' });
    await colleague.call(makeReportTable, { body: both });
  });

  it('B2.9 S6.7 of a record that is another’s there is no report', async () => {
    using scene = await failed();
    const stranger = await user();
    const body = { batches: [scene.record.batchId] };
    assert.equal((await stranger.refused(makeReport, { body })).status, 404);
  });
});
