import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLaboratory, listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { type Company, getCompany, updateCompany } from '@brina/contract/calls/people/company';
import { given } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';

type Body = Omit<Company, 'timeZone'>;

describe('the company', async () => {
  const portal = await sharedPortal();
  const { user, member, laboratory } = given(portal);
  const italian: Body = {
    name: 'Pasticceria Neri',
    sector: 'pastry',
    type: 'other',
    country: 'IT',
    city: 'Treviso',
    address: 'Via Roma 1',
    district: 'TV',
    postalCode: '31100',
    phone: '0422 41 23 45',
    taxCode: '007 4311-0157',
  };

  it('S7.4 S3.6 is read and changed as a whole, phone and tax code in their stored form', async () => {
    const owner = await user();
    const before = await owner.call(getCompany, {});
    assert.deepEqual([before?.taxCode, before?.sector, before?.country], ['', '', '']);
    const stored = { ...italian, phone: '+390422412345', taxCode: '00743110157', timeZone: 'Europe/Rome' };
    assert.deepEqual(await owner.call(updateCompany, { headers: {}, body: italian }), stored);
    assert.deepEqual(await owner.call(getCompany, {}), stored);
    assert.equal((await owner.call(getUserInfo, {})).company?.name, 'Pasticceria Neri');
    const colleague = await user('USER', { companyId: owner.companyId! });
    assert.deepEqual(await colleague.call(getCompany, {}), stored);
  });

  it('S2.20 what is not told yet may stay empty', async () => {
    const owner = await user();
    const empty: Body = {
      name: 'Bakery',
      sector: '',
      type: '',
      country: '',
      city: '',
      address: '',
      district: '',
      postalCode: '',
      phone: '',
      taxCode: '',
    };
    assert.deepEqual(await owner.call(updateCompany, { headers: {}, body: empty }), {
      ...empty,
      timeZone: 'Europe/Rome',
    });
  });

  it('S5.3 S5.4 S8.10 tax code, district, postal code and phone are judged by the country, all at once', async () => {
    const owner = await user();
    const german = { ...italian, country: 'DE', district: '', taxCode: 'DE136695976', phone: '030 123456' };
    const cases: [Partial<Body>, string[]][] = [
      [{ taxCode: '00743110158' }, ['taxCode tax_code_unlikely']],
      [{ taxCode: '0074311015' }, ['taxCode tax_code_invalid']],
      [{ district: 'XX' }, ['district invalid']],
      [{ phone: '12' }, ['phone phone_invalid']],
      [{ ...german, district: 'TV' }, ['district invalid']],
      [{ ...german, postalCode: '' }, ['postalCode required']],
      [{ ...german, taxCode: 'DE136695977' }, ['taxCode tax_code_unlikely']],
      [
        { country: 'DE', postalCode: '', phone: '1', taxCode: 'X1' },
        ['district invalid', 'postalCode required', 'phone phone_invalid', 'taxCode tax_code_invalid'],
      ],
    ];
    for (const [change, told] of cases) {
      const refusal = await owner.refused(updateCompany, { headers: {}, body: { ...italian, ...change } });
      assert.deepEqual([refusal.status, refusal.code], [400, 'company_invalid']);
      assert.deepEqual(
        refusal.fields?.map(({ path, code }) => `${path.replace('body.', '')} ${code}`),
        told,
      );
    }
    assert.equal((await owner.call(getCompany, {}))?.taxCode, '');
    await owner.call(updateCompany, { headers: {}, body: german });
    await owner.call(updateCompany, { headers: {}, body: { ...italian, postalCode: '' } });
  });

  it('S5.3 B11.3 a tax code that does not look like one is taken from who has checked it, and not asked about again', async () => {
    const owner = await user();
    const checked = { 'tax-code-checked': 'true' } as const;
    const unlikely = { ...italian, taxCode: 'CNT CHR 83T32 D969H' };
    const told = async (body: Body, headers: { 'tax-code-checked'?: 'true' } = {}) =>
      (await owner.refused(updateCompany, { headers, body })).fields?.map(({ code }) => code);

    assert.deepEqual(await told(unlikely), ['tax_code_unlikely']);
    const kept = await owner.call(updateCompany, { headers: checked, body: unlikely });
    assert.equal(kept.taxCode, 'CNTCHR83T32D969H');
    await owner.call(updateCompany, { headers: {}, body: { ...unlikely, city: 'Conegliano' } });

    assert.deepEqual(await told({ ...italian, taxCode: '00743110158' }), ['tax_code_unlikely']);
    assert.deepEqual(await told({ ...italian, taxCode: 'DE136695976' }, checked), ['tax_code_invalid']);
  });

  it('S5.3 B11.3 the shortest and the oddest tax codes are answered like any other', async () => {
    const owner = await user();
    const abroad = { district: '', phone: '' };
    for (const [country, taxCode, told] of [
      ['NL', 'NL', 'tax_code_invalid'],
      ['MX', 'AÑE9902224Z4', undefined],
      ['MX', 'B&D9605298Y3', undefined],
      ['GR', 'EL: 094279805', undefined],
      ['BE', 'BE (0)468.561.072', undefined],
      ['BG', '7523169263', undefined],
      ['BG', 'BG1037735942', 'tax_code_unlikely'],
    ] as const) {
      const input = { headers: {}, body: { ...italian, ...abroad, country, taxCode } };
      if (told === undefined) await owner.call(updateCompany, input);
      else
        assert.deepEqual(
          (await owner.refused(updateCompany, input)).fields?.map(({ code }) => code),
          [told],
        );
    }
    assert.equal((await owner.call(getCompany, {}))?.taxCode, '7523169263');
  });

  it('what is wrong in itself is refused field by field', async () => {
    const owner = await user();
    const cases: [object, string][] = [
      [{ name: '' }, 'required'],
      [{ name: 'x'.repeat(121) }, 'too_long'],
      [{ name: 'A\r\nBcc: all@test.example' }, 'invalid'],
      [{ sector: 'bank' }, 'invalid'],
      [{ country: 'XX' }, 'invalid'],
      [{ timeZone: 'Asia/Tokyo' }, 'read_only'],
      [{ id: owner.companyId }, 'unknown_field'],
    ];
    for (const [change, code] of cases) {
      const refusal = await owner.refused(updateCompany, { headers: {}, body: { ...italian, ...change } as Body });
      assert.deepEqual([refusal.status, refusal.fields?.map((field) => field.code)], [400, [code]]);
    }
  });

  it('its clocks follow it into another country; those of its kitchens stay', async () => {
    const owner = await user();
    await laboratory(owner, 'Old');
    const german = { ...italian, country: 'DE', district: '', taxCode: '', phone: '' };
    assert.equal((await owner.call(updateCompany, { headers: {}, body: german })).timeZone, 'Europe/Berlin');
    const american = { ...german, country: 'US' };
    assert.equal((await owner.call(updateCompany, { headers: {}, body: american })).timeZone, 'America/New_York');
    await portal.db.write((db) =>
      db
        .updateTable('company')
        .set({ time_zone: 'America/Denver' })
        .where('id', '=', owner.companyId ?? '')
        .execute(),
    );
    assert.equal((await owner.call(updateCompany, { headers: {}, body: american })).timeZone, 'America/Denver');
    await owner.call(createLaboratory, { body: { name: 'New' } });
    assert.deepEqual(
      (await owner.call(listLaboratories, {})).map(({ name, timeZone }) => [name, timeZone]),
      [
        ['New', 'America/Denver'],
        ['Old', 'Europe/Rome'],
      ],
    );
  });

  it('who has none yet gets one, once', async () => {
    const partner = await user('SERVICE');
    assert.equal(await partner.call(getCompany, {}), null);
    const update = () => partner.call(updateCompany, { headers: {}, body: italian });
    const [one, other] = await portal.race(update, update);
    assert.deepEqual(one, other);
    assert.ok(one?.status === 'fulfilled');
    assert.equal(one.value.timeZone, 'Europe/Rome');
    const rows = await portal.db.read((db) =>
      db
        .selectFrom('audit')
        .where('user_id', '=', partner.id)
        .where('on_kind', '=', 'company')
        .select('action')
        .execute(),
    );
    assert.deepEqual(rows.map(({ action }) => action).toSorted(), ['company.create', 'company.update']);
    assert.equal((await partner.call(getUserInfo, {})).ownCompany?.name, italian.name);
  });

  it('S6.2 S6.7 invited people neither read nor change it', async () => {
    const owner = await user();
    for (const role of ['ADMIN', 'KITCHEN_MANAGER'] as const) {
      const invited = await member(owner, role);
      assert.equal((await invited.refused(getCompany, {})).status, 403);
      assert.equal((await invited.refused(updateCompany, { headers: {}, body: italian })).status, 403);
    }
    assert.notEqual((await owner.call(getCompany, {}))?.name, italian.name);
  });
});
