import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locales } from '../language/locales.ts';
import { translate } from '../language/messages.ts';
import { iconMessages } from './icons.messages.ts';
import { iconNames } from './icons.ts';
import { paletteMessages } from './palette.messages.ts';
import { palette, paletteIndexes } from './palette.ts';

describe('words of icons and colours', () => {
  it('S1.1 S3.9 each icon and each colour has a name of its own in every language', () => {
    assert.deepEqual(Object.keys(iconMessages.texts), iconNames);
    assert.deepEqual(
      Object.keys(paletteMessages.texts),
      paletteIndexes.map((index) => palette[index].key),
    );
    for (const locale of locales) {
      const icons = iconNames.map((name) => translate(iconMessages, locale, name));
      const twice = icons.filter((name, index) => icons.indexOf(name) !== index);
      assert.deepEqual(twice, [], locale);
      const colours = paletteIndexes.map((index) => translate(paletteMessages, locale, palette[index].key));
      assert.equal(new Set(colours).size, 13, locale);
      assert.ok(Math.max(...icons.map(({ length }) => length)) <= 40, locale);
    }
  });
});
