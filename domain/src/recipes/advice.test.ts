import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { phasesOf } from '../appliance/phase-plan.ts';
import { locales } from '../language/locales.ts';
import { translate } from '../language/messages.ts';
import { adviceHere, adviceOn, killStep_min } from './advice.ts';
import { presetMessages } from './presets.messages.ts';
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

const codesOf = (advice: ReturnType<typeof adviceOn>): string[] => advice.map(({ code }) => code);

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
    for (const words of ['Beef tartare', 'Salmon fillets', 'Manzo crudo', 'Prawns, shellfish', 'Cruasán crudo'])
      assert.deepEqual(codesOn(freeze, { words }), [], words);
    const [day, night] = [
      cycle(1, '-38/100/-/c-20 · -25/60/-/c-20+24h · H-22/50/-', [4, 6, 8]),
      cycle(9, '-40/100/-/c-35+15h · H-25/40/-', [6, 8], 'SF'),
    ];
    for (const treated of [day, night]) assert.deepEqual(codesOn(treated, { words: 'sushi' }), []);
  });

  it('S3.10 finds in the presets what their lines say of them, and nothing else, in the words of any language', () => {
    const found = presets.flatMap(({ id, definition }) => {
      const codes = locales.flatMap((locale) => {
        const words = [translate(presetMessages, locale, `${id}.title` as '0.title')];
        words.push(translate(presetMessages, locale, `${id}.line` as '0.line'));
        return codesOn(definition, { words: words.join('. ') });
      });
      return codes.length > 0 ? [[id, [...new Set(codes)]] as const] : [];
    });
    assert.deepEqual(found, [
      // Baked goods wait at the temperature of the room; cod is served at once; a custard is set, not held.
      [75, ['hold_too_warm']],
      [85, ['kill_step_short', 'cold_after_hot_missing']],
      [89, ['kill_step_short']],
    ]);
  });

  it('S2.22 what is dried, melted or in closed jars needs no cold, and what is held hot none before it is eaten', () => {
    assert.deepEqual(codesOn(cycle(12, '57/80/<25/8h', [25])), []);
    assert.deepEqual(codesOn(cycle(10, '50/25/<30/c47 · H45/20/<30', [23, 24])), []);
    assert.deepEqual(codesOn(cycle(11, '90/70/-/c85+10m · 30/60/-/c45', [16, 17])), []);
    assert.deepEqual(codesOn(cycle(3, '75/60/-/15m · 65/40/60/stop', [14, 9])), []);
    assert.deepEqual(codesOn(cycle(3, '75/60/-/15m · 60/40/60/stop', [14, 9])), ['cold_after_hot_missing']);
  });

  it('S2.22 B3.1 what was told with a version stays; the kitchen’s storage and the forecast of a load have the last word on theirs', () => {
    const chill = cycle(0, '0/60/-/90m · H4/40/-', [3, 7]);
    const told = adviceOn(chill, { storage_max: 3 });
    assert.deepEqual(codesOf(told), ['hold_too_warm', 'no_probe_end']);
    assert.deepEqual(codesOf(adviceHere(told, chill, { storage_max: 8 })), ['no_probe_end']);
    assert.deepEqual(codesOf(adviceHere([], chill, { storage_max: 3, danger_min: 361 })), [
      'slow_through_danger',
      'hold_too_warm',
    ]);
    assert.deepEqual(codesOf(adviceHere(told, chill, { storage_max: 8, danger_min: 360 })), ['no_probe_end']);
  });

  it('S2.22 chocolate that melts slowly is no danger', () => {
    const melting = cycle(10, '50/25/<30/c47 · H45/20/<30', [23, 24]);
    assert.deepEqual(codesOn(melting, { danger_min: 600 }), []);
  });
});
