import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rules } from '@brina/domain/haccp/rules';
import { minute_ms } from '@brina/domain/language/durations';
import { isSameFood, joined } from './continued.ts';
import { makeRecord, type RunSources } from './record.ts';

const start = Date.UTC(2026, 2, 3, 9);

/** A run of forty minutes in which alarms stood. */
const run = (id: string, startedAt: number, alarms: RunSources['alarms'] = []): RunSources => ({
  kind: 'chill',
  rule: rules.CHILL_90,
  further: [],
  run: {
    id,
    function: 0,
    startedAt,
    endedAt: startedAt + 40 * minute_ms,
    endReason: 'person',
    isEndTold: true,
    request: {},
  },
  continues: null,
  identity: {
    serialNumber: 'MF26000123',
    model: 'MF 45.1',
    applianceName: 'Chiller',
    laboratory: 'Main kitchen',
    company: 'Neri',
    timeZone: 'Europe/Rome',
  },
  pointNames: ['TCore1', 'TCore2'],
  samples: [],
  silences: [],
  phases: [],
  doors: [],
  alarms,
  silenced: [],
  clockOffset_ms: null,
});

it('B2.1 S7.35 a batch of two runs tells of each alarm once, of two zones of each', () => {
  const door = { name: 'doorAlarm', from: start + 35 * minute_ms };
  const over = { ...door, to: start + 38 * minute_ms };
  const stands = { ...door, to: null };
  const probe = { name: 'coreProbe1Alarm', from: door.from, to: null };
  const before = run('0198c0de-0000-8000-8000-0000000000b1', start, [over, stands]);
  const next = run('0198c0de-0000-8000-8000-0000000000b2', start + 45 * minute_ms, [probe, stands]);
  assert.deepEqual(joined(before, next).alarms, [probe, over, stands]);
});

/** The run with a sample every minute. */
const saying = (sources: RunSources, cores: (passed_min: number) => readonly (number | null)[]): RunSources => ({
  ...sources,
  samples: Array.from({ length: 41 }, (_, min) => ({
    at: sources.run.startedAt + min * minute_ms,
    core: cores(min),
    air: -10,
    set: -10,
    firmware: null,
  })),
});
const [first, second] = [run('first', start), run('second', start + 45 * minute_ms)];

it('B2.1 the food of two runs is compared by what a needle can say and the unit does not know to be broken', () => {
  const before = saying(first, (min) => [100, 70 - min]);
  const warmer = saying(second, (min) => [100, 80 - min]);
  const same = saying(second, (min) => [100, 30 - min / 2]);
  const broken = (sources: RunSources): RunSources => ({ ...sources, silenced: [{ point: 0, from: start, to: null }] });
  assert.equal(isSameFood(before, warmer), true, 'by a point that nobody knows to be broken');
  assert.equal(isSameFood(broken(before), broken(warmer)), false);
  assert.equal(isSameFood(broken(before), same), false);
  assert.equal(isSameFood(broken(before), broken(same)), true);
  const impossible = (sources: RunSources): RunSources => ({
    ...sources,
    samples: sources.samples.map((sample) => ({ ...sample, core: [150, ...sample.core.slice(1)] })),
  });
  assert.equal(isSameFood(impossible(before), impossible(warmer)), false);
});

it('B2.1 of food whose begin is not looked at nobody knows that it was loaded cold', () => {
  const cold = { ...saying(second, () => [2, 1]), clockChanges: [], probeChecks: [] };
  assert.equal(makeRecord(cold).verdict, 'NOT_APPLICABLE');
  const cut = makeRecord({ ...cold, run: { ...cold.run, isBeginCut: true } });
  assert.deepEqual(
    [cut.verdict, cut.reasons, cut.stages.map(({ verdict }) => verdict)],
    ['NOT_PROVEN', ['gap_unbounded'], ['NOT_PROVEN']],
  );
});
