import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance, updateAppliance } from '@brina/contract/calls/kitchen/appliances';
import {
  createLaboratory,
  deleteLaboratory,
  laboratoryGamma,
  listLaboratories,
  updateLaboratory,
} from '@brina/contract/calls/kitchen/laboratories';
import { ending, given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('laboratories', async () => {
  const portal = await sharedPortal();
  const { user, laboratory, claimedUnit } = given(portal);
  const names = async (owner: TestUser) => (await owner.call(listLaboratories, {})).map(({ name }) => name);

  it('S7.18 S3.7 a kitchen is added with all its fields, changed, listed by name and deleted', async () => {
    const owner = await user();
    const body = {
      name: ' Main kitchen ',
      dealer: 'Frio Srl',
      assistanceCenter: 'Assist SpA',
      country: 'IT',
      city: 'Treviso',
      address: 'Via Roma 1',
      district: 'TV',
      postalCode: '31100',
    };
    const created = await owner.call(createLaboratory, { body });
    assert.deepEqual(created, {
      ...body,
      name: 'Main kitchen',
      id: created.id,
      timeZone: 'Europe/Rome',
      applianceCount: 0,
      servedBy: null,
      may: { edit: true, delete: true },
    });
    await laboratory(owner, 'bakery');
    await laboratory(owner, 'Cellar');
    assert.deepEqual(await names(owner), ['bakery', 'Cellar', 'Main kitchen']);

    // A PUT replaces the whole.
    const changed = await owner.call(updateLaboratory, { params: { id: created.id }, body: { name: 'Cold room' } });
    assert.deepEqual([changed.name, changed.city, changed.dealer], ['Cold room', '', '']);
    assert.deepEqual((await owner.call(listLaboratories, {}))[2], changed);

    assert.deepEqual(await owner.call(deleteLaboratory, { params: { id: created.id } }), { code: '200' });
    assert.deepEqual(await names(owner), ['bakery', 'Cellar']);
    assert.equal((await owner.refused(updateLaboratory, { params: { id: created.id }, body })).status, 404);
  });

  it('S7.18 a name is taken once in a company, whatever its case, and free in another', async () => {
    const [owner, other] = [await user(), await user()];
    const id = await laboratory(owner, 'Bakery');
    const second = await laboratory(owner, 'Pastry');
    for (const name of ['Bakery', ' bakery ', 'BAKERY']) {
      const refusal = await owner.refused(createLaboratory, { body: { name } });
      assert.deepEqual([refusal.status, refusal.code], [409, 'laboratory_name_taken']);
      assert.equal((await owner.refused(updateLaboratory, { params: { id: second }, body: { name } })).status, 409);
    }
    assert.equal((await owner.call(updateLaboratory, { params: { id }, body: { name: 'BAKERY' } })).name, 'BAKERY');
    await other.call(createLaboratory, { body: { name: 'Bakery' } });
    assert.deepEqual(await names(other), ['Bakery']);
  });

  it('S7.18 of two who add the same name at once one is told that it is taken', async () => {
    const owner = await user();
    const add = () => owner.call(createLaboratory, { body: { name: 'Bakery' } });
    assert.deepEqual((await portal.race(add, add, add)).map(ending).sort(), [
      'done',
      'laboratory_name_taken',
      'laboratory_name_taken',
    ]);
  });

  it('S5.9 S8.14 a kitchen with appliances cannot be deleted', async () => {
    const owner = await user();
    const { labId, serialNumber } = await claimedUnit(owner);
    const [full] = await owner.call(listLaboratories, {});
    assert.deepEqual([full?.applianceCount, full?.may], [1, { edit: true, delete: false }]);
    const refusal = await owner.refused(deleteLaboratory, { params: { id: labId } });
    assert.deepEqual([refusal.status, refusal.code], [409, 'laboratory_in_use']);
    assert.equal(refusal.message, 'You cannot delete a kitchen that has appliances. Move them first.');
    assert.equal((await owner.call(listLaboratories, {})).length, 1);

    const next = await laboratory(owner);
    await owner.call(updateAppliance, { params: { id: serialNumber }, body: { name: 'Chiller', labId: next } });
    await owner.call(deleteLaboratory, { params: { id: labId } });
    const { lab } = await owner.call(getAppliance, { params: { id: serialNumber } });
    assert.equal(lab?.id, next);
  });

  it('S7.18 gamma tells the categories that stand in a kitchen, each once', async () => {
    const owner = await user();
    const { labId } = await claimedUnit(owner);
    const empty = await laboratory(owner);
    const second = await claimedUnit(owner);
    await owner.call(updateAppliance, { params: { id: second.serialNumber }, body: { name: 'Second', labId } });
    assert.deepEqual(await owner.call(laboratoryGamma, { params: { id: labId } }), ['ABBATTITORE']);
    assert.deepEqual(await owner.call(laboratoryGamma, { params: { id: empty } }), []);
  });

  it('S6.7 a company sees its own kitchens; colleagues see the same', async () => {
    const owner = await user();
    const colleague = await user('USER', { companyId: owner.companyId! });
    const stranger = await user();
    await laboratory(owner, 'Bakery');
    assert.deepEqual(await names(colleague), ['Bakery']);
    assert.deepEqual(await names(stranger), []);
  });

  it('who belongs to no company completes that first; service partners see a list without kitchens', async () => {
    const homeless = await user();
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ company_id: null }).where('id', '=', homeless.id).execute(),
    );
    const refusal = await homeless.refused(createLaboratory, { body: { name: 'Bakery' } });
    assert.deepEqual([refusal.status, refusal.code], [422, 'company_missing']);
    assert.deepEqual(await names(homeless), []);
    assert.deepEqual(await names(await user('SERVICE')), []);
  });

  it('a change of a kitchen is audited with who and what', async () => {
    const owner = await user();
    const id = await laboratory(owner);
    await owner.call(updateLaboratory, { params: { id }, body: { name: 'Bakery' } });
    await owner.call(deleteLaboratory, { params: { id } });
    const rows = await portal.db.read((db) =>
      db.selectFrom('audit').selectAll().where('on_id', '=', id).orderBy('id').execute(),
    );
    assert.deepEqual(
      rows.map(({ action, user_id, company_id, address }) => [action, user_id, company_id, address]),
      ['create', 'update', 'delete'].map((what) => [`laboratory.${what}`, owner.id, owner.companyId, '127.0.0.1']),
    );
  });

  it('every field keeps its limit', async () => {
    const owner = await user();
    const limits = {
      name: 80,
      dealer: 120,
      assistanceCenter: 120,
      city: 80,
      address: 160,
      district: 40,
      postalCode: 16,
    };
    for (const [field, max] of Object.entries(limits)) {
      const body = { name: field, [field]: 'x'.repeat(max) };
      await owner.call(createLaboratory, { body });
      const tooLong = { ...body, [field]: 'x'.repeat(max + 1) };
      const { fields = [] } = await owner.refused(createLaboratory, { body: tooLong });
      assert.deepEqual(
        fields.map(({ path, code, max: told }) => [path, code, told]),
        [[`body.${field}`, 'too_long', max]],
      );
    }
    const { fields = [] } = await owner.refused(createLaboratory, { body: { name: 'A', country: 'ita' } });
    assert.deepEqual(
      fields.map(({ path, code }) => [path, code]),
      [['body.country', 'invalid']],
    );
  });
});
