import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { phasesOf } from '../appliance/phase-plan.ts';
import { adviceCodes, adviceOn, killStep_min } from './advice.ts';
import { presets } from './presets.ts';
import type { BlastDefinition } from './recipe.ts';

const cycle = (
  code: number,
  notation: string,
  phases: readonly number[],
  family: 'MF' | 'SF' = 'MF',
): BlastDefinition => ({
  family,
  function: code,
  phases: phasesOf(notation, ...phases.map((phase) => ({ phase }))),
});
const codesOn = (...args: Parameters<typeof adviceOn>): string[] => adviceOn(...args).map(({ code }) => code);

describe('advice on a cycle', () => {
  it('S2.22 holds a core for as long as kills what 70 °C for two minutes kill', () => {
    assert.deepEqual([60, 65, 56, 66, 70].map(killStep_min), [44, 10, 148, 7, 2]);
    const held = (minutes: number) => cycle(6, `70/50/60/c60+${minutes}m · -14/100/-/c3 · H2/40/-`, [16, 3, 7]);
    assert.deepEqual(codesOn(held(43)), ['kill_step_short']);
    assert.deepEqual(adviceOn(held(43))[0], { code: 'kill_step_short', phase: 0, core: 60, least_min: 44 });
    assert.deepEqual(codesOn(held(44)), []);
    assert.deepEqual(codesOn(cycle(6, '70/50/60/8h · -14/100/-/c3', [15, 3])), [], 'no core is named');
  });

  it('S2.22 tells that what was hot is neither chilled nor held hot', () => {
    assert.deepEqual(codesOn(cycle(6, '85/50/60/c75+5m', [16])), ['cold_after_hot_missing']);
    assert.deepEqual(codesOn(cycle(6, '85/50/60/c75+5m · H65/40/60', [16, 9])), []);
    assert.deepEqual(codesOn(cycle(6, '85/50/60/c75+5m · -14/100/-/c3 · H2/40/-', [16, 3, 7])), []);
    assert.deepEqual(codesOn(cycle(6, '85/50/60/c75+5m · H30/40/60', [16, 7])), [
      'cold_after_hot_missing',
      'hold_too_warm',
    ]);
  });

  it('S2.22 tells of a holding that is warmer than what is stored may be, by the limit of the kitchen', () => {
    const held = cycle(0, '0/60/-/c3 · H5/40/-', [3, 7]);
    assert.deepEqual(codesOn(held), []);
    assert.deepEqual(adviceOn(held, { storage_max: 3 }), [{ code: 'hold_too_warm', phase: 1, air: 5, max: 3 }]);
    assert.deepEqual(codesOn(cycle(7, '28/40/75/90m · H8/20/80', [21, 22])), [], 'dough is not stored');
  });

  it('S2.22 tells that a chill by time alone proves nothing, and that one is slow through the danger', () => {
    assert.deepEqual(codesOn(cycle(0, '-14/100/-/90m · H2/40/-', [3, 7])), ['no_probe_end']);
    assert.deepEqual(codesOn(cycle(4, '8/80/85/6h · H2/40/-', [11, 7])), [], 'a thaw has no record');
    assert.deepEqual(codesOn(cycle(0, '0/60/-/c3', [3]), { danger_min: 361 }), ['slow_through_danger']);
    assert.deepEqual(codesOn(cycle(0, '0/60/-/c3', [3]), { danger_min: 360 }), []);
  });

  it('S2.22 tells that fish to be eaten raw keeps its parasites, in the words of any language', () => {
    const freeze = cycle(1, '-38/100/-/c-18 · H-20/50/-', [4, 8]);
    for (const words of [
      'Sashimi di tonno',
      'Raw fish, salmon',
      'Roher Fisch',
      'pesce crudo',
      'Сырая рыба',
      'poisson cru',
      'rauwe vis',
      '刺身用マグロ',
    ])
      assert.deepEqual(codesOn(freeze, { words }), ['parasite_short'], words);
    for (const words of ['Beef tartare', 'Salmon fillets', 'Manzo crudo'])
      assert.deepEqual(codesOn(freeze, { words }), [], words);
    const [day, night] = [
      cycle(1, '-38/100/-/c-20 · -25/60/-/c-20+24h · H-22/50/-', [4, 6, 8]),
      cycle(9, '-40/100/-/c-35+15h · H-25/40/-', [6, 8], 'SF'),
    ];
    for (const treated of [day, night]) assert.deepEqual(codesOn(treated, { words: 'sushi' }), []);
  });

  it('S3.10 finds in the presets nothing that is unsafe without a word of ours', () => {
    const found = new Map(
      presets.map(({ id, definition }) => [id, codesOn(definition)] as const).filter(([, codes]) => codes.length > 0),
    );
    const unsafe = [...found].filter(([, codes]) => codes.includes('no_probe_end') || codes.includes('parasite_short'));
    assert.deepEqual(unsafe, []);
    for (const codes of found.values()) for (const code of codes) assert.ok(adviceCodes.some((one) => one === code));
  });
});
