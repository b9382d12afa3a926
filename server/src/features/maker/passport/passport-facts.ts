import { displayModel, gammaOf } from '@brina/domain/appliance/families/families';
import { familyMessages } from '@brina/domain/appliance/families/families.messages';
import type { ModelRow } from '@brina/domain/appliance/families/family';
import { chargeOf, co2eOf, refrigerants } from '@brina/domain/appliance/families/refrigerants';
import { supplies } from '@brina/domain/appliance/families/supplies';
import { modeMessages } from '@brina/domain/appliance/modes.messages';
import { intlTag, type Locale } from '@brina/domain/language/locales';
import { format, textIn, translate } from '@brina/domain/language/messages';
import { formatNumber } from '@brina/domain/language/numbers';
import {
  formatCharge,
  formatQuantity,
  type QuantityUnit,
  shownValue,
  unitSymbol,
} from '@brina/domain/language/quantity';
import type { Measurement } from '@brina/domain/language/units';
import { passportMessages } from './passport.messages.ts';
import type { Passport, PassportUnit } from './passport.queries.ts';

/** A part of a passport as it is shown: names with their values, and a sentence below. */
export type Section = { title: string; rows: readonly (readonly [name: string, value: string])[]; note?: string };

/** What a passport says, in a reader's language. */
export function sectionsOf({ model, unit }: Passport, locale: Locale): Section[] {
  const say = sayIn(locale);
  return [
    appliance(model, unit, locale),
    refrigeration(model, locale),
    consumption(model, locale),
    size(model, locale),
    life(model, unit, locale),
    { title: say('manuals'), rows: [], note: say('manualsEnclosed') },
  ];
}

type PlainKey = Exclude<keyof (typeof passportMessages)['texts'], 'gwp' | 'aDay'>;

/** A page without login knows no preference: readers of American English have their own units. */
const unitsIn = (locale: Locale): { locale: Locale; measurement: Measurement } => ({
  locale,
  measurement: locale === 'en-US' ? 'imperial' : 'metric',
});

/** Looks a text without values up. */
export const sayIn =
  (locale: Locale) =>
  (key: PlainKey): string =>
    format(textIn(passportMessages.texts[key], locale), locale, {}, unitsIn(locale).measurement);

const amountIn =
  (locale: Locale) =>
  (value: number, unit: QuantityUnit, decimals?: number): string =>
    formatQuantity(value, unit, { ...unitsIn(locale), ...(decimals === undefined ? {} : { decimals }) });

function appliance(model: ModelRow, unit: PassportUnit | null, locale: Locale): Section {
  const say = sayIn(locale);
  const gamma = gammaOf(model.storedName);
  return {
    title: say('appliance'),
    rows: [
      ...(unit ? [[say('brand'), unit.brand] as const] : []),
      [say('model'), displayModel(model.storedName)],
      ...(gamma ? [[say('category'), translate(familyMessages, locale, gamma)] as const] : []),
      ...(unit ? [[say('serialNumber'), unit.serialNumber] as const] : []),
      [say('gtin'), model.gtin],
      ...(unit?.built_year ? [[say('builtIn'), String(unit.built_year)] as const] : []),
    ],
  };
}

function refrigeration(model: ModelRow, locale: Locale): Section {
  const say = sayIn(locale);
  const amount = amountIn(locale);
  const { gwp, gwpBasis: basis, safetyClass } = refrigerants[model.refrigerant];
  return {
    title: say('refrigeration'),
    rows: [
      [say('refrigerant'), model.refrigerant],
      [say('safetyClass'), safetyClass],
      [say('charge'), formatCharge(chargeOf(model), unitsIn(locale))],
      [translate(passportMessages, locale, 'gwp', { basis }), formatNumber(gwp, locale, 0)],
      [say('co2e'), amount(co2eOf(model) * 1000, 'kg')],
      [say('condenser'), say(`condenser.${model.condensation}`)],
    ],
  };
}

function consumption(model: ModelRow, locale: Locale): Section {
  const say = sayIn(locale);
  const amount = amountIn(locale);
  const title = say('consumption');
  switch (model.kind) {
    case 'blast': {
      const weight = unitSymbol('kg', unitsIn(locale));
      const perUnit = (kWh: number): number => kWh / shownValue(1, 'kg', unitsIn(locale).measurement);
      const each = (kWh: number): string => `${amount(perUnit(kWh) * 1000, 'Wh', 3)}/${weight}`;
      return {
        title,
        rows: [
          [say('chilling'), each(model.chill_kWh_per_kg)],
          [say('freezing'), each(model.freeze_kWh_per_kg)],
        ],
        // The standard's room has its condenser in it.
        note: say(model.condensation === 'air' ? 'measured.iso' : 'measured.own'),
      };
    }
    case 'cabinet': {
      const modes = {
        negativeCold: model.negative_kWh_per_day,
        positiveCold: model.positive_kWh_per_day,
        chocolate: model.chocolate_kWh_per_day,
      } as const;
      const rows = (Object.keys(modes) as (keyof typeof modes)[]).flatMap((mode) => {
        const kWh = modes[mode];
        if (kWh === null) return [];
        const value = translate(passportMessages, locale, 'aDay', { kWh: amount(kWh * 1000, 'Wh', 2) });
        return [[translate(modeMessages, locale, mode), value] as const];
      });
      return { title, rows, note: say('measured.cabinet') };
    }
    case 'prover':
      return {
        title,
        rows: [[say('night'), amount(model.night_kWh * 1000, 'Wh', 1)]],
        note: say('measured.prover'),
      };
  }
}

function size(model: ModelRow, locale: Locale): Section {
  const say = sayIn(locale);
  const amount = amountIn(locale);
  const capacity: Section['rows'] =
    model.kind === 'blast'
      ? [
          [say('chills'), amount(model.chill_kg, 'kg')],
          [say('freezes'), amount(model.freeze_kg, 'kg')],
        ]
      : [[say('volume'), litres(model.volume_l, locale)]];
  return {
    title: say('size'),
    rows: [
      ...capacity,
      [say('trays'), formatNumber(model.trays, locale, 0)],
      ...(model.trolleys > 0 ? [[say('trolleys'), formatNumber(model.trolleys, locale, 0)] as const] : []),
      [
        say('dimensions'),
        [model.width_mm, model.depth_mm, model.height_mm].map((size) => amount(size, 'mm')).join(' × '),
      ],
      [say('mass'), amount(model.weight_kg, 'kg')],
      [say('supply'), supplies[model.supply]],
      [say('power'), amount(model.power_max_W, 'W', 2)],
    ],
  };
}

function life(model: ModelRow, unit: PassportUnit | null, locale: Locale): Section {
  const say = sayIn(locale);
  const december = Date.UTC(model.supportUntil_year, 11, 1);
  const month = new Intl.DateTimeFormat(intlTag(locale), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return {
    title: say('life'),
    rows: [
      [say('supportUntil'), month.format(december)],
      ...(unit ? [[say('repairs'), formatNumber(unit.repairs, locale, 0)] as const] : []),
    ],
  };
}

const litres = (value: number, locale: Locale): string =>
  new Intl.NumberFormat(intlTag(locale), { style: 'unit', unit: 'liter' }).format(value);
