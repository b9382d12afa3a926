import { displayModel } from '@brina/domain/appliance/families/families';
import type { ModelRow } from '@brina/domain/appliance/families/family';
import { chargeOf, refrigerants } from '@brina/domain/appliance/families/refrigerants';
import type { Locale } from '@brina/domain/language/locales';
import { translate } from '@brina/domain/language/messages';
import { publicPageMessages } from '#core/http/public-page.messages.ts';
import { brandMark, publicPage } from '#core/http/public-page.ts';
import { escapeHtml } from '#core/mail/letter.ts';
import type { Passport } from './passport.queries.ts';
import { drawingOf } from './passport-drawing.ts';
import { type Section, sayIn, sectionsOf } from './passport-facts.ts';

/** Where the styles of the passport alone are served. */
export const stylesPath = '/passport.css';

/** A passport as a page that needs neither script nor login, with the same facts for machines beside it (schema.org, JSON-LD). */
export function passportPage(passport: Passport, locale: Locale, address: string): string {
  const say = sayIn(locale);
  const name = displayModel(passport.model.storedName);
  const about = passport.unit ? say('nobody') : say('ofModel');
  // A data block is never run, so that no policy has to allow it (HTML, script element: "prepare the script element").
  const facts = JSON.stringify(machineFacts(passport, address)).replaceAll('<', '\\u003c');
  return publicPage({
    locale,
    styles: stylesPath,
    title: `${name}: ${say('title')}`,
    head: `<script type="application/ld+json">${facts}</script>`,
    body: `<header>${brandMark}<div><p>${escapeHtml(say('title'))}</p><h1>${escapeHtml(name)}</h1></div>${drawingOf(passport.model)}</header>
${sectionsOf(passport, locale).map(sectionOf).join('\n')}
<p class="about">${escapeHtml(about)}</p>`,
  });
}

/** The page of an address behind which there is no product, or of who asked too often. */
export function refusalPage(why: 'unknown' | 'busy', locale: Locale): string {
  const say = sayIn(locale);
  const [title, text] =
    why === 'busy'
      ? [translate(publicPageMessages, locale, 'busyTitle'), translate(publicPageMessages, locale, 'busyText')]
      : [say('unknownTitle'), say('unknownText')];
  return publicPage({
    locale,
    styles: stylesPath,
    title,
    head: '<meta name="robots" content="noindex">',
    body: `<header>${brandMark}<div><p>${escapeHtml(say('title'))}</p><h1>${escapeHtml(title)}</h1></div></header>
<p class="about">${escapeHtml(text)}</p>`,
  });
}

const sectionOf = ({ title, rows, note }: Section): string => `<section>
<h2>${escapeHtml(title)}</h2>
${rows.length > 0 ? `<dl>${rows.map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>` : ''}
${note === undefined ? '' : `<p>${escapeHtml(note)}</p>`}
</section>`;

/** The facts in words that machines share. */
function machineFacts({ model, unit }: Passport, address: string): object {
  const { gwp } = refrigerants[model.refrigerant];
  return {
    '@context': 'https://schema.org',
    '@type': unit ? 'IndividualProduct' : 'ProductModel',
    '@id': address,
    name: displayModel(model.storedName),
    model: model.storedName,
    gtin: model.gtin,
    ...(unit && { serialNumber: unit.serialNumber, brand: { '@type': 'Brand', name: unit.brand } }),
    ...(unit?.built_year && { productionDate: String(unit.built_year) }),
    width: measured(model.width_mm, 'MMT'),
    depth: measured(model.depth_mm, 'MMT'),
    height: measured(model.height_mm, 'MMT'),
    weight: measured(model.weight_kg, 'KGM'),
    additionalProperty: [
      property('refrigerant', model.refrigerant),
      { ...property('refrigerantCharge', chargeOf(model)), unitCode: 'KGM' },
      property('refrigerantGlobalWarmingPotential', gwp),
      property('supportUntil', `${model.supportUntil_year}-12`),
      ...consumptionOf(model),
      ...(unit ? [property('recordedRepairs', unit.repairs)] : []),
    ],
  };
}

/** A quantity with its unit by UN/CEFACT recommendation 20. */
const measured = (value: number, unitCode: string) => ({ '@type': 'QuantitativeValue', value, unitCode });
const property = (name: string, value: string | number) => ({ '@type': 'PropertyValue', name, value });

function consumptionOf(model: ModelRow): object[] {
  const energy = (name: string, value: number | null, unitText: string): object[] =>
    value === null ? [] : [{ ...property(name, value), unitText }];
  switch (model.kind) {
    case 'blast':
      return [
        ...energy('chillingConsumption', model.chill_kWh_per_kg, 'kWh/kg'),
        ...energy('freezingConsumption', model.freeze_kWh_per_kg, 'kWh/kg'),
      ];
    case 'cabinet':
      return [
        ...energy('frozenStorageConsumption', model.negative_kWh_per_day, 'kWh/24h'),
        ...energy('chilledStorageConsumption', model.positive_kWh_per_day, 'kWh/24h'),
        ...energy('chocolateConsumption', model.chocolate_kWh_per_day, 'kWh/24h'),
      ];
    case 'prover':
      return energy('nightConsumption', model.night_kWh, 'kWh');
  }
}
