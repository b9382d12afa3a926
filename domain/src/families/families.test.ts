import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { functionMessages } from '../functions.messages.ts';
import { functions } from '../functions.ts';
import { translate } from '../messages.ts';
import { metrics } from '../metrics.ts';
import { phaseMessages } from '../phases.messages.ts';
import { phases } from '../phases.ts';
import { refusalMessages } from '../refusals.messages.ts';
import { refusals } from '../refusals.ts';
import { displayModel, familyOf, gammaOf, metricsOf, modelRow, storedNames } from './families.ts';
import { familyMessages } from './families.messages.ts';
import { gammas, type ModelRow } from './family.ts';
import { mf } from './mf.ts';

const model = (storedName: string): ModelRow => {
  const row = modelRow(storedName);
  assert.ok(row, storedName);
  return row;
};

describe('families', () => {
  it('S3.23 model names are rewritten for display; unknown names are shown as stored', () => {
    assert.equal(displayModel('MF Next L 45'), 'MultiFresh Next L 45');
    assert.equal(displayModel('MF Plus M 30'), 'MultiFresh Plus M 30');
    assert.equal(displayModel('MF Next XXL 100 RWL'), 'MultiFresh Next XXL 100 RWL');
    assert.equal(displayModel('SF Plus Roll 150 W'), 'SteadyFrost Plus Roll 150 W');
    assert.equal(displayModel('MYA 20'), 'Mya 20');
    assert.equal(displayModel('XMF Next 1'), 'XMF Next 1');
  });

  it('S3.8 a model’s category is a code of the specification with its own words', () => {
    assert.equal(gammaOf('MF Next L 45'), 'ABBATTITORE');
    assert.equal(gammaOf('Another 1'), undefined);
    assert.deepEqual(Object.keys(familyMessages.texts), [...gammas]);
  });

  it('S3.27 functions 0 to 14 and idle have the specification’s names', () => {
    const named = Object.values(functions).map((key) => translate(functionMessages, 'en-US', key).toLowerCase());
    assert.deepEqual(named, [
      'chilling',
      'freezing',
      'cold holding',
      'hot holding',
      'thawing',
      'ready to serve',
      'low-temperature cooking',
      'direct proofing',
      'programmed proofing',
      'retarded proofing',
      'chocolate melting',
      'pasteurization',
      'drying',
      'non-stop',
      'defrosting',
      'idle',
    ]);
    for (const [code, key] of Object.entries(functions)) assert.equal(mf.functions[Number(code) as 0].key, key);
  });

  it('every phase and every reason of refusal has its words, and no words are left over', () => {
    assert.deepEqual(Object.keys(phaseMessages.texts), Object.values(phases));
    assert.deepEqual(Object.keys(refusalMessages.texts), Object.keys(refusals));
  });

  it('nine MF models, with ids, names and trade numbers of their own', () => {
    assert.equal(storedNames.length, 9);
    for (const key of ['id', 'storedName', 'gtin'] as const)
      assert.equal(new Set(mf.models.map((row) => row[key])).size, 9);
    for (const { gtin } of mf.models) {
      const weighted = Array.from(gtin).map((digit, index) => Number(digit) * (index % 2 === 0 ? 3 : 1));
      assert.equal(weighted.reduce((a, b) => a + b) % 10, 0, gtin);
    }
    assert.equal(familyOf('MF Plus L 45')?.code, 'MF');
  });

  it('defaults lie within their limits', () => {
    for (const row of Object.values(mf.functions)) {
      for (const setting of [row.air, row.core, row.time_min, row.fan, row.rh, row.holding]) {
        if (!setting || setting.default === null) continue;
        assert.ok(setting.default >= setting.min && setting.default <= setting.max, row.key);
      }
    }
  });

  it('S3.13 a model measures what it is fitted with', () => {
    const small = metricsOf(model('MF Next XS 12'));
    assert.ok(small.includes('TCore4') && small.includes('TCell'));
    for (const missing of ['levelHumidity', 'TEvap2', 'PSuction', 'TCell2', 'PWater'] as const) {
      assert.equal(small.includes(missing), false, missing);
    }
    const large = metricsOf(model('MF Next XXL 100 RWL'));
    for (const fitted of ['levelHumidity', 'PSuction', 'TCell2', 'PWater'] as const) assert.ok(large.includes(fitted));
    assert.equal(large.includes('condFanPercentage'), false);
    for (const name of large) assert.ok((metrics[name].families as readonly string[]).includes('MF'));
  });
});
