import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { badgeShapes, palette, paletteIndexes } from './palette.ts';

const cards = { light: '#ffffff', dark: '#131f25' } as const;

/** Contrast of each colour on the cards, light and dark. */
const ratios: Readonly<Record<number, readonly [number, number]>> = {
  1: [6.25, 12.63],
  2: [4.97, 7.49],
  3: [14.96, 4.91],
  4: [8.58, 4.72],
  5: [4.95, 8.81],
  6: [12.86, 4.81],
  7: [5.12, 4.78],
  8: [8.9, 7.85],
  9: [4.98, 13.79],
  10: [8.02, 8.93],
  11: [13.88, 6.02],
  12: [5.45, 12.62],
  13: [9.68, 4.89],
};

/** Relative luminance of WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return Math.round(((light + 0.05) / (dark + 0.05)) * 100) / 100;
}

describe('colours of cycles', () => {
  it('S3.9 each can be read on the cards of both themes', () => {
    const found = Object.fromEntries(
      paletteIndexes.map((index) => {
        const { light, dark } = palette[index];
        return [index, [contrast(light, cards.light), contrast(dark, cards.dark)]];
      }),
    );
    assert.deepEqual(found, ratios);
    for (const [light, dark] of Object.values(ratios)) assert.ok(light >= 4.5 && dark >= 4.5);
  });

  it('S3.9 each has a shape and a name of its own, so that colour is never alone', () => {
    const rows = paletteIndexes.map((index) => palette[index]);
    assert.deepEqual(rows.map(({ shape }) => shape).toSorted(), [...badgeShapes].toSorted());
    assert.equal(new Set(rows.map(({ key }) => key)).size, 13);
  });
});
