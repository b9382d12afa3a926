import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messages } from '@brina/domain/language/messages';
import { rewritePhrases } from './message-source.ts';
import { faultsOf, phrasesOf, sheetOf } from './messages.ts';

const doors = messages('test/doors', {
  open: {
    en: 'The door is open',
    it: 'La porta è aperta',
    ru: 'Дверь открыта',
    es: 'La puerta está abierta',
    du: 'De deur is open',
    fr: 'La porte est ouverte',
    de: 'Die Tür ist offen',
    ja: 'ドアが開いています',
  },
});

const file = { path: 'web/src/features/doors/doors.messages.ts', messages: [doors] };

describe('the messages check', () => {
  it('passes good texts', () => assert.deepEqual(faultsOf([file]), []));

  it('S1.1 finds a text that is still English, an empty file and a namespace taken twice', () => {
    const english = { ...doors, texts: { open: { ...doors.texts.open, it: 'The door is open' } } };
    const faults = faultsOf([
      file,
      { path: 'web/empty.messages.ts', messages: [] },
      { path: 'b', messages: [english] },
    ]);
    assert.equal(faults.length, 3, faults.join('\n'));
    assert.match(faults[0] ?? '', /empty\.messages\.ts: exports nothing/);
    assert.match(faults[1] ?? '', /namespace test\/doors is also that of web\/src\/features\/doors/);
    assert.match(faults[2] ?? '', /open it: equal to English/);
  });
});

describe('the translators’ sheet', () => {
  it('comes back as the phrases that went out', () => {
    const phrases = phrasesOf(sheetOf([file]));
    assert.equal(phrases.length, 8, 'eight languages are written, en-US inherits');
    assert.deepEqual(phrases[1], {
      namespace: 'test/doors',
      key: 'open',
      form: '',
      locale: 'it',
      text: 'La porta è aperta',
    });
  });

  it('refuses a sheet with other columns', () => {
    assert.throws(() => phrasesOf('key,english\r\nopen,Open\r\n'), /columns must be: namespace, key, form, en, it/);
  });

  it('replaces the literal of its key, language and form and nothing else', () => {
    const text = [
      '// Tür, ドア: more bytes than letters before the literals',
      "export const m = messages('test/doors', {",
      "  open: { en: 'Open', it: 'Aperta' },",
      "  doors: { en: { one: '{n} door', other: '{n} doors' }, it: { one: '{n} porta', other: '{n} porte' } },",
      '});',
    ].join('\n');
    const source = { path: file.path, text };
    const phrase = (key: string, form: string, locale: string, to: string) => ({
      namespace: 'test/doors',
      key,
      form,
      locale,
      text: to,
    });
    const {
      text: after,
      changed,
      homeless,
    } = rewritePhrases(source, [
      phrase('open', '', 'it', 'Porta aperta all’aria'),
      phrase('doors', 'other', 'it', "{n} porte dell'abbattitore"),
      phrase('open', '', 'en', 'Open'),
      phrase('open', '', 'en-US', 'Open'),
    ]);
    const expected = text
      .replace("'Aperta'", "'Porta aperta all’aria'")
      .replace("'{n} porte'", "'{n} porte dell\\'abbattitore'");
    assert.equal(after, expected);
    assert.equal(changed, 2);
    assert.deepEqual(
      homeless.map(({ locale }) => locale),
      ['en-US'],
    );
  });
});
