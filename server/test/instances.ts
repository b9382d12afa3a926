import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sendCommand } from '@brina/contract/calls/kitchen/commands';
import { createRecipe } from '@brina/contract/calls/kitchen/recipes';
import { createSchedule } from '@brina/contract/calls/kitchen/schedules';
import { openAction } from '@brina/contract/calls/record/actions';
import { listBatches } from '@brina/contract/calls/record/haccp';
import { createLink, makePoster } from '@brina/contract/calls/record/inspection';
import { startManual } from '@brina/contract/calls/record/manual';
import { createSubscription } from '@brina/contract/calls/record/subscriptions';
import { type Call, type IdPosition, idPositions } from '@brina/contract/wire/call';
import { requestOf } from '@brina/contract/wire/client';
import { type IdKind, ownedKinds, publicKinds, staffKinds } from '@brina/contract/wire/ids';
import { day_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import { decodeJwt } from 'jose';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { newId } from '#core/ids.ts';
import { tellNotice } from '#core/notices.ts';
import { loadUnits, saveUnits } from '#core/picture/unit.ts';
import { signerOf } from '#features/record/signatures/signers.ts';
import { appOf } from './authenticators.ts';
import { TestDevice, tellPanel } from './device.ts';
import { given, type TestUser } from './given.ts';
import { keepHoldDay } from './hold-days.ts';
import type { TestPortal } from './portal.ts';

/** An id of each kind of thing that a call can name. */
export type Ids = Record<IdKind, string>;

/** Ids of the right form of which none exists. */
export const nobodysIds = (): Ids => ({
  appliance: 'MF-NOBODY-000',
  applianceRecord: 'MF-NOBODY-000',
  companyAppliance: 'MF-NOBODY-000',
  laboratory: randomUUID(),
  command: randomUUID(),
  notice: randomUUID(),
  batch: randomUUID(),
  holdDay: randomUUID(),
  member: `nobody-${randomUUID()}@test.example`,
  membership: randomUUID(),
  session: randomUUID(),
  factor: randomUUID(),
  recipe: randomUUID(),
  schedule: randomUUID(),
  record: randomUUID(),
  action: randomUUID(),
  inspectionLink: randomUUID(),
  poster: randomUUID(),
  haccpReport: randomUUID(),
  subscription: randomUUID(),
  legalHold: randomUUID(),
  manual: randomUUID(),
  user: randomUUID(),
  news: randomUUID(),
  anyAppliance: 'MF-NOBODY-000',
  publicAppliance: 'MF-NOBODY-000',
});

/**
 * Makes one existing thing of every kind for a user: of one appliance, claimed, which has obeyed a command, run a chilling
 * cycle whose HACCP record is written, has a day's record of what it held, asks at its panel for a start that is planned, and is offline again, so that nothing changes by itself; somebody the user has
 * invited; a company that has invited the user. What the maker's staff tends is nobody's: a user and an announcement.
 * A kind that is added to the contract is made here, or this does not compile.
 */
export async function ownIds(portal: TestPortal, owner: TestUser): Promise<Ids> {
  const { claimedUnit, member, user } = given(portal);
  const unit = await claimedUnit(owner);
  const serial = unit.serialNumber;
  using device = new TestDevice(portal, unit);
  await device.connect();
  const from = portal.clock.now();
  await device.send('evt', { type: 'cycle', runId: 'r1', event: 'started', function: 0 });
  await device.sendSamples([{ TCell: 3.2, TCore1: 12, powerState: 1 }]);
  await device.send('evt', { type: 'cycle', runId: 'r1', event: 'ended', function: 0, reason: 'target' });
  // The sample that closes the cycle's last interval makes its record complete.
  await device.sendSamples([{ TCell: 2.8, TCore1: 3, powerState: 1 }]);
  const { body: command } = await owner.call(sendCommand, {
    params: { id: serial },
    body: { name: 'setLight', args: { on: true } },
  });
  await device.send('res', { id: command.id, result: 'done' });
  await tellPanel(portal, device, { proposals: [] });
  await device.cut();
  await portal.settled();
  const batches = await owner.call(listBatches, {
    params: { serial },
    query: { from: from - 1000, to: portal.clock.now() + 1000 },
  });
  const [batch] = batches;
  assert.equal(batch?.revision, 1, 'the cycle has a HACCP record');
  const { body: recipe } = await owner.call(createRecipe, {
    body: { ...createRecipe.example.body, title: `Ragù ${serial}`, laboratoryIds: [unit.labId] },
  });
  const { body: schedule } = await owner.call(createSchedule, {
    params: { id: serial },
    body: { recipeId: '0', minute: localMinute(portal.clock.now() + day_ms, 'Europe/Rome'), args: {} },
  });
  const holdDay = await keepHoldDay(portal, serial, { labId: unit.labId });
  const action = await owner.call(openAction, {
    body: {
      ...openAction.example.body,
      state: 'open',
      subjects: [{ kind: 'batch', id: batch.batchId, excursion: null }],
      measured: null,
      dispositions: [],
      at: portal.clock.now(),
    },
  });
  const link = await owner.call(createLink, {
    body: { ...createLink.example.body, labIds: [unit.labId], serials: [], lasts: 'week' },
  });
  const subscription = await owner.call(createSubscription, {
    body: { ...createSubscription.example.body, labId: unit.labId, serialNumber: unit.serialNumber },
  });
  const reading = { ...startManual.example.body.reading, at: portal.clock.now() };
  const manual = await owner.call(startManual, { body: { ...startManual.example.body, labId: unit.labId, reading } });
  const poster = await owner.call(makePoster, { body: { labId: unit.labId } });
  const { sid } = decodeJwt<{ sid: string }>(owner.accessToken);
  const somebody = await user();
  const newsId = newId(portal.clock.now());
  await portal.db.write(async (db) => {
    const at = timestamp(portal.clock.now());
    const texts = [{ language: 'en_GB', title: 'News', body: 'Some news.' }];
    const until = timestamp(portal.clock.now() + 86_400_000);
    await db
      .insertInto('news')
      .values({
        id: newsId,
        texts: jsonb(texts),
        roles: ['INTERNAL'],
        from_at: at,
        to_at: until,
        created_by: owner.id,
        created_at: at,
      })
      .execute();
  });
  return {
    companyAppliance: serial,
    member: (await member(owner, 'KITCHEN_MANAGER', [serial])).email,
    membership: await invitationOf(portal, owner),
    session: sid,
    factor: (await appOf(portal, owner)).id,
    user: somebody.id,
    news: newsId,
    anyAppliance: serial,
    publicAppliance: serial,
    appliance: serial,
    applianceRecord: serial,
    laboratory: unit.labId,
    recipe: recipe.id,
    schedule: schedule.id,
    command: command.id,
    notice: (await noticeOf(portal, serial)) ?? assert.fail(),
    batch: batch.batchId,
    holdDay,
    record: batch.batchId,
    action: action.id,
    inspectionLink: link.id,
    poster: poster.id,
    haccpReport: await keptReport(portal, owner),
    subscription: subscription.id,
    legalHold: await keptHold(portal, owner),
    manual: manual.id,
  };
}

/** A legal hold, on a lot of its own unless something else is said. Resolves with its id. */
export async function keptHold(
  portal: TestPortal,
  { id: userId, companyId }: TestUser,
  of?: { scope: string; lot?: string },
): Promise<string> {
  const now = portal.clock.now();
  const [id, company] = [newId(now), companyId ?? ''];
  await portal.db.write(async (db) => {
    const { signer } = await signerOf(db, { userId, role: 'USER', member: null }, company, now);
    await db
      .insertInto('legal_hold')
      .values({
        id,
        company_id: company,
        ...(of ?? { scope: 'lot', lot: id }),
        reason: 'A test',
        set_by: signer.id,
        set_at: timestamp(now),
      })
      .execute();
  });
  return id;
}

/** A report of a period that is done. Resolves with its id. */
export async function keptReport(
  portal: TestPortal,
  { id: user_id, companyId: company_id = '' }: Pick<TestUser, 'id' | 'companyId'>,
  more: { membership_id?: string } = {},
): Promise<string> {
  const id = newId(portal.clock.now());
  await portal.db.write((db) =>
    db
      .insertInto('haccp_report')
      .values({
        id,
        company_id,
        user_id,
        ...more,
        from_day: '2026-03-01',
        to_day: '2026-03-31',
        paper: 'A4',
        locale: 'en',
        state: 'done',
        created_at: timestamp(portal.clock.now()),
        file: Buffer.from('%PDF'),
      })
      .execute(),
  );
  return id;
}

/** A tray is done, which the kitchen of an appliance is told. Resolves with the id of the notice, where there is one. */
export async function noticeOf(
  portal: TestPortal,
  serial: string,
  { key = newId(portal.clock.now()), product = 'Peas', at_ms = portal.clock.now() } = {},
): Promise<string | undefined> {
  await portal.db.write(async (db) => {
    const unit = (await loadUnits(db, [serial])).get(serial);
    assert.ok(unit);
    await tellNotice(db, unit, { key, name: 'tray_done', detail: { tray: 1, product }, at_ms });
    await saveUnits(db, [unit]);
  });
  const row = await portal.db.read((db) =>
    db.selectFrom('notice').select('id').where('key', '=', key).executeTakeFirst(),
  );
  return row?.id;
}

/** Lets a company of its own invite a user, who has accepted. Resolves with the id of the membership. */
export async function invitationOf(portal: TestPortal, { id: userId }: TestUser): Promise<string> {
  const id = newId(portal.clock.now());
  const at = timestamp(portal.clock.now());
  const inviting = { company_id: await given(portal).company(), role: 'KITCHEN_MANAGER' } as const;
  await portal.db.write((db) =>
    db
      .insertInto('membership')
      .values({ id, user_id: userId, ...inviting, created_at: at, accepted_at: at })
      .execute(),
  );
  return id;
}

/** The example of a call with `ids` at every place where the id of an owned thing stands. */
export const exampleWith = (call: Call, ids: Ids): unknown =>
  idPositions(call).reduce((input, position) => withId(input, position, ids[position.kind]), call.example as unknown);

/** An input with another id at one place; behind an array it stands in every element. */
export function withId(input: unknown, { call, path }: IdPosition, id: string): unknown {
  const replaced = (value: unknown, [head, ...rest]: readonly string[]): unknown => {
    if (head === undefined) return id;
    if (head === '[]' && Array.isArray(value) && value.length > 0) return value.map((one) => replaced(one, rest));
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, head))
      return { ...value, [head]: replaced((value as Record<string, unknown>)[head], rest) };
    throw new Error(`the example of ${call.id} has nothing at ${path.join('.')}: without it nobody tests that id`);
  };
  return replaced(input, path);
}

/** What a call answered, as it travelled. */
export type RawReply = { status: number; headers: [string, string][]; text: string };

/** Makes a call as it comes out of the contract, right or wrong. */
export async function sendRaw(portal: TestPortal, user: TestUser, call: Call, input: unknown): Promise<RawReply> {
  const { url, method, headers, body } = requestOf(call, input);
  const reply = await fetch(portal.url + url, {
    method,
    headers: { ...given(portal).headersOf(user.accessToken), ...headers },
    ...(body !== undefined && { body }),
  });
  return { status: reply.status, headers: [...reply.headers], text: await reply.text() };
}

/** Kinds that stand in no call would be tested by nobody. */
export const kindsWithoutCall = (calls: readonly Call[]): IdKind[] => {
  const used = new Set(calls.flatMap(idPositions).map(({ kind }) => kind));
  return [...ownedKinds, ...staffKinds, ...publicKinds].filter((kind) => !used.has(kind));
};
