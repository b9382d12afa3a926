import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { getUserInfo } from '@brina/contract/account';
import { allCalls } from '@brina/contract/all-calls';
import type { Call } from '@brina/contract/call';
import { shareWithService } from '@brina/contract/factory-appliances';
import type { Db } from '#core/db/database.ts';
import { issueCode } from '#features/registration/mailed-codes.ts';
import { TestDevice } from './device.ts';
import { given, type TestUser, testPassword } from './given.ts';
import { exampleWith, type Ids, ownIds, sendRaw } from './instances.ts';
import { sharedPortal } from './portal.ts';

/** Every call that changes something: not those that look things up by a body. */
const changes: readonly Call[] = allCalls.filter(({ method, path }) => method !== 'GET' && !path.includes('/filter/'));

/** An owner with what its calls name. */
type Setting = { owner: TestUser; ids: Ids };
type Input = Partial<Record<'params' | 'query' | 'headers' | 'body', Record<string, unknown>>>;

describe('the audit log', async () => {
  const portal = await sharedPortal();
  const { user, unit, claimedUnit, laboratory } = given(portal);
  const staff = { FACTORY: await user('FACTORY'), SUPERFACTORY: await user('SUPERFACTORY') };
  const devices = new DisposableStack();
  after(() => devices.dispose());

  const change = async (work: (db: Db) => Promise<unknown>): Promise<Input> => {
    await portal.db.write(work);
    return {};
  };
  const unconfirmed = ({ id }: TestUser) =>
    change((db) => db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', id).execute());
  const mailed = (kind: 'confirm' | 'reset', { id: userId }: TestUser) =>
    portal.db.write((db) => issueCode(db, { userId, kind, now: portal.clock.now() }));

  /** What is sent to a unit needs one that is online, as the database knows. */
  const online = async ({ owner }: Setting): Promise<Input> => {
    const claimed = await claimedUnit(owner);
    const device = devices.use(new TestDevice(portal, claimed));
    await device.connect();
    await device.sendSamples([{ powerState: 1 }]);
    return { params: { id: claimed.serialNumber } };
  };

  /** Where the example alone would be refused, or change nothing: prepares it, and tells what is sent instead. */
  const prepared: Partial<Record<string, (setting: Setting) => Promise<Input>>> = {
    'account.updatePassword': async () => ({ body: { oldPassword: testPassword } }),
    'account.acceptMembership': ({ ids }) =>
      change((db) =>
        db.updateTable('membership').set({ accepted_at: null }).where('id', '=', ids.membership).execute(),
      ),
    'registration.checkCode': async ({ owner }) => {
      await unconfirmed(owner);
      return { query: { code: await mailed('confirm', owner) } };
    },
    'registration.resendCode': ({ owner }) => unconfirmed(owner),
    'registration.resetPassword': async ({ owner }) => ({ params: { email: owner.email } }),
    'registration.changePassword': async ({ owner }) => ({
      params: { email: owner.email },
      headers: { 'verification-code': await mailed('reset', owner) },
    }),
    'sharing.inviteAgain': ({ owner }) =>
      change((db) =>
        db
          .updateTable('membership')
          .set({ accepted_at: null })
          .where('company_id', '=', owner.companyId ?? '')
          .execute(),
      ),
    'sharing.share': () => change((db) => db.deleteFrom('share').execute()),
    'appliances.claim': async () => ({ body: { activationCode: (await unit()).activationCode } }),
    'factoryAppliances.share': async () => ({ body: { email: (await user('SERVICE')).email } }),
    'factoryAppliances.unshare': async ({ ids }) => {
      const { email } = await user('SERVICE');
      await staff.FACTORY.call(shareWithService, { body: { email, serialNumber: ids.anyAppliance } });
      return { query: { email } };
    },
    // Recorded within the days for which it may be.
    'maintenance.record': async () => ({ body: { at: portal.clock.now() } }),
    'laboratories.delete': async ({ owner }) => ({ params: { id: await laboratory(owner) } }),
    'commands.send': online,
    'liveFeed.runLive': online,
  };

  const entries = async (): Promise<number> => {
    const counted = await portal.db.read((db) =>
      db
        .selectFrom('audit')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirst(),
    );
    return Number(counted?.n);
  };

  function callerOf({ roles }: Call, { owner }: Setting): TestUser {
    if (!Array.isArray(roles) || roles.includes('USER')) return owner;
    return roles.includes('FACTORY') ? staff.FACTORY : staff.SUPERFACTORY;
  }

  async function carryOut(call: Call, setting: Setting): Promise<{ status: number; text: string; written: number }> {
    const instead = (await prepared[call.id]?.(setting)) ?? {};
    const example = exampleWith(call, setting.ids) as Input;
    const input = Object.fromEntries(
      (['params', 'query', 'headers', 'body'] as const).flatMap((part) =>
        example[part] ? [[part, { ...example[part], ...instead[part] }]] : [],
      ),
    );
    const before = await entries();
    const { status, text } = await sendRaw(portal, callerOf(call, setting), call, input);
    return { status, text, written: (await entries()) - before };
  }

  const anew = async (): Promise<Setting> => {
    const owner = await user();
    return { owner, ids: await ownIds(portal, owner) };
  };
  let setting: Setting | undefined;

  for (const call of changes) {
    it(`S6.3 has what ${call.id} changes`, async () => {
      setting ??= await anew();
      let result = await carryOut(call, setting);
      // A call of before has used up what this one names.
      if (result.status !== 200) result = await carryOut(call, (setting = await anew()));
      assert.equal(result.status, 200, result.text);
      assert.ok(result.written > 0, `${call.id} changed something and wrote nothing`);
      if ((await sendRaw(portal, setting.owner, getUserInfo, {})).status !== 200) setting = undefined;
    });
  }
});
