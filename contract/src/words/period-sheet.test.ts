import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locales } from '@brina/domain/language/locales';
import { formatFor } from '@brina/domain/language/reader';
import { speechIn } from '@brina/domain/language/speech';
import type { Sheet } from '@brina/domain/paper/sheet';
import { type Action, getAction } from '../calls/record/actions.ts';
import { listProbeChecks } from '../calls/record/checks.ts';
import { type BatchRecord, getBatch } from '../calls/record/haccp.ts';
import { getHoldDay, type HoldRecord } from '../calls/record/holding.ts';
import { endManual, type ManualRecord } from '../calls/record/manual.ts';
import { explainMissing, listMissing } from '../calls/record/missing.ts';
import { makePeriodReport } from '../calls/record/period-reports.ts';
import { actionsPart } from './actions-sheet.ts';
import type { PeriodBatch, PeriodContent, PeriodDay } from './period-content.ts';
import { periodSheets } from './period-sheet.ts';
import { periodCatalogues } from './period-words.ts';

const unit = { serialNumber: 'MFL45-26-000123', name: 'Blast chiller 1', model: 'MF Next L 45' };
const place = { ...unit, labId: null, laboratory: null, timeZone: 'Europe/Rome', needs: [], signedBy: [] };
const at = Date.UTC(2026, 2, 5, 9);

const batchOf = (id: string, more: Partial<PeriodBatch>): PeriodBatch => ({
  ...place,
  id,
  kind: 'batch',
  startedAt: at,
  endedAt: at,
  verdict: 'PASS',
  function: 0,
  tray: null,
  product: 'Lasagne',
  lot: 'L-1',
  minutes: 80,
  limit_min: 90,
  day: '2026-03-05',
  data: { continuity: 100, gaps: 0, clockSuspect: false },
  ix: 4,
  ...more,
});
const day: PeriodDay = {
  ...place,
  id: 'd',
  kind: 'day',
  startedAt: at,
  endedAt: at,
  verdict: 'EXCEEDED',
  day: '2026-03-06',
  zone: 1,
  min: 1,
  mean: 2,
  max: 9,
  degree_min: 31.5,
  excursions: 1,
  minutes: { inRange: 1420, above: 20, notProven: 0, off: 0, free: 0 },
  coverage: 97.2,
  kinds: ['chilled'],
  look: null,
  ix: 5,
};

const nothing: PeriodContent = {
  company: 'Pasticceria Neri',
  kitchen: null,
  unit: null,
  from: makePeriodReport.example.body.from,
  to: makePeriodReport.example.body.to,
  timeZone: 'Europe/Rome',
  at,
  askedBy: 'Anna Neri',
  batches: [],
  days: [],
  exceptions: [],
  exceptionsLeftOut: 0,
  actions: [],
  checks: [],
  manual: [],
  blanks: [],
  missing: [],
  heldDays: 0,
  signers: [],
  people: [],
  probes: [],
  repeated: { lengths: [], readings: null, looks: null },
  typed: 0,
  seal: null,
};
const [missed] = listMissing.example.reply.items;
const [explained] = explainMissing.example.reply;
const full: PeriodContent = {
  ...nothing,
  from: '2026-03-01',
  to: '2026-03-31',
  batches: [
    batchOf('b1', {}),
    batchOf('b2', { verdict: 'FAIL', minutes: 103.7, needs: ['action'] }),
    batchOf('b3', { verdict: 'NOT_PROVEN', minutes: null, day: '2026-03-07', signedBy: ['Anna Neri'] }),
    batchOf('b4', { verdict: null, minutes: null, data: null, ix: null, day: '2026-03-08' }),
  ],
  days: [day, { ...day, id: 'e', zone: 2, look: { by: 'Anna Neri', role: 'USER', at, isLate: true } }],
  exceptions: [
    { kind: 'batch', record: structuredClone<unknown>(getBatch.example.reply) as BatchRecord },
    ...(structuredClone<unknown>(getHoldDay.example.reply) as HoldRecord[]).map((content) => ({
      kind: 'day' as const,
      id: content.id,
      content,
    })),
  ],
  exceptionsLeftOut: 2,
  actions: [
    {
      ...getAction.example.reply,
      subjects: [
        ...getAction.example.reply.subjects,
        {
          kind: 'missing',
          id: listMissing.example.reply.items[0]?.id ?? '',
          serialNumber: null,
          applianceName: 'Main kitchen',
          missing: { kind: 'look', day: '2026-03-05', at: null },
          from: null,
          excursion: null,
          verdict: null,
        },
      ],
      dispositions: [{ fate: 'DISCARDED', kg: 12.5 }],
      cost: { amount: 187.5, currency: 'EUR' },
      verified: { by: 'Anna Neri', role: 'USER', at, samePerson: true },
    },
  ],
  manual: [structuredClone<unknown>(endManual.example.reply) as ManualRecord],
  checks: listProbeChecks.example.reply.map((check) => ({ ...check, ...unit, applianceName: unit.name })),
  blanks: [{ ...unit, from: '2026-03-10', to: '2026-03-12', days: 3 }],
  missing: [
    missed,
    { ...explained, unit: null, kind: 'look' },
    { ...missed, state: 'waiting' },
    { ...missed, kind: 'warmLoad', at },
  ],
  heldDays: 30,
  signers: [{ name: 'Anna Neri', role: 'USER', records: 1, first: at, last: at }],
  people: [{ name: 'Anna Neri', role: 'USER', from: at }],
  probes: [{ ...unit, needle: 1, last: { at, good: true }, due: at + 1, state: 'due' }],
  repeated: {
    lengths: [{ name: unit.name, value: 80, times: 3, of: 3 }],
    readings: { value: 2, times: 5, of: 6 },
    looks: { value: 8 * 60, times: 9, of: 10 },
  },
  typed: 6,
  seal: { from: 4, to: 5, entries: 2, size: 9, root: 'cm9vdA==', note: 'o\n9\ncm9vdA==\n\n— o x\n', keys: ['o+1+k'] },
};

const wordsOf = (sheets: readonly Sheet[]): string => JSON.stringify(sheets);
const saidIn = (locale: (typeof locales)[number], content: PeriodContent): Sheet[] => {
  const reader = { locale, measurement: 'metric', hours: '24h', timeZone: 'Europe/Rome' } as const;
  return periodSheets(speechIn(periodCatalogues, reader), formatFor(reader), content);
};

describe('a report of a period on paper', () => {
  it('B2.9 S9.2 says all of its content in every language', () => {
    for (const locale of locales) {
      const text = wordsOf(saidIn(locale, full));
      assert.doesNotMatch(text, /undefined|NaN|\[object|\{\w+\}/, locale);
      for (const datum of ['Lasagne, L-1', 'MFL45-26-000123', 'Anna Neri', 'cm9vdA==', 'Pasticceria Neri'])
        assert.ok(text.includes(datum), `${locale}: ${datum}`);
    }
  });

  it('B2.9 tells what was thrown away and its cost, what is open, and which days are blank', () => {
    const text = wordsOf(saidIn('en', full)).replaceAll(/[\u00a0\u202f]/g, ' ');
    for (const told of [
      '12.5 kg, €187.50',
      '3 of 30 days of the appliances have no record.',
      'Blast chiller 1: 3 of 3 cycles took 80.0000 min, to the millisecond.',
      '5 of 6 readings by hand say 2.0°C.',
      '9 of 10 days were looked at at 08:00.',
      '2 further exceptions are in the tables',
      '1 day of holding was looked at more than 24 hours after it was over.',
      'Anna Neri, late',
      'Anna Neri, 5 Mar 2026 10:00:00 (the same person)',
    ])
      assert.ok(text.includes(told), `${told} in ${text}`);
  });

  it('B2.5 B2.9 the record and the report say the same of an action: place, reason, until when, what was measured with what, and that one person did both', () => {
    const [shown] = full.actions;
    assert.ok(shown?.verified);
    const said: Action = {
      ...shown,
      dispositions: [
        { fate: 'KEPT', kg: 4, reason: 'It was below five degrees all the time.' },
        { fate: 'MOVED', kg: 3, where: 'Cold room 2' },
        { fate: 'HELD', kg: 2, decideBy: Date.UTC(2026, 2, 5, 15) },
      ],
      measured: { value_C: 3.4, at, instrument: 'Thermometer 7' },
      at,
      lateReason: 'There was no network.',
      prevention: 'The door closer is repaired.',
    };
    const reader = { locale: 'en', measurement: 'metric', hours: '24h', timeZone: 'Europe/Rome' } as const;
    const format = formatFor(reader);
    const say = speechIn(periodCatalogues, reader);
    const one = actionsPart(
      {
        t: say.record,
        action: say.action,
        format,
        time: (moment) => format.dateTime(moment, 'Europe/Rome', 'document', { headOffset: 'UTC+1' }),
      },
      [said],
      [said],
    );
    const period = saidIn('en', { ...full, actions: [said] })
      .flatMap(({ parts }) => parts)
      .find(({ title }) => title === 'Corrective actions');
    for (const [name, part] of Object.entries({ one, period })) {
      const row = (part?.table?.rows[0]?.cells ?? []).join(' | ').replaceAll(/[\u00a0\u202f]/g, ' ');
      for (const told of [
        'It is kept, 4.0 kg, It was below five degrees all the time.',
        'Cold room 2',
        /until 5 Mar 2026 16:00/,
        /Temperature: 3\.4°C, 5 Mar 2026 10:00(:00)?, Thermometer 7/,
        'Prevention: The door closer is repaired.',
        /Done 5 Mar 2026 10:00(:00)?, recorded later: There was no network\./,
        '€187.50',
        /Anna Neri, 5 Mar 2026 10:00(:00)? \(the same person\)/,
      ])
        assert.ok(typeof told === 'string' ? row.includes(told) : told.test(row), `${name}: ${told} in ${row}`);
    }
  });

  it('B2.5 B2.9 says of an action which units it is about, and what is missing of a kitchen', () => {
    const part = saidIn('en', full)
      .flatMap(({ parts }) => parts)
      .find(({ title }) => title === 'Corrective actions');
    const [row] = part?.table?.rows ?? [];
    assert.equal(
      `${row?.cells[1]}`.replaceAll(/[\u00a0\u202f]/g, ' '),
      'Blast chiller 1; Main kitchen: Daily look not done, 5 Mar 2026',
    );
  });

  it('B2.9 B2.11 lists what is missing, why, and who said so; what nobody has explained is open', () => {
    const sheets = saidIn('en', full);
    const text = wordsOf(sheets).replaceAll(/[\u00a0\u202f]/g, ' ');
    assert.ok(text.includes('2 missing records are not explained.'), text);
    const part = sheets.flatMap(({ parts }) => parts).find(({ title }) => title === 'Missing records');
    assert.deepEqual(
      part?.table?.rows.map(({ cells }) =>
        cells.slice(1, 4).map((cell) => `${cell}`.replaceAll(/[\u00a0\u202f]/g, ' ')),
      ),
      [
        ['Blast chiller 1 (MFL45-26-000123)', 'No cycle on a usual day', 'Not explained'],
        ['Main kitchen', 'Daily look not done', 'Kitchen closed'],
        [
          'Blast chiller 1 (MFL45-26-000123)',
          'No cycle on a usual day',
          'Not known yet: the appliance may still hold data.',
        ],
        ['Blast chiller 1 (MFL45-26-000123)', 'Food cooled without a cycle, 5 Mar 2026 10:00:00', 'Not explained'],
      ],
    );
    assert.match(String(part?.table?.rows[1]?.cells[4]), /^Anna Neri, /);
    assert.ok(wordsOf(saidIn('en', nothing)).includes('Nothing is missing that could be expected.'));
  });

  it('B2.9 a calendar has a line for each unit, a sign for what went wrong, and a hole where there is nothing', () => {
    const parts = saidIn('en', full).flatMap((sheet) => sheet.parts);
    const calendar = parts.find(({ table }) => table?.dense)?.table;
    assert.deepEqual(
      calendar?.rows.map(({ cells }) => cells.slice(4, 10)),
      [['', '2!', '2!', '1?', '1', '']],
    );
    assert.equal(calendar?.columns.length, 32);
  });

  it('B2.9 says of nothing that there is nothing', () => {
    const sheets = saidIn('en', nothing);
    assert.deepEqual(sheets[0]?.texts, ['There is no record in this period. That is what this report says.']);
    assert.doesNotMatch(wordsOf(sheets), /Calendar|Cycles|scatter|no core probe/);
    assert.match(wordsOf(sheets), /There are no records to compare\./);
  });
});
