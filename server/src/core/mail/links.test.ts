import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locales } from '@brina/domain/language/locales';
import { linksOf } from './links.ts';

describe('links of letters', () => {
  const links = linksOf(() => 'https://portal.example');

  it('S3.22 each names the language of its letter, in all nine, and loses nothing of address and token', () => {
    for (const locale of locales) {
      const reader = { locale, to: 'ada+chef&co@example.com' };
      for (const link of [links.home(reader), links.account(reader), links.changePassword(reader, 'a-b_c')])
        assert.deepEqual(new URL(link).searchParams.getAll('lang'), [locale], link);
      const { pathname, searchParams } = new URL(links.changePassword(reader, 'a-b_c'));
      assert.deepEqual(
        [pathname, searchParams.get('email'), searchParams.get('token')],
        ['/changepassword', reader.to, 'a-b_c'],
      );
    }
  });
});
