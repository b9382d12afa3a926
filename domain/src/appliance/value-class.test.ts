import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { families } from './families/families.ts';
import { familyCodes } from './families/family-code.ts';
import { runPhases_max } from './phase-plan.ts';
import { classifyValue } from './value-class.ts';

describe('the class of a value', () => {
  it('S3.13 a value falls into its class by its row and the family', () => {
    assert.equal(classifyValue('TCell', -3.2, 'MF'), 'plausible');
    assert.equal(classifyValue('TCell', 80, 'MF'), 'plausible');
    assert.equal(classifyValue('TCell', 80, 'CP'), 'suspect');
    assert.equal(classifyValue('TCell', 120, 'MF'), 'suspect');
    assert.equal(classifyValue('TCell', 130, 'MF'), 'fault');
    assert.equal(classifyValue('TCell', -55, 'MF'), 'fault');
    assert.equal(classifyValue('cellSetTemp', 95, 'MF'), 'suspect');
    assert.equal(classifyValue('cellSetTempZone2', 20, 'CP'), 'suspect');
    assert.equal(classifyValue('PDischarge', 90, 'SF'), 'plausible');
    assert.equal(classifyValue('PDischarge', 90, 'EF'), 'suspect');
    assert.equal(classifyValue('cellSetHumidity', 10, 'CP'), 'plausible');
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

  it('an unknown state code is a fault', () => {
    assert.equal(classifyValue('door', 3, 'MF'), 'plausible');
    assert.equal(classifyValue('door', 4, 'MF'), 'fault');
    assert.equal(classifyValue('defrostStateZone2', 5, 'CP'), 'plausible');
    assert.equal(classifyValue('defrostStateZone2', 6, 'CP'), 'fault');
    assert.equal(classifyValue('cyclePhaseIndex', runPhases_max, 'MF'), 'plausible');
    assert.equal(classifyValue('cyclePhaseIndex', runPhases_max + 1, 'MF'), 'fault');
  });

  it('S3.11 S4.16 S4.17 codes of functions, modes and phases are those of the family', () => {
    for (const family of familyCodes) {
      const row = families[family];
      for (const [metric, codes] of [
        ['cycleFunction', { ...row.functions, ...row.modes, 255: 'idle' }],
        ['operatingMode', row.modes],
        ['cyclePhase', row.phases],
      ] as const) {
        const known = Object.keys(codes).map(Number);
        for (let code = 0; code <= 256; code++)
          assert.equal(
            classifyValue(metric, code, family),
            known.includes(code) ? 'plausible' : 'fault',
            `${metric} ${code} ${family}`,
          );
      }
    }
    assert.equal(classifyValue('operatingMode', 4, 'CP'), 'plausible');
    assert.equal(classifyValue('operatingModeZone2', 3, 'CP'), 'plausible');
    assert.equal(classifyValue('operatingMode', 4, 'MYA'), 'fault');
  });

  it('S4.18 MYA numbers its Sanigen levels in its own way', () => {
    assert.equal(classifyValue('sanigenLevel', 5, 'MF'), 'plausible');
    assert.equal(classifyValue('sanigenLevel', 65_535, 'MF'), 'fault');
    assert.equal(classifyValue('sanigenLevel', 65_535, 'MYA'), 'plausible');
    assert.equal(classifyValue('sanigenLevel', 5, 'MYA'), 'fault');
    assert.equal(classifyValue('sanigenLevel', 0, 'EF'), 'fault');
  });

  it('texts are bounded', () => {
    assert.equal(classifyValue('firmwareVersion', '2.4.1', 'MF'), 'plausible');
    assert.equal(classifyValue('firmwareVersion', 'x'.repeat(33), 'MF'), 'fault');
    assert.equal(classifyValue('cycleRunId', 7, 'MF'), 'fault');
  });
});
