import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locales } from '../language/locales.ts';
import { format, textIn } from '../language/messages.ts';
import { measurements } from '../language/units.ts';
import { presetNotes } from './presets/preset-row.ts';
import { presetMessages } from './presets.messages.ts';
import { presets } from './presets.ts';
import { recipeLimits } from './recipe.ts';

const shown = (key: string, locale: (typeof locales)[number], measurement: (typeof measurements)[number]): string => {
  const row = (presetMessages.texts as Readonly<Record<string, Parameters<typeof textIn>[0]>>)[key];
  assert.ok(row, key);
  return format(textIn(row, locale), locale, {}, measurement);
};

describe('words of the presets', () => {
  it('S1.1 S3.10 each has a title and a line, and each note that one refers to has its text; nothing else is there', () => {
    const keys = [
      ...presets.flatMap(({ id }) => [`${id}.title`, `${id}.line`]),
      ...presetNotes.map((note) => `note.${note}`),
    ];
    assert.deepEqual(Object.keys(presetMessages.texts).toSorted(), keys.toSorted());
    const used = new Set(presets.flatMap(({ notes }) => notes));
    assert.deepEqual(
      [...presetNotes].filter((note) => !used.has(note)),
      [],
    );
  });

  it('S1.1 S3.10 a title is as long as one of a Custom cycle may be, in every language and both measurement systems', () => {
    const long = locales.flatMap((locale) =>
      measurements.flatMap((measurement) =>
        presets
          .map(({ id }) => `${locale} ${id} ${shown(`${id}.title`, locale, measurement)}`)
          .filter((text) => text.replace(/^\S+ \d+ /, '').length > recipeLimits.title.max),
      ),
    );
    assert.deepEqual(long, []);
  });

  it('S1.1 no two presets of a function have one title in any language', () => {
    for (const locale of locales) {
      const titles = presets.map(
        ({ id, definition }) => `${definition.function} ${shown(`${id}.title`, locale, 'metric')}`,
      );
      assert.deepEqual(
        titles.filter((title, index) => titles.indexOf(title) !== index),
        [],
        locale,
      );
    }
  });
});
