import { getFavourites } from '@brina/contract/calls/kitchen/favourites';
import { getRecipe } from '@brina/contract/calls/kitchen/recipes';
import { shareWithService } from '@brina/contract/calls/maker/factory-appliances';
import { filterUsers } from '@brina/contract/calls/maker/factory-users';
import { beginConfirmation, beginPasskey, beginTotp } from '@brina/contract/calls/people/security';
import { saveAction } from '@brina/contract/calls/record/actions';
import { getBatch } from '@brina/contract/calls/record/haccp';
import { startManual } from '@brina/contract/calls/record/manual';
import { getPlans } from '@brina/contract/calls/record/plans';
import type { Call } from '@brina/contract/wire/call';
import { day_ms, hour_ms } from '@brina/domain/language/durations';
import { localDay } from '@brina/domain/language/local-day';
import { localMinute } from '@brina/domain/language/local-minute';
import { type MembershipRole, membershipRoles, type Role, roles } from '@brina/domain/people/roles';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { newId } from '#core/ids.ts';
import { issueCode } from '#features/people/registration/mailed-codes.ts';
import { totpCode, totpStep } from '#identity/factors/totp.ts';
import { appOf, codeOf, SoftPasskey } from './authenticators.ts';
import { TestDevice } from './device.ts';
import { given, type TestUser, testPassword } from './given.ts';
import { layGround } from './ground.ts';
import { exampleWith, type Ids, invitationOf, keptReport, ownIds, type RawReply, sendRaw } from './instances.ts';
import type { TestPortal } from './portal.ts';
import { serves } from './serves.ts';
import { grantOf } from './signing.ts';

/** A user who makes calls: somebody with an account's role, or somebody invited who acts within its membership. */
export type UserKind = Role | `member ${MembershipRole}`;
export const userKinds: readonly UserKind[] = [...roles, ...membershipRoles.map((role) => `member ${role}` as const)];
/** Who makes calls: a user, or a program with the token that has none (S4.8). */
export type CallerKind = UserKind | 'generic token';
export const callerKinds: readonly CallerKind[] = [...userKinds, 'generic token'];

/** Whether a call changes something: it is not one that looks things up by a body. */
export const isChange = ({ method, list }: Call): boolean => method !== 'GET' && !list;

/** What is sent in place of the same fields of a call's example. */
type Instead = Partial<Record<(typeof inputParts)[number], Record<string, unknown>>>;
const inputParts = ['params', 'query', 'headers', 'body'] as const;

/** What the preparations of calls find. */
type Setting = {
  portal: TestPortal;
  callers: ReadonlyMap<CallerKind, TestUser>;
  /** A unit of the USER's that is connected, a kitchen of the USER's where nothing stands, a unit that nobody has claimed. */
  online: string;
  emptyLab: string;
  activationCode: string;
};

/** Who makes the call that is prepared, and the ids that it names. */
type Cell = Setting & { caller: TestUser; ids: Ids };

/** Everybody who makes calls, all about the things of the USER's company; each call finds the same. */
export type PreparedCalls = AsyncDisposable & {
  /** Makes a call that is to be refused: its example as it stands, with ids of what exists. */
  refused(call: Call, kind: CallerKind): Promise<RawReply>;
  /**
   * Makes a call after its preparation, and tells also what it wrote to the audit log, action and kind of thing. Then everything is
   * put back as it was before.
   */
  carriedOut(
    call: Call,
    kind: CallerKind,
  ): Promise<RawReply & { audited: readonly (readonly [action: string, kind: string])[] }>;
};

const change = async ({ portal }: Cell, work: (db: Db) => Promise<unknown>): Promise<Instead> => {
  await portal.db.write(work);
  return {};
};
const unconfirmed = (cell: Cell): Promise<Instead> =>
  change(cell, (db) =>
    db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', cell.caller.id).execute(),
  );
const mailed = ({ portal, caller }: Cell, kind: 'confirm' | 'reset'): Promise<string> =>
  portal.db.write((db) => issueCode(db, { userId: caller.id, kind, now: portal.clock.now() }));

/** Both units of the owner have told of their favourites, of which one is a preset, and the owner looks at them. */
async function toldFavourites(cell: Cell): Promise<Instead> {
  const { portal, callers, ids, online } = cell;
  const owner = callers.get('USER')!;
  const { hash } = await owner.call(getRecipe, { params: { recipeId: '0' }, query: {} });
  for (const [serial, slots] of [
    [ids.appliance, { 3: [0, 1, hash] }],
    [online, {}],
  ] as const)
    await portal.db.write((db) =>
      sql`insert into unit_panel (appliance, told, at, v)
        select id, ${jsonb({ favourites: { ver: 0, slots } })}, ${timestamp(portal.clock.now())}, 1 from appliance
        where serial = ${serial} on conflict (appliance) do update set told = excluded.told`.execute(db),
    );
  const { edit } = await owner.call(getFavourites, { params: { id: ids.appliance } });
  return { headers: { 'if-match': `"${edit}"` } };
}

/** The link becomes the caller's. */
const ownLink = (cell: Cell): Promise<Instead> =>
  change(cell, (db) =>
    db
      .updateTable('inspection_link')
      .set({ user_id: cell.caller.id })
      .where('id', '=', cell.ids.inspectionLink)
      .execute(),
  );

/** The subscription becomes the caller's, within its membership. */
const ownSubscription = (cell: Cell): Promise<Instead> =>
  change(cell, (db) =>
    sql`update mail_subscription set user_id = ${cell.caller.id}::uuid,
        membership_id = (select m.id from membership m where m.user_id = ${cell.caller.id}::uuid and m.company_id = mail_subscription.company_id)
      where id = ${cell.ids.subscription}::uuid`.execute(db),
  );

/**
 * Where the example alone would be refused or change nothing, by the id of the call: makes it possible for a caller, and tells what
 * is sent instead.
 */
const preparations: Readonly<Record<string, (cell: Cell) => Promise<Instead> | Instead>> = {
  'account.updatePassword': () => ({ body: { oldPassword: testPassword } }),
  'security.addTotp': async ({ portal, caller }) => {
    const { secret, setUp } = await caller.call(beginTotp, {});
    return { body: { setUp, code: totpCode(secret, totpStep(portal.clock.now())) } };
  },
  'security.addPasskey': async ({ portal, caller }) => {
    const { options, setUp } = await caller.call(beginPasskey, {});
    return { body: { setUp, attestation: new SoftPasskey(portal.url).make(options) } };
  },
  'security.confirm': async ({ portal, caller, ids }) => {
    const { factor } = await caller.call(beginConfirmation, {});
    const code = await codeOf(portal, ids.factor);
    return {
      body: { password: testPassword, factor: { challenge: factor?.challenge, proof: { kind: 'totp', code } } },
    };
  },
  'factoryUsers.resetFactors': async ({ portal, ids }) => {
    await appOf(portal, { id: ids.user });
    return {};
  },
  'account.acceptMembership': (cell) =>
    change(cell, (db) =>
      db.updateTable('membership').set({ accepted_at: null }).where('id', '=', cell.ids.membership).execute(),
    ),
  'registration.checkCode': async (cell) => {
    await unconfirmed(cell);
    return { query: { code: await mailed(cell, 'confirm') } };
  },
  'registration.resendCode': unconfirmed,
  'registration.resetPassword': ({ caller }) => ({ params: { email: caller.email } }),
  'registration.lookAtLink': async (cell) => ({
    params: { email: cell.caller.email },
    headers: { 'verification-code': await mailed(cell, 'reset') },
  }),
  'registration.changePassword': async (cell) => ({
    params: { email: cell.caller.email },
    headers: { 'verification-code': await mailed(cell, 'reset') },
  }),
  'sharing.inviteAgain': (cell) =>
    change(cell, (db) =>
      db
        .updateTable('membership')
        .set({ accepted_at: null })
        .where('user_id', 'in', db.selectFrom('app_user').select('id').where('email', '=', cell.ids.member))
        .execute(),
    ),
  'sharing.share': (cell) => change(cell, (db) => db.deleteFrom('share').execute()),
  'factoryUsers.get': async ({ caller }) => {
    const { items } = await caller.call(filterUsers, { body: { page: 0, nRows: 1, filterAttributes: [] } });
    return { params: { encryptedEmailRole: items[0]?.encryptedEmailRole } };
  },
  'appliances.claim': ({ activationCode }) => ({ body: { activationCode } }),
  'factoryAppliances.share': ({ callers }) => ({ body: { email: callers.get('SERVICE')?.email } }),
  'factoryAppliances.unshare': ({ callers }) => ({ query: { email: callers.get('SERVICE_SALES')?.email } }),
  // A later judge has changed the verdict.
  'haccp.review': (cell) =>
    change(cell, async (db) => {
      await sql`insert into batch_revision (batch, revision, created_at, cause, verdict, sample_count, summary, content, content_hash)
        select batch, revision + 1, created_at, 'judge', 'FAIL', sample_count, summary, content, content_hash
        from batch_revision where batch = ${cell.ids.batch}::uuid`.execute(db);
      await db.updateTable('batch').set({ revision: 2 }).where('id', '=', cell.ids.batch).execute();
    }),
  // It goes on with another.
  'haccp.link': async (cell) => {
    await change(cell, (db) =>
      sql`update batch set continues = id where id = ${cell.ids.batch}::uuid`.execute(db).then(() => undefined),
    );
    return { body: { goesOn: false, grant: await grantOf(cell.caller) } };
  },
  // The plan that the kitchen began with was looked at.
  'plans.save': async ({ caller, callers, ids }) => {
    const owner = callers.get('USER') ?? caller;
    const { current } = await owner.call(getPlans, { query: { labId: ids.laboratory } });
    return { body: { basedOn: current?.id ?? null, grant: await grantOf(caller) } };
  },
  'signatures.setPin': () => ({ body: { password: testPassword } }),
  'signatures.grant': () => ({ body: { password: testPassword } }),
  'signatures.sign': async ({ caller, ids }) => {
    const grant = await grantOf(caller);
    const { seal } = await caller.call(getBatch, { params: { serial: ids.appliance, batchId: ids.batch } });
    return {
      body: { grant, what: [{ kind: 'batch' as const, id: ids.batch, revision: 1, hash: seal?.hash ?? '' }] },
    };
  },
  // A batch without the product that its plan demands by now.
  'missing.explain': async (cell) => {
    const { portal, ids } = cell;
    await change(cell, async (db) => {
      await sql`update food_plan set plan = jsonb_set(plan, '{demands,product}', 'true')`.execute(db);
      await sql`insert into unit_plan (appliance, from_at, food_plan)
        select b.appliance, '2001-01-01', f.id from batch b, food_plan f
        where b.id = ${ids.batch}::uuid and f.laboratory_id = ${ids.laboratory}::uuid
        on conflict do nothing`.execute(db);
    });
    const { startedAt } = await portal.db.read((db) =>
      db.selectFrom('batch').select('started_at as startedAt').where('id', '=', ids.batch).executeTakeFirstOrThrow(),
    );
    return { body: { day: localDay(startedAt, 'Europe/Rome'), labId: undefined } };
  },
  'keeping.setHold': async ({ caller }) => ({ body: { grant: await grantOf(caller) } }),
  'keeping.liftHold': async ({ caller }) => ({ body: { grant: await grantOf(caller) } }),
  'actions.open': ({ portal }) => ({ body: { at: portal.clock.now(), measured: null } }),
  'actions.save': ({ portal }) => ({ body: { at: portal.clock.now(), measured: null } }),
  'remarks.reading': ({ portal }) => ({ body: { at: portal.clock.now() } }),
  'manual.start': ({ portal }) => ({
    body: { reading: { ...startManual.example.body.reading, at: portal.clock.now() } },
  }),
  'manual.read': ({ portal }) => ({ body: { at: portal.clock.now() } }),
  // Somebody else has done it.
  'actions.verify': async ({ portal, callers, ids }) => {
    const colleague = callers.get('SERVICE')!;
    const { body } = saveAction.example;
    const saved = await callers.get('USER')!.call(saveAction, {
      params: { actionId: ids.action },
      headers: { 'if-match': '"1"' },
      body: { ...body, dispositions: [{ fate: 'DISCARDED', kg: 1 }], measured: null, at: portal.clock.now() },
    });
    await portal.db.write((db) =>
      db.updateTable('action_revision').set({ user_id: colleague.id }).where('action', '=', saved.id).execute(),
    );
    return { headers: { 'if-match': '"2"' } };
  },
  // An invited person's own.
  'inspection.end': ownLink,
  'inspection.visits': ownLink,
  'subscriptions.change': ownSubscription,
  'subscriptions.end': ownSubscription,
  'subscriptions.ask': ownSubscription,
  'inspection.answer': async (cell) => {
    const { portal, ids } = cell;
    const id = newId(portal.clock.now());
    await change(cell, (db) =>
      db
        .insertInto('access_request')
        .values({
          id,
          poster: ids.poster,
          secret_hash: Buffer.from(id),
          number: 47,
          device: 'iPhone',
          created_at: timestamp(portal.clock.now()),
        })
        .execute(),
    );
    return {};
  },
  'checks.record': ({ portal }) => ({ body: { at: portal.clock.now() } }),
  // Recorded within the days for which it may be.
  'maintenance.record': ({ portal }) => ({ body: { at: portal.clock.now() } }),
  'notifications.read': async (cell) => {
    const { portal, ids } = cell;
    const [id, now] = [newId(portal.clock.now()), timestamp(portal.clock.now() + 1)];
    await change(cell, (db) =>
      sql`insert into alarm_interval (id, appliance, name, state, started_at, raised_at, raised_by, evidence, found_at)
        select ${id}, id, 'openDoorAlarm', 'active', ${now}, ${now}, '{unit}', '{}', ${now}
        from appliance where serial = ${ids.appliance}`.execute(db),
    );
    return { body: { ids: [id] } };
  },
  // One that is for everybody.
  'news.hide': async (cell) => {
    const now = timestamp(cell.portal.clock.now());
    await change(cell, (db) =>
      sql`update news set roles = ${[...roles]}::text[], from_at = ${now} where id = ${cell.ids.news}::uuid`.execute(
        db,
      ),
    );
    return { body: { ids: [cell.ids.news] } };
  },
  'laboratories.delete': ({ emptyLab }) => ({ params: { id: emptyLab } }),
  // What is sent to a unit needs one that is connected.
  'commands.send': ({ online }) => ({ params: { id: online } }),
  // A kitchen is its company's; who serves units asks by the unit alone.
  'recipes.filter': () => ({ query: { laboratoryId: undefined } }),
  'recipes.run': ({ online }) => ({ params: { id: online } }),
  'recipes.create': () => ({ body: { title: 'Another ragù' } }),
  'recipes.update': () => ({ headers: { 'if-match': '"1"' } }),
  'recipes.restore': (cell) =>
    change(cell, (db) =>
      db
        .updateTable('recipe')
        .set({ deleted_at: timestamp(cell.portal.clock.now()) })
        .where('id', '=', cell.ids.recipe)
        .execute(),
    ),
  'schedules.create': ({ portal }) => ({
    body: { minute: localMinute(portal.clock.now() + day_ms + 6 * hour_ms, 'Europe/Rome') },
  }),
  'schedules.restore': (cell) =>
    change(cell, (db) =>
      db.updateTable('scheduled_start').set({ state: 'cancelled' }).where('id', '=', cell.ids.schedule).execute(),
    ),
  'recipes.import': () => ({ query: { dryRun: false } }),
  'favourites.update': toldFavourites,
  'favourites.resolve': toldFavourites,
  'favourites.copy': async (cell) => {
    await toldFavourites(cell);
    return { query: { dryRun: false }, body: { to: [cell.online] } };
  },
  'liveFeed.runLive': ({ online }) => ({ params: { id: online } }),
};

/**
 * Makes the callers and the things of the USER's company. The invited people have its appliances shared; one service
 * partner is named by the kitchen, the other by the maker's staff. Everybody has an invitation of yet another company.
 */
export async function prepareCalls(portal: TestPortal): Promise<PreparedCalls> {
  const { user, member, unit, claimedUnit, laboratory } = given(portal);
  const owner = await user('USER');
  const ids = await ownIds(portal, owner);
  const online = await claimedUnit(owner);
  const device = new TestDevice(portal, online);
  await device.connect();
  await device.sendSamples([{ powerState: 1 }]);
  const shared = [ids.appliance, online.serialNumber];

  const callers = new Map<CallerKind, TestUser>([['USER', owner]]);
  for (const role of roles) if (role !== 'USER') callers.set(role, await user(role));
  const reports = new Map<TestUser, string>();
  for (const role of membershipRoles) {
    const invited = await member(owner, role, shared);
    callers.set(`member ${role}`, invited);
    reports.set(
      invited,
      await keptReport(portal, { ...invited, companyId: owner.companyId }, { membership_id: invited.membershipId }),
    );
  }
  // Whom such calls are about is somebody without a token of its own.
  callers.set('generic token', { ...(await user('INTERNAL_DOC')), accessToken: await genericToken(portal) });
  const callerOf = (kind: CallerKind): TestUser => callers.get(kind)!;
  // An authenticator app each; what the calls are refused without is part of their preparation.
  const factorOf = async (caller: TestUser): Promise<string> => (await appOf(portal, caller)).id;
  const own = new Map<TestUser, Ids>([[owner, ids]]);
  for (const caller of callers.values())
    if (caller !== owner) {
      const { sid = ids.session } = decodeJwt<{ sid?: string }>(caller.accessToken);
      own.set(caller, {
        ...ids,
        session: sid,
        membership: await invitationOf(portal, caller),
        factor: await factorOf(caller),
        haccpReport: reports.get(caller) ?? ids.haccpReport,
      });
    }
  for (const labId of [ids.laboratory, online.labId]) await serves(portal, callerOf('SERVICE'), labId);
  const { email } = callerOf('SERVICE_SALES');
  for (const serialNumber of shared)
    await callerOf('FACTORY').call(shareWithService, { body: { email, serialNumber } });

  const setting: Setting = {
    portal,
    callers,
    online: online.serialNumber,
    emptyLab: await laboratory(owner),
    activationCode: (await unit()).activationCode,
  };
  await portal.settled();
  const ground = await layGround(portal);
  const auditedBefore = new Set((await auditRows(portal)).map(({ id }) => id));
  const exampleOf = (call: Call, caller: TestUser): unknown => exampleWith(call, own.get(caller)!);

  return {
    refused: (call, kind) => sendRaw(portal, callerOf(kind), call, exampleOf(call, callerOf(kind))),
    async carriedOut(call, kind) {
      const caller = callerOf(kind);
      const instead = (await preparations[call.id]?.({ ...setting, caller, ids: own.get(caller)! })) ?? {};
      const example = exampleOf(call, caller) as Instead;
      const input = Object.fromEntries(
        inputParts.flatMap((part) => (example[part] ? [[part, { ...example[part], ...instead[part] }]] : [])),
      );
      const reply = await sendRaw(portal, caller, call, input);
      const audited = (await auditRows(portal)).filter(({ id }) => !auditedBefore.has(id));
      if (isChange(call) || audited.length > 0) await ground.restore();
      return { ...reply, audited: audited.map(({ action, on_kind }) => [action, on_kind] as const) };
    },
    async [Symbol.asyncDispose]() {
      await device.cut();
    },
  };
}

/** A token without a user, as the browser fetches it. */
async function genericToken({ publicConfig, url }: TestPortal): Promise<string> {
  const { genericClientId: client_id, genericClientSecret: client_secret, resource, tokenUrl } = publicConfig;
  const form = { grant_type: 'client_credentials', client_id, client_secret, resource };
  const reply = await fetch(new URL(tokenUrl, url), { method: 'POST', body: new URLSearchParams(form) });
  return ((await reply.json()) as { access_token: string }).access_token;
}

const auditRows = ({ db }: TestPortal) =>
  db.read((tx) => tx.selectFrom('audit').select(['id', 'action', 'on_kind']).execute());
