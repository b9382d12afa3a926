import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { modelRow } from '@brina/domain/appliance/families/families';
import {
  chartable,
  csvNumber,
  csvStyleOf,
  groupsOf,
  metrics_max,
  readChoice,
  stretchesOf,
  stretchOf,
} from './chart-data.ts';

const offered = chartable(modelRow('MF Next L 45') ?? assert.fail());

describe('charts of any metrics', () => {
  it('S3.13 offers what the model is fitted with and can be drawn', () => {
    assert.ok(offered.includes('TCore4') && offered.includes('compressorState'));
    assert.ok(offered.includes('TProduct') && offered.includes('condenserApproach'));
    assert.ok(!offered.includes('continuity') && !offered.includes('clockOffset'));
    assert.ok(!offered.includes('TCellZone2') && !offered.includes('cycleRunId'));
    const cabinet = chartable(modelRow('CP Next 350') ?? assert.fail());
    assert.ok(!cabinet.includes('TCore1') && !cabinet.includes('sanigenLevel'));
  });

  it('reads the choice from the URL: at most six, none the model has not, and a day where nothing is said', () => {
    const choice = readChoice({ metrics: 'TCellZone2,TCore1,nonsense' }, offered, '2026-03-05');
    assert.deepEqual(choice, { names: ['TCore1'], period: '24h', from: '2026-03-05', to: '2026-03-05' });
    assert.equal(readChoice({ metrics: offered.join(',') }, offered, '2026-03-05').names.length, metrics_max);
    assert.deepEqual(readChoice({}, offered, '2026-03-05').names, ['TCell', 'cellSetTemp']);
  });

  it('days of one’s own are the kitchen’s, both included; the wrong way round they are none', () => {
    const choice = { names: [], period: 'custom', from: '2026-03-01', to: '2026-03-02' } as const;
    const now_ms = Date.UTC(2026, 4, 1);
    assert.deepEqual(stretchOf(choice, now_ms, 'Europe/Rome'), {
      from: Date.UTC(2026, 1, 28, 23),
      to: Date.UTC(2026, 2, 2, 23),
    });
    assert.equal(stretchOf({ ...choice, to: '2026-02-01' }, now_ms, 'Europe/Rome'), null);
  });

  it('metrics that share an axis share a chart', () => {
    assert.deepEqual(groupsOf(['TCell', 'compressorState', 'TCore1', 'evapFanPercentage']), [
      { axis: 'T', names: ['TCell', 'TCore1'] },
      { axis: 'band', names: ['compressorState'] },
      { axis: '%', names: ['evapFanPercentage'] },
    ]);
  });

  it('a state is a stretch as long as it lasts; a missing sample is not the end of it, a silence is', () => {
    const minute = 60_000;
    const values = [1, null, 1, null, null, null, null, 1, 0];
    const chart = {
      from: 0,
      to: 9 * minute,
      level: 'raw' as const,
      step_ms: minute,
      at: values.map((_, index) => index * minute),
      series: { door: { min: values, mean: values, max: values } },
      gaps: [],
      arriving: false,
    };
    assert.deepEqual(stretchesOf(chart, 'door'), [
      { code: 1, from: 0, to: 3 * minute },
      { code: 1, from: 7 * minute, to: 8 * minute },
      { code: 0, from: 8 * minute, to: 9 * minute },
    ]);
  });

  it('what is sent at changes only lasts until the next, except through a gap', () => {
    const minute = 60_000;
    const values = [1, null, null, null, null, 2, null];
    const chart = {
      from: 0,
      to: 7 * minute,
      level: 'raw' as const,
      step_ms: minute,
      at: values.map((_, index) => index * minute),
      // In the first bucket it ran shortly, and was idle most of the time.
      series: { cycleFunction: { min: values, mean: [0, ...values.slice(1)], max: values } },
      gaps: [{ from: 3 * minute, to: 4 * minute, reason: 'link_lost' as const }],
      arriving: false,
    };
    assert.deepEqual(stretchesOf(chart, 'cycleFunction'), [
      { code: 1, from: 0, to: minute },
      { code: 0, from: minute, to: 3 * minute },
      { code: 2, from: 5 * minute, to: 7 * minute },
    ]);
  });

  it('S3.13 a number in a file is written as the spreadsheets of the language read it, with the plain sign', () => {
    assert.equal(csvNumber(-1234.56, 1, csvStyleOf('de')), '-1234,6');
    assert.equal(csvNumber(-1234.56, 1, csvStyleOf('ja')), '-1234.6');
    assert.equal(csvNumber(3, 0, csvStyleOf('it')), '3');
  });
});
