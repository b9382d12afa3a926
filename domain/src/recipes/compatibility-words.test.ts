import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { families } from '../appliance/families/families.ts';
import type { ModelRow, Package } from '../appliance/families/family.ts';
import { functionMessages } from '../appliance/functions.messages.ts';
import { phaseMessages } from '../appliance/phases.messages.ts';
import { type Locale, locales } from '../language/locales.ts';
import { format, textIn } from '../language/messages.ts';
import { formatQuantity } from '../language/quantity.ts';
import { compatibilityMessages } from './compatibility.messages.ts';
import { compatibility } from './compatibility.ts';
import { type CompatibilityKey, changeWords, faultWords, type Shown, type Words } from './compatibility-words.ts';
import { definitionOf } from './presets.ts';
import type { RecipeDefinition } from './recipe.ts';

const filled = ({ key, values }: Words, locale: Locale): string =>
  format(textIn(compatibilityMessages.texts[key], locale), locale, values);

const shownIn = (locale: Locale, family: string, cycle: RecipeDefinition): Shown => ({
  name: 'Line 2',
  family,
  cycleFamily: cycle.family,
  quantity: (value, unit) => formatQuantity(value, unit, { locale, measurement: 'metric', decimals: 0 }),
  functionName: (key) => format(textIn(functionMessages.texts[key], locale), locale),
  phaseName: (key) => format(textIn(phaseMessages.texts[key], locale), locale),
  endName: (by) => format(textIn(compatibilityMessages.texts[`end.${by}` as CompatibilityKey], locale), locale),
});

/** All that is said of a cycle on an appliance. */
function said(
  cycle: RecipeDefinition,
  id: string,
  {
    locale = 'en',
    unitPackage,
    ends = null,
  }: { locale?: Locale; unitPackage?: Package; ends?: readonly string[] | null } = {},
): readonly string[] {
  const model = Object.values(families)
    .flatMap(({ models }) => models)
    .find((one) => one.id === id) as ModelRow;
  const answer = compatibility(cycle, model, { package: unitPackage, ends });
  const shown = shownIn(locale, model.family, cycle);
  if (answer.kind === 'refused') return [filled(faultWords(answer.reason, shown), locale)];
  return answer.kind === 'adapted' ? answer.changes.map((change) => filled(changeWords(change, shown), locale)) : [];
}

describe('why an appliance cannot run a cycle, in words', () => {
  const chill = definitionOf(0, '-14/100/-/s4 · 0/100/-/c3 · H2/40/-');
  const deep = definitionOf(1, '-40/100/-/c-18 · H-20/50/-');
  const humid = definitionOf(2, '2/40/75/stop');
  const dry = definitionOf(12, '57/80/<25/8h');
  const held = definitionOf(1, '-38/100/-/c-20 · -25/60/-/c-20+24h · H-22/50/-');

  it('S8.21 each reason names what it is about', () => {
    assert.deepEqual(said(humid, 'MF-L45', { unitPackage: 'Essential' }), [
      'Line 2 (Essential) cannot run this: it needs Excellence.',
    ]);
    assert.deepEqual(said(definitionOf(0, '3/40/80/c5 · H4/40/-'), 'MF-XS12'), [
      'Line 2 has no humidifier; phase 1 asks for 80%.',
    ]);
    assert.deepEqual(said(deep, 'MF-M30P'), ['Line 2 goes down to −38°C; phase 1 asks for −40°C.']);
    assert.deepEqual(said(dry, 'EF-M25'), ['EasyFresh Next has no “Drying”.']);
    assert.deepEqual(said(chill, 'MF-L45', { ends: ['time'] }), [
      'Its software does not know an end by surface temperature; update it first.',
    ]);
    assert.deepEqual(said(chill, 'PL-20'), ['Line 2 cannot run this: it is a cycle of MultiFresh Next.']);
    assert.deepEqual(said(definitionOf(13, '4/80/-/stop'), 'SF-R100'), [
      'Line 2 goes up to 2°C here; phase 1 asks for 4°C.',
    ]);
    assert.deepEqual(said(definitionOf(0, '5/70/-/c28'), 'EF-M25'), [
      'Line 2 ends this between 1°C and 20°C at the core; phase 1 asks for 28°C.',
    ]);
    assert.deepEqual(said(held, 'EF-M25'), [
      'Line 2 cannot hold the core at its target for as long as phase 2 asks for.',
    ]);
    assert.deepEqual(said(definitionOf(14, '-/100/-/e15 · -/0/-/2m · -/100/-/10m'), 'SF-R100'), [
      'SteadyFrost runs 2 phases before the holding; this cycle has 3.',
    ]);
  });

  it('S3.11 what is changed for another family is told', () => {
    assert.deepEqual(said(definitionOf(4, '3/60/-/c1 · H2/40/-'), 'EF-M25'), ['Phase 1: fan 60% → 80%']);
    assert.deepEqual(said(definitionOf(1, '-36/100/-/c-18 · H-12/50/-'), 'EF-M25'), ['Holding −12°C → −15°C']);
    const trays = [1, 7, 9].map((tray) => ({ tray, min: 45 }));
    assert.deepEqual(said({ ...definitionOf(13, '-5/100/-/stop'), trays, sanigen: 2 }, 'EF-M25'), [
      'Without Sanigen',
      'Without the timers of 2 trays',
    ]);
  });

  it('S1.1 no value is missing in any language', () => {
    for (const locale of locales) {
      const sentences = [
        ...[humid, deep, dry, chill, held].flatMap((cycle) =>
          ['MF-M30P', 'EF-M25', 'SF-R100', 'PL-20'].flatMap((id) => said(cycle, id, { locale })),
        ),
        ...said(chill, 'MF-L45', { locale, ends: ['time'] }),
      ];
      assert.ok(sentences.length > 10);
      for (const sentence of sentences) assert.doesNotMatch(sentence, /[{}]/, locale);
    }
  });
});
