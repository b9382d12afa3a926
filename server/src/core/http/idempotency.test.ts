import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allCalls } from '@brina/contract/all-calls';
import { claimAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import {
  createLaboratory,
  deleteLaboratory,
  listLaboratories,
  updateLaboratory,
} from '@brina/contract/calls/kitchen/laboratories';
import { exportRecipes, importRecipes } from '@brina/contract/calls/kitchen/recipe-files';
import { checkRecipe, filterRecipes } from '@brina/contract/calls/kitchen/recipes';
import { sql } from 'kysely';
import { given } from '../../../test/given.ts';
import { sharedPortal } from '../../../test/portal.ts';
import { keptReply_max } from './idempotency.ts';

describe('Idempotency-Key', async () => {
  const portal = await sharedPortal();
  const { user, laboratory, unit, claimedUnit } = given(portal);
  const under = (key: string) => ({ 'idempotency-key': key });

  it('a repeat gets the first reply and changes nothing', async () => {
    const owner = await user();
    const first = await owner.call(createLaboratory, { body: { name: 'Bakery' } }, under('k'));
    await owner.call(updateLaboratory, { params: { id: first.id }, body: { name: 'Pastry' } });
    assert.deepEqual(await owner.call(createLaboratory, { body: { name: 'Bakery' } }, under('k')), first);
    assert.deepEqual(
      (await owner.call(listLaboratories, {})).map(({ name }) => name),
      ['Pastry'],
    );
    const audited = await portal.db.read((db) =>
      db.selectFrom('audit').select('action').where('on_id', '=', first.id).orderBy('at').execute(),
    );
    assert.deepEqual(
      audited.map(({ action }) => action),
      ['laboratory.create', 'laboratory.update'],
    );
  });

  it('a repeat is answered although what it named is gone', async () => {
    const owner = await user();
    const id = await laboratory(owner);
    await owner.call(deleteLaboratory, { params: { id } }, under('k'));
    assert.deepEqual(await owner.call(deleteLaboratory, { params: { id } }, under('k')), { code: '200' });
    assert.equal((await owner.refused(deleteLaboratory, { params: { id } })).status, 404);
  });

  it('the same key with other content is refused', async () => {
    const owner = await user();
    await owner.call(createLaboratory, { body: { name: 'Bakery' } }, under('k'));
    const refusal = await owner.refused(createLaboratory, { body: { name: 'Other' } }, under('k'));
    assert.deepEqual([refusal.status, refusal.code], [422, 'idempotency_mismatch']);
    assert.equal((await owner.call(listLaboratories, {})).length, 1);
  });

  it('belongs to its caller and to its call', async () => {
    const [owner, other] = [await user(), await user()];
    const mine = await owner.call(createLaboratory, { body: { name: 'Bakery' } }, under('k'));
    const theirs = await other.call(createLaboratory, { body: { name: 'Bakery' } }, under('k'));
    assert.notEqual(mine.id, theirs.id);
    await owner.call(deleteLaboratory, { params: { id: mine.id } }, under('k'));
    assert.deepEqual(await owner.call(listLaboratories, {}), []);
  });

  it('a reply that holds a secret is never kept: a repeat answers that it is done', async () => {
    const owner = await user();
    const { serialNumber } = await claimedUnit(owner);
    const input = { params: { id: serialNumber } };
    const { body } = await owner.call(releaseAppliance, input, under('k'));
    const repeat = await owner.refused(releaseAppliance, input, under('k'));
    assert.deepEqual([repeat.status, repeat.code], [409, 'idempotency_done']);
    const rows = await portal.db.read((db) =>
      sql<{ row: string }>`select i::text as row from idempotency i where caller = ${owner.id}`.execute(db),
    );
    assert.equal(rows.rows.length, 1);
    assert.ok(!rows.rows[0]?.row.includes(body.activationCode));
  });

  const kept = async (caller: string) => {
    const rows = portal.db.read((db) =>
      db.selectFrom('idempotency').select('reply').where('caller', '=', caller).execute(),
    );
    return (await rows).map(({ reply }) => reply);
  };

  it('what only asks is answered anew, as the same key or another, and nothing of it is kept', async () => {
    const owner = await user();
    const page = { page: 0, nRows: 1, filterAttributes: [] };
    const { items } = await owner.call(filterRecipes, { query: {}, body: page }, under('k'));
    assert.equal(items.length, 1);
    // Under the same key something else: no key, no mismatch.
    const longer = await owner.call(filterRecipes, { query: {}, body: { ...page, nRows: 2 } }, under('k'));
    assert.equal(longer.items.length, 2);
    const ids = ['0', '1'];
    const first = await owner.call(exportRecipes, { body: { ids } }, under('k'));
    const again = await owner.call(exportRecipes, { body: { ids } }, under('k'));
    const cyclesOf = ({ data }: typeof first) => JSON.parse(Buffer.from(data).toString()).cycles;
    assert.equal(cyclesOf(first).length, 2);
    assert.deepEqual(cyclesOf(again), cyclesOf(first));
    const text = JSON.stringify({ format: 'brina.cycles', version: 1, exportedAt: '', cycles: [] });
    await owner.call(importRecipes, { query: { dryRun: true }, body: { text } }, under('k'));
    await owner.call(checkRecipe, { body: { definition: {} } }, under('k'));
    assert.deepEqual(await kept(owner.id), []);
    const imported = await owner.call(importRecipes, { query: {}, body: { text } }, under('k'));
    assert.deepEqual(await kept(owner.id), [imported], 'an import that keeps cycles is no question');
  });

  it('of a reply longer than 64 kB is kept only that it is done', async () => {
    const owner = await user();
    const cycles = Array.from({ length: 500 }, () => ({ title: 'x'.repeat(40) }));
    const text = JSON.stringify({ format: 'brina.cycles', version: 1, exportedAt: '', cycles });
    const input = { query: {}, body: { text } };
    const reply = await owner.call(importRecipes, input, under('k'));
    assert.ok(JSON.stringify(reply).length > keptReply_max, `${JSON.stringify(reply).length}`);
    const repeat = await owner.refused(importRecipes, input, under('k'));
    assert.deepEqual([repeat.status, repeat.code], [409, 'idempotency_done']);
    assert.deepEqual(await kept(owner.id), [null]);
  });

  it('every file that is no question holds a secret, so that none is asked for in vain', () => {
    for (const { id, method, reply, asks, once } of allCalls)
      if (method !== 'GET' && reply.kind === 'blob') assert.ok(asks || once, id);
  });

  it('a refused call leaves no trace: the key is free', async () => {
    const owner = await user();
    const created = await unit();
    const claim = { activationCode: created.activationCode, name: 'Chiller' };
    const gone = await laboratory(owner);
    await owner.call(deleteLaboratory, { params: { id: gone } });
    assert.equal((await owner.refused(claimAppliance, { body: { ...claim, labId: gone } }, under('k'))).status, 404);
    const labId = await laboratory(owner);
    const claimed = await owner.call(claimAppliance, { body: { ...claim, labId } }, under('k'));
    assert.equal(claimed.serialNumber, created.serialNumber);

    // Refused by returning, so that the try stays counted: no trace either.
    const wrong = { body: { ...claim, activationCode: '0000000000', labId } };
    assert.equal((await owner.refused(claimAppliance, wrong, under('other'))).code, 'activation_code_unknown');
    assert.equal((await owner.refused(claimAppliance, wrong, under('other'))).code, 'activation_code_unknown');
  });

  it('a key is free again after 24 hours, and not before', async () => {
    const owner = await user();
    const first = await owner.call(createLaboratory, { body: { name: 'Bakery' } }, under('k'));
    await owner.call(deleteLaboratory, { params: { id: first.id } });
    const age = (minutes: number) =>
      portal.db.write((db) =>
        sql`update idempotency set created_at = created_at - ${minutes} * interval '1 minute'
          where caller = ${owner.id}`.execute(db),
      );
    await age(24 * 60 - 1);
    assert.deepEqual(await owner.call(createLaboratory, { body: { name: 'Bakery' } }, under('k')), first);
    await age(2);
    const second = await owner.call(createLaboratory, { body: { name: 'Bakery' } }, under('k'));
    assert.notEqual(second.id, first.id);
  });

  it('a key that is too long is refused', async () => {
    const owner = await user();
    const { status, fields } = await owner.refused(
      createLaboratory,
      { body: { name: 'Bakery' } },
      under('k'.repeat(201)),
    );
    assert.deepEqual([status, fields?.[0]?.path, fields?.[0]?.code], [400, 'headers.idempotency-key', 'too_long']);
    await owner.call(createLaboratory, { body: { name: 'Bakery' } }, under('k'.repeat(200)));
  });

  it('a repeat while the first is still running is refused', {
    skip: portal.db.kind === 'pglite' && 'one transaction at a time',
  }, async () => {
    const owner = await user();
    const id = await laboratory(owner);
    const rename = () => owner.call(updateLaboratory, { params: { id }, body: { name: 'Bakery' } }, under('k'));
    let first: ReturnType<typeof rename> | undefined;
    await portal.db.write(async (db) => {
      // Holds the first one up in the middle of its transaction.
      await sql`select 1 from laboratory where id = ${id}::uuid for update`.execute(db);
      first = rename();
      const waiting = async () =>
        (
          await sql<{ n: number }>`
            select count(*)::int as n from pg_locks
            where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`.execute(db)
        ).rows[0]?.n;
      while (!(await waiting()));
      const refusal = await owner.refused(updateLaboratory, { params: { id }, body: { name: 'Bakery' } }, under('k'));
      assert.deepEqual([refusal.status, refusal.code], [409, 'idempotency_running']);
    });
    assert.equal((await first)?.name, 'Bakery');
    assert.equal((await rename()).name, 'Bakery');
  });
});
