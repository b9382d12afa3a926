import { showActivationCode } from '@brina/domain/appliance/activation-code';
import { displayModel } from '@brina/domain/appliance/families/families';
import type { ModelRow } from '@brina/domain/appliance/families/family';
import { chargeOf, co2eOf, refrigerants } from '@brina/domain/appliance/families/refrigerants';
import { supplies } from '@brina/domain/appliance/families/supplies';
import { builtYearOf, showSerial } from '@brina/domain/appliance/serial-number';
import type { Content } from 'pdfmake/interfaces.js';
import { makePdf, points } from '#core/pdf.ts';
import { qrOf } from '#core/qr.ts';

/** What a label is printed from. */
export type LabelFacts = {
  serialNumber: string;
  brand: string;
  model: ModelRow;
  activationCode: string;
  /** Address of the unit's product passport (GS1 Digital Link). */
  passport: string;
  /** Page that claims the unit with its code. */
  claim: string;
};

const ink = '#13242b';
const pale = '#4b606a';
const line = '#7c909a';

/** Width of the label; the plate that stays on the unit, and the strip below it that is torn off. */
const width_mm = 100;
const plate_mm = 60;
const strip_mm = 32;
const edge_mm = 5;

/**
 * The label of a new appliance as a PDF, 100 × 92 mm: the plate that stays on the unit, with the link to its passport, and below a
 * dashed line the strip with the activation code, which goes to the customer and does not stay where everybody can read it.
 * Its words are English on every market; the rest are facts.
 */
export const labelPdf = (facts: LabelFacts): Promise<Uint8Array> =>
  makePdf({
    pageSize: { width: points(width_mm), height: points(plate_mm + strip_mm) },
    pageMargins: 0,
    info: { title: `${displayModel(facts.model.storedName)} ${facts.serialNumber}` },
    defaultStyle: { fontSize: 7, color: ink, lineHeight: 1.1 },
    background: () => frame,
    content: [plate(facts), strip(facts)],
  });

/** A rounded frame for the plate, and where to tear. */
const frame: Content = {
  canvas: [
    {
      type: 'rect',
      x: points(2),
      y: points(2),
      w: points(width_mm - 4),
      h: points(plate_mm - 4),
      r: points(2),
      lineColor: line,
      lineWidth: 0.5,
    },
    {
      type: 'line',
      x1: 0,
      y1: points(plate_mm),
      x2: points(width_mm),
      y2: points(plate_mm),
      lineColor: line,
      lineWidth: 0.5,
      dash: { length: 4, space: 3 },
    },
  ],
};

/** In tonnes, as Regulation (EU) 2024/573 wants of a fluorinated gas; a few grams of propane would be 0.000 t. */
const showCo2e = (co2e_t: number): string =>
  co2e_t < 0.1 ? `${(co2e_t * 1000).toFixed(1)} kg` : `${co2e_t.toFixed(3)} t`;

function plate({ serialNumber, brand, model, passport }: LabelFacts): Content {
  const built_year = builtYearOf(serialNumber);
  const { gwp } = refrigerants[model.refrigerant];
  const rows: [string, string][] = [
    ['Serial number', showSerial(serialNumber)],
    ...(built_year === null ? [] : [['Built', String(built_year)] satisfies [string, string]]),
    ['GTIN', model.gtin],
    ['Refrigerant', `${model.refrigerant}, ${chargeOf(model).toFixed(3)} kg`],
    ['CO₂ equivalent', `${showCo2e(co2eOf(model))} (GWP ${gwp})`],
    ['Supply', `${supplies[model.supply]}, ${model.power_max_W} W`],
    ['Mass', `${model.weight_kg} kg`],
  ];
  return {
    absolutePosition: { x: points(edge_mm), y: points(edge_mm) },
    columns: [
      {
        width: points(55),
        stack: [
          { text: brand, fontSize: 7, color: pale, characterSpacing: 1 },
          { text: displayModel(model.storedName), bold: true, fontSize: 10, margin: [0, 1, 0, 4] },
          {
            layout: {
              defaultBorder: false,
              vLineWidth: () => 0,
              paddingLeft: () => 0,
              paddingTop: () => 1,
              paddingBottom: () => 1,
            },
            table: {
              widths: [points(21), '*'],
              body: rows.map(([name, value]) => [
                { text: name, color: pale },
                { text: value, bold: name === 'Serial number' },
              ]),
            },
          },
        ],
      },
      {
        width: points(34),
        stack: [
          { svg: qrOf(passport), width: points(34) },
          { text: 'Product passport', color: pale, fontSize: 6, alignment: 'center', margin: [0, 2, 0, 0] },
        ],
      },
    ],
    columnGap: points(1),
  };
}

function strip({ serialNumber, activationCode, claim }: LabelFacts): Content {
  return {
    absolutePosition: { x: points(edge_mm), y: points(plate_mm + 4) },
    columns: [
      {
        width: points(64),
        stack: [
          { text: 'Activation code', color: pale },
          { text: showActivationCode(activationCode), bold: true, fontSize: 16, characterSpacing: 0.5 },
          { text: showSerial(serialNumber), margin: [0, 1, 0, 3] },
          {
            text: 'Tear off before the unit is installed and give it to its owner: whoever has this code can add the unit to a kitchen.',
            color: pale,
            fontSize: 6,
          },
        ],
      },
      { width: points(24), svg: qrOf(claim) },
    ],
    columnGap: points(2),
  };
}
