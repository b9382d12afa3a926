import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filterActions, saveAction } from '@brina/contract/calls/record/actions';
import { checkProbe, listProbeChecks } from '@brina/contract/calls/record/checks';
import { listChanges } from '@brina/contract/calls/record/ledger';
import { listMaintenance } from '@brina/contract/calls/record/maintenance';
import { grantSigning, setSigningPin, signRecords } from '@brina/contract/calls/record/signatures';
import { hour_ms } from '@brina/domain/language/durations';
import { given, type TestUser, testPassword } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { serves } from '../../../../test/serves.ts';

describe('checks of probes', async () => {
  const portal = await sharedPortal();
  const { company, user, member, claimedUnit } = given(portal);

  const body = (before_C: number, more: Partial<(typeof checkProbe.example)['body']> = {}) => ({
    ...checkProbe.example.body,
    points: [],
    setting: { method: 'ICE' as const },
    before_C,
    at: portal.clock.now(),
    ...more,
  });
  const worksOf = async (who: TestUser, serial: string) =>
    (await who.call(listMaintenance, { params: { id: serial } })).map(({ kind }) => kind);
  const actionsOf = async (who: TestUser) =>
    (await who.call(filterActions, { body: { page: 0, nRows: 50, filterAttributes: [] } })).items;

  it('B2.7 a good check is listed, signed as records are, stands in the book, and counts as the calibration of the unit', async () => {
    const owner = await user();
    const { serialNumber: serial } = await claimedUnit(owner);
    const check = await owner.call(checkProbe, { params: { serial }, body: body(0.3) });
    assert.deepEqual([check.foundGood, check.leftGood, check.error_K, check.by], [true, true, 0.3, 'Test USER']);
    assert.deepEqual(await owner.call(listProbeChecks, { params: { serial } }), [check]);
    assert.deepEqual([await worksOf(owner, serial), await actionsOf(owner)], [['probeCheck'], []]);
    const entries = await owner.call(listChanges, { query: { after: -1, limit: 500 } });
    const entry = entries.at(-1)?.entry;
    assert.deepEqual([entry?.kind, entry?.id, entry?.hash], ['check', check.id, check.hash]);
    const { grant } = await owner.call(grantSigning, { body: { password: testPassword } });
    const what = [{ kind: 'check' as const, id: check.id, revision: 1, hash: check.hash ?? '' }];
    await owner.call(signRecords, { body: { what, meaning: 'CHECKED', grant } });
    const [signed] = await owner.call(listProbeChecks, { params: { serial } });
    assert.deepEqual(
      signed?.signatures.map(({ meaning, by, stale }) => [meaning, by, stale]),
      [['CHECKED', 'Test USER', false]],
    );
  });

  it('B2.6 B2.7 a check is made and signed at once by whoever has checked, at whosever tablet; who has no unit there signs none', async () => {
    const owner = await user();
    const { serialNumber: serial } = await claimedUnit(owner);
    const pin = '407193';
    const withPin = async (serials: string[]) => {
      const cook = await member(owner, 'KITCHEN_MANAGER', serials);
      await cook.call(setSigningPin, { body: { password: testPassword, pin } });
      return (await owner.call(grantSigning, { body: { pin, person: cook.id } })).grant;
    };
    const signed = async (grant: string) => ({ params: { serial }, body: { ...body(0.3), grant } });
    const check = await owner.call(checkProbe, await signed(await withPin([serial])));
    assert.deepEqual(
      [check.by, check.role, check.signatures.map(({ meaning, role, revision }) => [meaning, role, revision])],
      ['Test KITCHEN_MANAGER', 'KITCHEN_MANAGER', [['CHECKED', 'KITCHEN_MANAGER', 1]]],
    );
    const refused = await owner.refused(checkProbe, await signed(await withPin([])));
    assert.deepEqual([refused.status, refused.code], [403, 'signer_not_allowed']);
    assert.deepEqual((await owner.call(listProbeChecks, { params: { serial } })).length, 1);
  });

  it('B2.7 one that fails opens an action and is no calibration; adjusted it is one, and what was found stays', async () => {
    const owner = await user();
    const { serialNumber: serial } = await claimedUnit(owner);
    const failed = await owner.call(checkProbe, { params: { serial }, body: body(-1.2) });
    assert.deepEqual([failed.foundGood, failed.leftGood, await worksOf(owner, serial)], [false, false, []]);
    assert.deepEqual(
      (await actionsOf(owner)).map(({ kind, state, serialNumber }) => [kind, state, serialNumber]),
      [['check', 'open', serial]],
    );
    // The way to it stands with the check, for who may do something about it.
    const [action] = failed.actions;
    assert.deepEqual(
      failed.actions.map(({ id, state }) => [id, state]),
      (await actionsOf(owner)).map(({ id }) => [id, 'open']),
    );
    const [listed] = await owner.call(listProbeChecks, { params: { serial } });
    assert.deepEqual(listed?.actions, failed.actions);
    await owner.call(saveAction, {
      params: { actionId: action?.id ?? '' },
      headers: { 'if-match': `"${action?.revision}"` },
      body: {
        ...saveAction.example.body,
        dispositions: [],
        measured: null,
        at: portal.clock.now(),
        cause: 'UNIT',
      },
    });
    const [done] = await owner.call(listProbeChecks, { params: { serial } });
    assert.deepEqual(
      done?.actions.map(({ state, cause }) => [state, cause]),
      [['done', 'UNIT']],
    );
    const adjusted = await owner.call(checkProbe, { params: { serial }, body: body(-1.2, { after_C: 0.1 as never }) });
    assert.deepEqual([adjusted.foundGood, adjusted.leftGood, adjusted.error_K], [false, true, -1.2]);
    assert.deepEqual([await worksOf(owner, serial), (await actionsOf(owner)).length], [['probeCheck'], 2]);
    const ahead = await owner.refused(checkProbe, {
      params: { serial },
      body: body(0, { at: (portal.clock.now() + hour_ms) as never }),
    });
    assert.deepEqual([ahead.status, ahead.code], [422, 'reading_in_future']);
  });

  it('B2.7 S6.9 a service partner checks what it serves and sees its own checks, the kitchen sees all, a stranger none', async () => {
    const owner = await user();
    const { serialNumber: serial, labId } = await claimedUnit(owner);
    const partner = await user('SERVICE', { companyId: await company() });
    await serves(portal, partner, labId);
    await owner.call(checkProbe, { params: { serial }, body: body(0.1) });
    const own = await partner.call(checkProbe, { params: { serial }, body: body(0.2) });
    const cook = await member(owner, 'KITCHEN_MANAGER', [serial]);
    const seenBy = async (who: TestUser) =>
      (await who.call(listProbeChecks, { params: { serial } })).map(({ role }) => role);
    assert.deepEqual(await seenBy(partner), ['SERVICE']);
    assert.deepEqual((await seenBy(owner)).toSorted(), ['SERVICE', 'USER']);
    assert.deepEqual(await seenBy(cook), await seenBy(owner));
    assert.equal(own.by, 'Test SERVICE');
    // What becomes of it is the kitchen's matter: of its actions a partner is told nothing.
    const bad = await partner.call(checkProbe, { params: { serial }, body: body(-2) });
    assert.deepEqual([bad.leftGood, bad.actions], [false, []]);
    const seen = await cook.call(listProbeChecks, { params: { serial } });
    assert.equal(seen.find(({ id }) => id === bad.id)?.actions.length, 1);
    const stranger = await user();
    assert.equal((await stranger.refused(listProbeChecks, { params: { serial } })).status, 404);
  });
});
