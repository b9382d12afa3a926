import assert from 'node:assert/strict';
import { it } from 'node:test';
import { minute_ms } from '@brina/domain/language/durations';
import { type Locale, locales } from '@brina/domain/language/locales';
import { formatFor } from '@brina/domain/language/reader';
import { speechIn } from '@brina/domain/language/speech';
import { type BatchRecord, getBatch } from '../calls/record/haccp.ts';
import { recordCurves } from './record-curves.ts';
import { recordSheet, sheetCatalogues } from './record-sheet.ts';

const example = structuredClone<unknown>(getBatch.example.reply) as BatchRecord;
const [stage] = example.stages as [BatchRecord['stages'][number]];
const at = (minute: number): number => example.startedAt + minute * minute_ms;
const forecast = { madeAt: at(20), to: 3, at: at(78) };
const notReached = { ...stage, endedAt: null, verdict: 'FAIL' } as const;

/** What the paper of a record says, in its sentences. */
function textsOf(change: Partial<BatchRecord>, locale: Locale = 'en'): readonly string[] {
  const reader = { locale, measurement: 'metric', hours: '24h', timeZone: 'UTC' } as const;
  const sheet = recordSheet(speechIn(sheetCatalogues, reader), formatFor(reader), { ...example, ...change });
  return sheet.texts.map((text) => text.replaceAll(/[\u00a0\u202f]/g, ' '));
}

const forecastSaid = (change: Partial<BatchRecord>): string | undefined =>
  textsOf({ forecast, ...change }).find((text) => text.startsWith('Forecast'));

it('B2.14 a record says what was forecast of the core beside when it came, in the time of its kitchen', () => {
  assert.equal(forecastSaid({}), 'Forecast at minute 20: 3.0°C at 22:38 – real 22:40.');
  const warmedAgain = { ...stage, firstReachedAt: at(75) };
  assert.equal(forecastSaid({ stages: [warmedAgain] }), 'Forecast at minute 20: 3.0°C at 22:38 – real 22:35.');
});

it('B2.14 what the kitchen’s other rule asks for is compared by the stage of that rule', () => {
  const [rule] = [
    { rule: { id: 'X', version: '1', force: 'law' }, verdict: 'PASS', reasons: [], minutes: 1, limit_min: 2 } as const,
  ];
  const further = [{ ...rule, reasons: [], stages: [{ ...stage, to: 10, endedAt: at(60) }] }];
  const said = forecastSaid({ further, forecast: { ...forecast, to: 10 } });
  assert.equal(said, 'Forecast at minute 20: 10.0°C at 22:38 – real 22:20.');
});

it('B2.14 a record says that what was forecast was not reached, or that nobody can prove when', () => {
  assert.equal(forecastSaid({ stages: [notReached] }), 'Forecast at minute 20: 3.0°C at 22:38 – not reached.');
  const notProven = 'Forecast at minute 20: 3.0°C at 22:38 – when it was really reached is not proven.';
  assert.equal(forecastSaid({ stages: [{ ...notReached, verdict: 'NOT_PROVEN' }] }), notProven);
  assert.equal(forecastSaid({ stages: [] }), notProven);
});

it('B2.14 where nothing was forecast a record says nothing of it', () => {
  assert.equal(forecastSaid({ forecast: null }), undefined);
});

it('B2.14 the forecast beside what came is said in every language, in words of its own', () => {
  const without = { forecast: null };
  const said = locales.map((locale) => {
    const others = new Set(textsOf(without, locale));
    const [sentence, ...more] = textsOf({}, locale).filter((text) => !others.has(text));
    assert.ok(sentence && more.length === 0, locale);
    for (const part of ['20', '22:38', '22:40', '3']) assert.ok(sentence.includes(part), `${locale}: ${sentence}`);
    return sentence;
  });
  assert.ok(new Set(said).size >= 8);
});

it('B2.11 S2.24 a record begins with its sentence: by how much it failed, or why nobody can tell', () => {
  const begins = (change: Partial<BatchRecord>) => textsOf(change)[0];
  const long = { ...stage, minutes: 103.7, earliest_min: 103.7, latest_min: 103.7, verdict: 'FAIL' } as const;
  const failed: Partial<BatchRecord> = { verdict: 'FAIL', minutes: 103.7, limit_min: 90, stages: [long] };
  assert.equal(begins({ ...failed, reasons: ['time_exceeded'] }), 'Failed: 13.7 min over the limit of 90 min');
  assert.equal(begins({}), 'Passed: 80.6 min of 90 min');
  const unproven: Partial<BatchRecord> = { verdict: 'NOT_PROVEN', reasons: ['no_core'], minutes: null, stages: [] };
  assert.match(begins(unproven) ?? '', /^Not proven: No valid core/);
  // Said once.
  assert.equal(textsOf(unproven).filter((text) => text.includes('No valid core')).length, 1);
});

it('B2.7 what a hand read stands beside the verdict, with its minute, and on the curve', () => {
  const reading = { id: 'r', by: 'Anna Neri', role: 'USER', enteredAt: at(90), where: '', instrument: 'T 7', note: '' };
  const readings = [
    { ...reading, value_C: 9, at: at(60) },
    { ...reading, value_C: 2.6, at: at(88) },
  ];
  assert.ok(textsOf({ readings }).includes('Measured by hand: 2.6°C at minute 88.'));
  const reader = { locale: 'en', measurement: 'metric', hours: '24h', timeZone: 'UTC' } as const;
  const record = { ...example, readings, endedAt: at(89) };
  const curves = recordCurves(speechIn(sheetCatalogues, reader), formatFor(reader), record);
  assert.deepEqual(curves?.content('warmest').spots?.places, [
    { at_ms: at(60), value: 9 },
    { at_ms: at(88), value: 2.6 },
  ]);
});
