import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { metricMessages } from './metrics.messages.ts';
import { classifyValue, isComputed, isSentMetric, type MetricRow, metricNames, metrics } from './metrics.ts';
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
      'condenserApproach',
      'cycleForecastRemaining',
      'clockOffset',
      'continuity',
    ]);
    assert.equal(isSentMetric('TCoreMax'), false);
  });

  it('a value falls into its zone', () => {
    assert.equal(classifyValue('TCell', -3.2, 'MF'), 'plausible');
    assert.equal(classifyValue('TCell', 80, 'MF'), 'plausible');
    assert.equal(classifyValue('TCell', 80, 'CP'), 'suspect');
    assert.equal(classifyValue('TCell', 120, 'MF'), 'suspect');
    assert.equal(classifyValue('TCell', 130, 'MF'), 'fault');
    assert.equal(classifyValue('TCell', -55, 'MF'), 'fault');
    assert.equal(classifyValue('cellSetTemp', 95, 'MF'), 'suspect');
    for (const raw of [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      null,
      undefined,
      '3',
      32_767,
      -32_768,
      3276.7,
      999.9,
      65_535,
    ]) {
      assert.equal(classifyValue('TCore1', raw, 'MF'), 'fault', String(raw));
    }
  });

  it('a counter may pass through the number that a broken probe sends', () => {
    assert.equal(classifyValue('energyCounter', 32_767, 'MF'), 'plausible');
    assert.equal(classifyValue('compressorStarts', 65_535, 'MF'), 'plausible');
    assert.equal(classifyValue('compressorStarts', 1e12, 'MF'), 'fault');
    assert.equal(classifyValue('compressorStarts', 1.5, 'MF'), 'fault');
  });

  it('an unknown state code is a fault; MYA numbers its Sanigen levels in its own way', () => {
    assert.equal(classifyValue('door', 3, 'MF'), 'plausible');
    assert.equal(classifyValue('door', 4, 'MF'), 'fault');
    assert.equal(classifyValue('cycleFunction', 255, 'MF'), 'plausible');
    assert.equal(classifyValue('cycleFunction', 23, 'MF'), 'fault');
    assert.equal(classifyValue('sanigenLevel', 5, 'MF'), 'plausible');
    assert.equal(classifyValue('sanigenLevel', 65_535, 'MF'), 'fault');
    assert.equal(classifyValue('sanigenLevel', 65_535, 'MYA'), 'plausible');
    assert.equal(classifyValue('sanigenLevel', 5, 'MYA'), 'fault');
  });

  it('texts are bounded', () => {
    assert.equal(classifyValue('firmwareVersion', '2.4.1', 'MF'), 'plausible');
    assert.equal(classifyValue('firmwareVersion', 'x'.repeat(33), 'MF'), 'fault');
    assert.equal(classifyValue('cycleRunId', 7, 'MF'), 'fault');
  });

  it('every state code has its words, and no words are left over', () => {
    const keys = Object.entries(states).flatMap(([metric, codes]) =>
      Object.keys(codes).map((code) => stateKey(metric, Number(code))),
    );
    assert.deepEqual([...keys].sort(), Object.keys(stateMessages.texts).sort());
    assert.equal(stateKey('cycleState', 9), undefined);
    assert.equal(stateKey('TCell', 1), undefined);
  });
});
