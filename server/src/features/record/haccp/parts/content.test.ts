import assert from 'node:assert/strict';
import { it } from 'node:test';
import { corePointsOf, modelRow } from '@brina/domain/appliance/families/families';
import { judgeVersion } from '@brina/domain/haccp/judge-versions';
import { rules } from '@brina/domain/haccp/rules';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { seededRandom } from '../../../../../test/random.ts';
import { hashOf, pack, sourcesOf, unpack } from './content.ts';
import { makeRecord, type RecordSources } from './record.ts';

const random = seededRandom('contents of records');
const startedAt = Date.UTC(2026, 2, 3, 9);
const model = 'SF Roll 200 RWL';
const pointNames = corePointsOf(modelRow(model));

/** Six hours of eight points every ten seconds, with noise as probes have it, to the hundredth. */
function sixHours(): RecordSources {
  const endedAt = startedAt + 6 * hour_ms;
  const noisy = (value: number): number => Math.round((value + (random() - 0.5) * 0.3) * 100) / 100 || 0;
  const samples = Array.from({ length: (6 * hour_ms) / 10_000 + 1 }, (_, i) => {
    const at = startedAt + i * 10_000 + (i > 0 ? 137 : 0);
    const core = pointNames.map((_, point) => noisy(-30 + (100 + point) * Math.exp(-i / 700)));
    return { at, core, air: noisy(-32), set: -35, firmware: i === 0 ? '2.4.1' : null };
  });
  return {
    kind: 'freeze',
    rule: rules.FREEZE_240,
    further: [],
    run: {
      id: '0198c0de-0000-8000-8000-0000000000b1',
      function: 2,
      startedAt,
      endedAt,
      endReason: 'target',
      isEndTold: true,
      request: { plan: [{ phase: 2 }, { phase: 5, hold: true }], load_kg: 40, product: 'Lasagne' },
    },
    continues: null,
    identity: {
      serialNumber: 'SF26000123',
      model,
      applianceName: 'Freezer',
      laboratory: 'Main kitchen',
      company: 'Neri',
      timeZone: 'Europe/Rome',
    },
    pointNames,
    samples,
    silences: [{ from: startedAt + 20 * minute_ms, to: startedAt + 26 * minute_ms, reason: 'power_lost' }],
    phases: [{ at: startedAt, index: 1, phase: 2, state: 'running' }],
    doors: [{ from: startedAt + minute_ms, to: null }],
    alarms: [{ name: 'coreProbe3Alarm', from: startedAt + hour_ms, to: null }],
    silenced: [{ point: 2, from: startedAt + hour_ms, to: null }],
    clockChanges: [startedAt + 2 * hour_ms],
    clockOffset_ms: 12,
    probeChecks: [{ checkId: '0198c0de-0000-7000-8000-0000000000f7', at: startedAt, point: 1, error_K: -0.8 }],
  };
}

it('B2.1 S7.35 a revision contains every point of six hours in less than 64 kB, and is judged to the same from that alone', () => {
  const record = makeRecord(sixHours());
  const { content, hash } = pack(record);
  assert.ok(content.length < 64 * 1024, `${content.length} bytes`);
  const read = unpack(content);
  assert.deepEqual([read, hashOf(read)], [record, hash]);
  assert.equal(read.samples.points.length, 8);
  assert.ok(read.samples.points.every((values) => values.length === 2160));
  const sources = sourcesOf(read);
  assert.ok(sources);
  assert.deepEqual(makeRecord(sources), record);
  assert.equal(record.judge, judgeVersion);
});
