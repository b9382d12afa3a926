import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { metricMessages } from './metrics.messages.ts';
import {
  inFirstZone,
  inZone,
  isChartedMetric,
  isComputed,
  isSampledMetric,
  isSentMetric,
  type MetricRow,
  metricNames,
  metrics,
} from './metrics.ts';
import { stateMessages } from './states.messages.ts';
import { stateKey, states } from './states.ts';

const rows: readonly (readonly [string, MetricRow])[] = Object.entries(metrics);

describe('metrics', () => {
  it('S3.13 the metrics of the specification exist under their names, with unit, kind and range', () => {
    const named =
      'TCell cellSetTemp TCondenser1 TCondenser2 TCondenser3 TCondenser4 door evapFanPercentage compressorState sanigenLevel levelHumidity dailyOpenDoor1Counter';
    for (const name of named.split(' ')) assert.ok(isSentMetric(name), name);
    for (const [name, row] of rows) {
      assert.ok(row.plausible[0] < row.plausible[1], name);
      assert.ok(row.unit && row.kind, name);
    }
  });

  it('S3.13 every metric has its words, and no words are left over', () => {
    assert.deepEqual(Object.keys(metricMessages.texts), [...metricNames]);
  });

  it('fault bounds lie outside the plausible range, and every column can hold it', () => {
    const columnMax = { smallint: 32_767, integer: 2_147_483_647, bigint: 2 ** 53, real: 3e38, text: 1e9 };
    for (const [name, row] of rows) {
      if (row.fault) assert.ok(row.fault[0] < row.plausible[0] && row.fault[1] > row.plausible[1], name);
      assert.ok(row.plausible[1] <= columnMax[row.sql], name);
    }
  });

  it('a unit never sends what the server computes', () => {
    const computed = metricNames.filter(isComputed);
    assert.deepEqual(computed, [
      'TCoreMax',
      'TCoreMin',
      'TProduct',
      'TProductZone2',
      'condenserApproach',
      'cycleForecastRemaining',
      'clockOffset',
      'continuity',
    ]);
    assert.equal(isSentMetric('TCoreMax'), false);
    assert.deepEqual(
      computed.filter((name) => isSampledMetric(name)),
      ['TCoreMax', 'TCoreMin', 'condenserApproach'],
    );
    assert.deepEqual(
      computed.filter((name) => isChartedMetric(name)),
      ['TCoreMax', 'TCoreMin', 'TProduct', 'TProductZone2', 'condenserApproach'],
    );
  });

  it('S3.13 a second zone repeats the metrics of its air, mode and defrosts, row for row', () => {
    const repeated = metricNames.filter((name) => inFirstZone(name) !== name).map(inFirstZone);
    const expected =
      'TCell TProduct cellSetTemp levelHumidity cellSetHumidity defrostState lastDefrostEnd operatingMode';
    assert.deepEqual(repeated, expected.split(' '));
    for (const name of ['TCell', 'cellSetTemp', 'operatingMode', 'defrostState'] as const) {
      const { families, ...row }: MetricRow = metrics[inZone(name, 2)];
      assert.deepEqual({ ...row, families: metrics[name].families }, metrics[inZone(name, 1)]);
      assert.deepEqual(families, ['CP']);
    }
  });

  it('every state code has its words, and no words are left over', () => {
    const keys = Object.entries(states).flatMap(([metric, codes]) =>
      Object.keys(codes).map((code) => stateKey(metric, Number(code))),
    );
    assert.deepEqual([...keys].sort(), Object.keys(stateMessages.texts).sort());
    assert.equal(stateKey('cycleState', 9), undefined);
    assert.equal(stateKey('TCell', 1), undefined);
    assert.equal(stateKey('defrostStateZone2', 4), 'defrostState.dripping');
  });
});
