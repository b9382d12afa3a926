import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  buttonCode,
  defaultLocale,
  endonym,
  fromWireLocale,
  htmlLang,
  intlTag,
  isLocale,
  locales,
  wireLocale,
} from './locales.ts';

describe('locales', () => {
  it('S3.22 the nine languages map to their wire spelling and back', () => {
    const wire = Object.fromEntries(locales.map((locale) => [locale, wireLocale(locale)]));
    assert.deepEqual(wire, {
      en: 'en_GB',
      it: 'it_IT',
      ru: 'ru_RU',
      es: 'es_ES',
      du: 'nl_NL',
      fr: 'fr_FR',
      de: 'de_DE',
      'en-US': 'en_US',
      ja: 'ja_JP',
    });
    for (const locale of locales) assert.equal(fromWireLocale(wireLocale(locale)), locale);
  });

  it('S3.22 without a stored preference, or with an unknown one, the language is British English', () => {
    assert.equal(defaultLocale, 'en');
    for (const wire of [undefined, null, '', 'pt_PT', 'it-IT']) assert.equal(fromWireLocale(wire), 'en');
  });

  it('S2.13 the language button shows US for American English and NL for Dutch', () => {
    assert.deepEqual(locales.map(buttonCode), ['EN', 'IT', 'RU', 'ES', 'NL', 'FR', 'DE', 'US', 'JA']);
  });

  it('every tag is one that Intl and a browser know', () => {
    assert.deepEqual(
      locales.map((locale) => Intl.NumberFormat.supportedLocalesOf(intlTag(locale))[0]),
      locales.map(intlTag),
    );
    assert.equal(htmlLang('du'), 'nl');
    assert.equal(endonym('ja'), '日本語');
    assert.equal(isLocale('nl'), false);
  });
});
