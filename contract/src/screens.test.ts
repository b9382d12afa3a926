import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pathOf, type ScreenRow, screenNames, screenRows } from './screens.ts';
import { filled } from './wire/paths.ts';

describe('paths', () => {
  it('S2.1 a screen stands in an address with the values of its parameters', () => {
    assert.equal(pathOf('dashboard'), '/');
    assert.equal(pathOf('haccp-reports', { serialNumber: 'MF26004179' }), '/haccp/MF26004179');
    assert.equal(pathOf('report-edit', { serialNumber: 'MF26004179', reportId: '7' }), '/report/MF26004179/7');
    assert.equal(
      filled('/01/{gtin}/21/{serial}', { gtin: '09521017010048', serial: 'A/$1' }),
      '/01/09521017010048/21/A%2F%241',
    );
  });

  it('S2.1 a value is one segment, whatever is in it', () => {
    for (const email of ['lea@bistro.com', 'a+b/c?d#e@bistro.com', '{email}$&@bistro.com', 'léa %40@bistro.com']) {
      const path = pathOf('admin-user', { email });
      assert.equal(path.split('/').length, 4, path);
      assert.equal(decodeURIComponent(path.slice('/admin/user/'.length)), email);
      assert.equal(new URL(path, 'https://portal.example').pathname, path);
    }
  });

  it('S2.1 wrong, missing and needless parameters do not compile', () => {
    // @ts-expect-error: no screen is called so
    assert.throws(() => pathOf('ovens'));
    const wrong = [
      // @ts-expect-error: the serial number is missing
      () => pathOf('appliance-details'),
      // @ts-expect-error: the parameter is called otherwise
      () => pathOf('appliance-details', { serial: 'MF26004179' }),
      // @ts-expect-error: one of two parameters is missing
      () => pathOf('report-edit', { serialNumber: 'MF26004179' }),
      // @ts-expect-error: the screen has no parameter
      () => pathOf('account', { serialNumber: 'MF26004179' }),
      // @ts-expect-error: a path knows its own parameters
      () => filled('/01/{gtin}', { serial: 'MF26004179' }),
    ];
    assert.equal(wrong.length, 5);
  });

  it('S2.1 no two screens are at the same place', () => {
    const places = screenNames.flatMap((name) => {
      const { path, alsoAt }: ScreenRow = screenRows[name];
      return [path, ...(alsoAt ? [alsoAt] : [])].map((one) => one.replace(/\{\w+\}/g, '{}'));
    });
    assert.deepEqual(places, [...new Set(places)]);
  });
});
