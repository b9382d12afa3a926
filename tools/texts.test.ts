import assert from 'node:assert/strict';
import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { type Language, languages } from '@brina/domain/language/locales';
import { messages, type Text, type Translations } from '@brina/domain/language/messages';
import { type Catalogue, catalogues, hashOf, placesIn, replaceFile, stateOf } from './texts/catalogues.ts';
import { type Delivery, takeDelivery } from './texts/delivery.ts';
import { prepared } from './texts/prepared.ts';
import { screensOf } from './texts/screens.ts';
import { given } from './texts/testing/given-catalogue.ts';
import { readXliff, writeXliff, xmlOf } from './texts/xliff.ts';

const root = resolve(import.meta.dirname, '..');
const english = { one: '{n} door of {place}', other: '{n} doors of {place}' };
const doors = given('test/doors', {
  open: ['Open', { it: 'Aperta', de: 'Offen', ja: '開' }, 'a door, not a shop'],
  model: ['Model', { it: 'Modello', du: '=' }],
  count: [english, { de: { one: '{n} Tür: {place}', other: '{n} Türen: {place}' } }],
  size: ['A & B < C "D"', {}],
});

/** A file as a translator gives it back: the targets by the ids of their units, each with its state. */
function translated(
  all: Catalogue[],
  language: Language,
  targets: Record<string, string>,
  state = 'translated',
): string {
  return Object.entries(targets).reduce(
    (xml, [id, target]) =>
      xml.replace(
        new RegExp(`(<trans-unit id="${RegExp.escape(id)}"[^]*?)<target [^>]*>[^<]*</target>`),
        (_, before: string) => `${before}<target state="${state}">${target}</target>`,
      ),
    writeXliff(all, language, nowhere).xml,
  );
}
const taken = (xml: string, all: Catalogue[] = [doors], asked?: Language): Delivery =>
  takeDelivery(all, readXliff(xml), asked);
const only = (delivery: Delivery): Translations => {
  const [file] = delivery.files.values();
  assert.ok(file, delivery.refused.join('\n'));
  return file;
};

const nowhere: ReadonlyMap<string, string> = new Map();

describe('XLIFF for translators', () => {
  it('every text of the project comes back from it as it went out, in every language', async () => {
    const all = await catalogues(root);
    for (const language of languages.filter((one) => one !== 'en')) {
      const bare = all.map((one) => ({ ...one, translations: without(language, one.translations) }));
      const { xml, count } = writeXliff(all, language, nowhere);
      const { files, taken, refused, open } = takeDelivery(bare, readXliff(xml), language);
      assert.deepEqual({ taken, refused, open }, { taken: count, refused: [], open: 0 }, language);
      for (const one of all) {
        const at = bare.find(({ path }) => path === one.path);
        const back = (at && files.get(at)) ?? one.translations;
        for (const [key, groups] of Object.entries(one.translations))
          for (const [hash, texts] of Object.entries(groups))
            assert.deepEqual(back[key]?.[hash], texts, `${one.path} ${key}`);
      }
    }
  });

  it('tells the place, the note and the text of before; --stale leaves out what is fresh', () => {
    const old = { open: { '00000000': { ja: '開く' } }, model: { [hashOf('Model')]: { ja: '型式' } } };
    const declared = { open: { en: 'Open', note: 'button', apart: 'a door' }, model: 'Model', name: 'Name' };
    const one = { ...given('web/doors', {}), messages: messages('web/doors', declared, old), translations: old };
    const { xml, count } = writeXliff([one], 'ja', new Map([[one.path, 'Doors, Gates']]), (state) => state !== 'fresh');
    assert.equal(count, 2);
    assert.match(xml, /<file original="web\/doors" source-language="en-GB" target-language="ja-JP"/);
    assert.match(xml, /<source>Open<\/source>\s*<target state="needs-review-translation">開く<\/target>/);
    assert.match(xml, /<context context-type="x-screen">Doors, Gates<\/context>/);
    assert.match(xml, /<context context-type="x-catalogue">Texts of web\/doors\.<\/context>/);
    assert.match(xml, /<note>button<\/note>\s*<note>Not as elsewhere: a door<\/note>/);
    assert.match(xml, /<source>Name<\/source>\s*<target state="needs-translation"><\/target>/);
    assert.doesNotMatch(xml, /Model/);
  });

  it('knows what a catalogue and a part of it are for from their comments', () => {
    const source = [
      '/** Not this one. */',
      'const other = 1;',
      '/**',
      ' * Texts of the doors,',
      ' * and of the gates.',
      ' */',
      "export const doorMessages = messages('web/doors', {",
      "  title: 'Doors',",
      '  // Gates',
      "  'gate.open': 'Open',",
      '}, texts);',
    ].join('\n');
    const { about, sections } = placesIn(source);
    assert.equal(about, 'Texts of the doors, and of the gates.');
    assert.deepEqual([...sections], [['gate.open', 'Gates']]);
  });

  it('gives each language its own plural forms, and takes them all or none', () => {
    const forms = {
      one: '{n} дверь: {place}',
      few: '{n} двери: {place}',
      many: '{n} дверей: {place}',
      other: '{n} двери: {place}',
    };
    const targets = Object.fromEntries(Object.entries(forms).map(([form, text]) => [`count[${form}]`, text]));
    assert.deepEqual(only(taken(translated([doors], 'ru', targets)))['count']?.[hashOf(english)]?.['ru'], forms);
    const { 'count[many]': _many, ...others } = targets;
    assert.deepEqual(taken(translated([doors], 'ru', others)).refused, ['test/doors.count: the form "many" is empty']);
    assert.equal(writeXliff([doors], 'ja', nowhere).xml.match(/id="count\[/g)?.length, 1);
  });

  it('a language that was renewed stands by the English of today, the others by the one they were made from', () => {
    const old = { open: { '00000000': { de: 'Offen', ja: '開く' } } };
    const one = {
      ...given('test/doors', {}),
      messages: messages('test/doors', { open: 'Wide open' }, old),
      translations: old,
    };
    const file = only(taken(translated([one], 'ja', { open: '全開' }), [one]));
    assert.deepEqual(file, { open: { [hashOf('Wide open')]: { ja: '全開' }, '00000000': { de: 'Offen' } } });
    assert.deepEqual(
      taken(writeXliff([one], 'ja', nowhere).xml, [one]).open,
      1,
      'the old text is not taken unlooked at',
    );
    assert.equal(taken(translated([one], 'ja', { open: '開く' }), [one]).taken, 1, 'it is, when its state says so');
  });

  it('keeps markup characters and line breaks of XML out of the texts', () => {
    const file = only(taken(translated([doors], 'de', { size: 'A &amp; B &lt; &#67; „D“<![CDATA[ & E]]>' })));
    assert.deepEqual(file['size'], { [hashOf('A & B < C "D"')]: { de: 'A & B < C „D“ & E' } });
  });
});

describe('a delivery', () => {
  const refusals = (xml: string): string[] => taken(xml).refused;

  it('refuses by name what is not there, has other placeholders, is English still, or was made from other English', () => {
    const de = (targets: Record<string, string>, state?: string) => translated([doors], 'de', targets, state);
    const unknown = de({ open: 'Auf' }).replace('id="open"', 'id="__proto__"').replace('id="model"', 'id="gone"');
    assert.deepEqual(refusals(unknown), [
      'test/doors.__proto__: there is no such text',
      'test/doors.gone: there is no such text',
    ]);
    assert.match(
      refusals(de({ open: 'Auf' }).replace('test/doors', 'test/gates')).join(),
      /test\/gates\.open: there is no/,
    );
    assert.match(refusals(de({ open: 'Auf {n}' })).join(), /open: placeholders {n}, English has {}/);
    assert.match(refusals(de({ open: 'Auf&#x200B;' })).join(), /open: a character that nobody sees/);
    assert.match(refusals(de({ open: 'Open' })).join(), /open: it is still English/);
    assert.equal(only(taken(de({ open: 'Open' }, 'final')))['open']?.[hashOf('Open')]?.['de'], '=');
    assert.match(
      refusals(de({ open: 'Auf' }).replace('<source>Open', '<source>Opened')).join(),
      /open: its English is now “Open”/,
    );
    const twice = de({ open: 'Auf' }).replace(/<trans-unit id="open"[^]*?<\/trans-unit>/, (unit) => unit + unit);
    assert.match(refusals(twice).join(), /open: it is there twice/);
    assert.match(refusals(de({ open: 'Auf' }).replace('id="open"', 'id="open[one]"')).join(), /no plural forms/);
  });

  it('takes the good texts of a file besides the refused ones', () => {
    const { taken: count, refused } = taken(translated([doors], 'ja', { open: '閉', size: 'still English' }));
    assert.deepEqual([count, refused], [1, ['test/doors.size: no Japanese script']]);
  });

  it('refuses a whole file in no language, in another one, in two or in English', () => {
    const ja = translated([doors], 'ja', { open: '閉' });
    assert.throws(() => taken(ja.replace('ja-JP', 'pt-BR')), /in "pt-BR", which is none of our languages/);
    assert.throws(() => taken(ja.replace('ja-JP', 'en-GB')), /English is written in the \*\.messages\.ts/);
    assert.throws(() => taken(ja, [doors], 'de'), /in ja-JP, and de-DE was asked for/);
    assert.throws(() => taken(writeXliff([], 'ja', nowhere).xml), /no texts/);
    assert.equal(taken(ja.replace('ja-JP', 'ja')).taken, 1, 'the language without its country is the same');
    const second = writeXliff([given('test/gates', { open: ['Gate', {}] })], 'de', nowhere).xml;
    const both = ja.replace('</xliff>', `${/<file[^]*<\/file>/.exec(second)?.[0]}</xliff>`);
    assert.throws(() => taken(both), /in several languages: ja-JP, de-DE/);
  });

  it('reads neither entities of its own nor anything that is not XLIFF 1.2', () => {
    const de = translated([doors], 'de', { open: 'Auf' });
    const bomb = '<!DOCTYPE xliff [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>';
    assert.throws(() => readXliff(de.replace('?>', `?>${bomb}`)), /document type/);
    assert.throws(() => readXliff(de.replace('Auf', '&b;')), /not well-formed.*entity/i);
    assert.throws(() => readXliff(de.replace('</file>', '')), /not well-formed/);
    assert.throws(() => readXliff(de.replace('</target>', '')), /open: <context-group> within a text/);
    assert.throws(() => readXliff(de.slice(0, -20)), /not well-formed/);
    assert.throws(() => readXliff('not XML'), /not well-formed/);
    const bytes = Buffer.from(de.replace('Auf', 'Öffnen'));
    assert.equal(readXliff(xmlOf(bytes))[0]?.target, 'Öffnen');
    assert.throws(() => xmlOf(Buffer.from(bytes.toString(), 'latin1')), /not in UTF-8/);
    assert.throws(() => readXliff('<html/>'), /no XLIFF 1\.2/);
    assert.throws(() => readXliff(de.replace('version="1.2"', 'version="2.0"')), /no XLIFF 1\.2/);
    assert.throws(() => readXliff(de.replace('Auf', '<g id="1">Auf</g>')), /open: <g> within a text/);
    assert.deepEqual(
      readXliff(de.replace('</target>', '</target><alt-trans><target>Zu</target></alt-trans>'))[0]?.target,
      'Auf',
    );
  });
});

describe('the files with texts', () => {
  it('are replaced as a whole: what cannot be written wholly leaves the one of before', () => {
    const folder = mkdtempSync(join(tmpdir(), 'brina-texts-'));
    try {
      const [path, before] = [join(folder, 'doors.texts.json'), join(folder, 'before')];
      writeFileSync(path, 'old');
      // Another name of the same file sees whatever is written into it.
      linkSync(path, before);
      replaceFile(path, 'new');
      assert.deepEqual([readFileSync(path, 'utf8'), readFileSync(before, 'utf8')], ['new', 'old']);
      assert.deepEqual(readdirSync(folder).sort(), ['before', 'doors.texts.json']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('get a place for what is missing, lose keys that are gone, and a renamed or moved key keeps its texts', () => {
    const gone = {
      ...doors.translations,
      old: { [hashOf('Close')]: { de: 'Zu' } },
      dead: { '00000000': { de: 'Tot' } },
    };
    const from = { ...doors, translations: gone };
    const to = {
      ...given('test/gates', {}),
      messages: messages('test/gates', { close: 'Close' }, {}),
      translations: {},
    };
    const files = prepared([from, to]);
    const empty = { it: '', ru: '', es: '', du: '', fr: '', de: 'Zu', ja: '' };
    assert.deepEqual(files.get(to), { close: { [hashOf('Close')]: empty } });
    assert.deepEqual(Object.keys(files.get(from) ?? {}), ['open', 'model', 'count', 'size']);
    const open: Record<string, Text> | undefined = files.get(from)?.['open']?.[hashOf('Open')];
    assert.deepEqual(
      Object.keys(open ?? {}),
      ['it', 'ru', 'es', 'du', 'fr', 'de', 'ja'],
      'in the order of the languages',
    );
    const row = from.messages.texts['open'];
    assert.ok(row);
    assert.equal(stateOf(row, files.get(from)?.['open'], 'fr'), 'missing', 'an empty place is no text');
  });
});

const without = (language: Language, translations: Translations): Translations =>
  Object.fromEntries(
    Object.entries(translations).map(([key, groups]) => [
      key,
      Object.fromEntries(Object.entries(groups).map(([hash, { [language]: _gone, ...texts }]) => [hash, texts])),
    ]),
  );

it('S1.1 a translator learns which screens show a text, by what they import', () => {
  const screen = (from: string, ...imports: string[]) => ({
    path: `web/src/features/${from}`,
    text: `${imports.map((one) => `import '${one}';`).join(' ')} export const x = 1;`,
  });
  const shown = screensOf([
    screen('people/DoorScreen.tsx', '../../lib/word.messages.ts', './parts/Door.tsx'),
    screen('people/parts/Door.tsx', './door.messages.ts'),
    screen('people/parts/door.messages.ts'),
    screen('kitchen/GateScreen.tsx', '../people/parts/door.messages.ts'),
    ...Array.from({ length: 6 }, (_, n) => screen(`maker/Other${n}Screen.tsx`, '../../lib/word.messages.ts')),
  ]);
  assert.equal(shown.get('web/src/features/people/parts/door.messages.ts'), 'Door, Gate');
  assert.equal(shown.get('web/src/lib/word.messages.ts'), 'many screens');
  assert.equal(shown.get('domain/src/language/none.messages.ts'), undefined);
});
