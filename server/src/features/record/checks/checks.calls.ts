import { checkProbe, listProbeChecks, type ProbeCheck, readProbe } from '@brina/contract/calls/record/checks';
import type { LiveFrame } from '@brina/contract/live';
import type { Input } from '@brina/contract/wire/call';
import { clockOff_ms } from '@brina/domain/haccp/by-hand';
import { judgeCheck } from '@brina/domain/haccp/checks/probe-check';
import { steadyWindow_ms } from '@brina/domain/haccp/checks/steadiness';
import { day_ms } from '@brina/domain/language/durations';
import { roleContains } from '@brina/domain/people/roles';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { viewOf } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import type { Parts } from '#core/feature.ts';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { endNoticesOf } from '#core/notices.ts';
import { loadUnits, saveMoved } from '#core/picture/unit.ts';
import { actionsOfEach } from '#features/record/actions/actions.queries.ts';
import { openByItself } from '#features/record/actions/open.ts';
import { append } from '#features/record/ledger/append.ts';
import { noted_max_days, recordWork } from '#features/record/maintenance/record-work.ts';
import type { SigningWay } from '#features/record/signatures/grants.ts';
import { signaturesOfEach } from '#features/record/signatures/signatures.queries.ts';
import { signedBy, signerDetail } from '#features/record/signatures/signed-by.ts';
import { signerOf } from '#features/record/signatures/signers.ts';
import { writeSignature } from '#features/record/signatures/write.ts';
import { putInDoubt } from './doubts.queries.ts';
import { dueHandler } from './due.calls.ts';
import { noticesOf } from './due.jobs.ts';
import { meanUntil, pointsOf, readingOf } from './reading.queries.ts';

const listed_max = 200;

/** What is kept of a check besides what has a column of its own. */
type Kept = Omit<ProbeCheck, 'id' | 'by' | 'role' | 'enteredAt' | 'hash' | 'signatures' | 'records' | 'actions'>;
type Body = Input<typeof checkProbe>['body'];

/** What a person typed, or what the portal measured itself: how the values came, what they are, and of when. */
async function valuesOf(db: Db, unit: HeldUnit, body: Body, now: number) {
  if (body.source !== 'TELEMETRY') {
    if (body.at > now + clockOff_ms) refuse('reading_in_future', 422);
    const { before_C, after_C } = body;
    return { source: 'MANUAL' as const, before_C, after_C, at: Math.min(body.at, now) };
  }
  const { needle, points, setting, until } = body;
  const mean = (moment: number) => meanUntil(db, unit, { needle, points, setting }, { until: moment, now });
  // What it reads after it was adjusted is of a minute of its own.
  if (until.after !== null && until.after < until.before + steadyWindow_ms) refuse('check_unstable', 422);
  const before_C = await mean(until.before);
  const after_C = until.after === null ? null : await mean(until.after);
  return { source: 'TELEMETRY' as const, until, before_C, after_C, at: Math.min(until.after ?? until.before, now) };
}

const recordIn = ({ bus }: Parts) =>
  handle(checkProbe, async ({ db, caller, params, body, clock, audit, afterCommit }) => {
    const now = clock.now();
    const unit = await heldUnit(db, params.serial);
    const { needle, points, instrument, certificate, certificateUntil, note, setting } = body;
    pointsOf(unit, needle);
    const values = await valuesOf(db, unit, body, now);
    const { at, before_C, after_C } = values;
    const finding = judgeCheck(setting, before_C, after_C);
    const said = { needle, points, instrument, certificate, certificateUntil, note };
    const kept: Kept = { ...said, ...values, setting, ...finding };
    const { by, way } = await checkerOf(db, caller, { params, body }, now);
    const { signer, entries } = await signerOf(db, by, unit.company_id, now);
    const id = newId(now);
    await db
      .insertInto('probe_check')
      .values({
        id,
        company_id: unit.company_id,
        appliance: unit.appliance,
        laboratory_id: unit.laboratory_id,
        needle,
        at: timestamp(at),
        found_good: finding.foundGood,
        left_good: finding.leftGood,
        signer: signer.id,
        user_id: by.userId,
        created_at: timestamp(now),
        content: jsonb(kept),
      })
      .execute();
    const isWrong = !finding.foundGood || !finding.leftGood;
    // Before the book is locked: who writes a revision locks its batch, and then the book.
    if (isWrong) await putInDoubt(db, { id, appliance: unit.appliance, needle }, now);
    // What is wrong still is no calibration.
    if (finding.leftGood) {
      // What the rules found in a former owner's time stays as it is.
      if (at >= Math.max(unit.heldSince, now - noted_max_days * day_ms))
        await recordWork(db, by, { serial: params.serial, kind: 'probeCheck', at, note }, now);
      const told = await endDue(db, { serial: params.serial, needle }, now);
      afterCommit(() => {
        for (const frame of told) bus.publish('live', { serial: params.serial, frame });
      });
    }
    await audit('appliance.probeCheck', params.serial, signerDetail(caller, by));
    const head = { v: 1, serialNumber: params.serial, applianceName: unit.appliance_name, from: at };
    const content = { ...head, ...kept, person: signer };
    const entry = { company: unit.company_id, kind: 'check', id, isNew: true, rev: 1, at: now, content } as const;
    const place = (await append(db, [...entries, entry])).at(-1);
    if (way && place) {
      const what = [{ kind: entry.kind, id, revision: entry.rev, hash: place.hash }];
      await writeSignature(db, { company: unit.company_id, signer, way, meaning: 'CHECKED', what }, now);
    }
    if (isWrong) {
      const { appliance, appliance_name, laboratory_id, company_id: company } = unit;
      await openByItself(db, { kind: 'check', id, company, appliance, appliance_name, laboratory_id }, now);
    }
    const [check] = await checksOf(db, caller, params.serial, id);
    return check ?? refuse('not_found', 404);
  });

/** Who has checked a probe; where that is signed with it, how that person has proved who it is. */
async function checkerOf(
  db: Db,
  caller: Caller,
  input: Pick<Input<typeof checkProbe>, 'params' | 'body'>,
  now: number,
): Promise<{ by: Caller; way?: SigningWay }> {
  const { grant } = input.body;
  return grant === undefined ? { by: caller } : signedBy(db, caller, { call: checkProbe, input, grant }, now);
}

const list = handle(listProbeChecks, ({ db, caller, params }) => checksOf(db, caller, params.serial));

const reading = handle(readProbe, async ({ db, params, query, clock }) =>
  readingOf(db, await heldUnit(db, params.serial), query.needle, clock.now()),
);

/** A unit as its holder has it; who may look at it the scope has seen to. */
async function heldUnit(db: Db, serial: string) {
  const unit = await db
    .selectFrom('appliance as a')
    .innerJoin('tenure as t', (join) => join.onRef('t.appliance', '=', 'a.id').on('t.to_at', 'is', null))
    .select(['a.id as appliance', 'a.name as appliance_name', 'a.model', 'a.laboratory_id'])
    .select(['t.company_id', 't.from_at as heldSince'])
    .where('a.serial', '=', serial)
    .executeTakeFirst();
  return unit ?? refuse('not_found', 404);
}
type HeldUnit = Awaited<ReturnType<typeof heldUnit>>;

/** A probe that was left good is due no more: what was told of it is over. @returns the frames to send after the commit */
async function endDue(
  db: Db,
  { serial, needle }: { serial: string; needle: number },
  now: number,
): Promise<LiveFrame[]> {
  const unit = (await loadUnits(db, [serial])).get(serial);
  if (!unit) return [];
  await endNoticesOf(db, unit, { start: noticesOf(needle), at_ms: now });
  await saveMoved(db, [unit]);
  return unit.frames();
}

/** What a check did to records: those that wait for it, those that were judged anew, and those of them that do not pass any more. */
const recordsOf = sql<ProbeCheck['records']>`json_build_object(
  'waiting', (select count(*) from probe_doubt d where d.check_id = k.id and d.judged_at is null),
  'again', k.judged_again,
  'failed', (select count(*) from (
    select d.batch from probe_doubt d where d.check_id = k.id and d.judged_at is not null
    union
    select r.id from action_subject o join action_subject r on r.action = o.action and r.kind = 'batch'
    where o.id = k.id and o.kind = 'check') f))`;

/** Checks of the time in which the caller might look at the unit, latest first; of a service partner those of its own people. */
async function checksOf(db: Db, caller: Caller, serial: string, id?: string): Promise<ProbeCheck[]> {
  const isService = roleContains(caller.role, 'SERVICE');
  const rows = await db
    .selectFrom('probe_check as k')
    .innerJoin('appliance as a', 'a.id', 'k.appliance')
    .innerJoin('signer as p', 'p.id', 'k.signer')
    .innerJoin('app_user as u', 'u.id', 'k.user_id')
    .innerJoin('ledger_entry as e', (join) => join.on('e.id', '=', sql<string>`k.id::text`).on('e.kind', '=', 'check'))
    .select(['k.id', 'k.created_at as enteredAt', 'p.role', 'e.hash'])
    .select([sql<string>`coalesce(p.name, p.initials)`.as('by'), sql<Kept>`k.content`.as('content')])
    .select(recordsOf.as('records'))
    .where('a.serial', '=', serial)
    .where(({ eb, lit }) => (id === undefined ? lit(true) : eb('k.id', '=', id)))
    .where(
      isService
        ? sql<boolean>`(k.user_id = ${caller.userId} or u.company_id = ${caller.companyId})`
        : sql<boolean>`k.company_id = ${caller.companyId}`,
    )
    .where(sql<boolean>`exists (
      select from ${viewOf(caller)} v
      where v.appliance = a.id and v.from_at <= k.created_at and (v.to_at is null or k.created_at < v.to_at))`)
    .orderBy('k.at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(listed_max)
    .execute();
  const ids = rows.map((row) => row.id);
  // What becomes of food is the kitchen's matter.
  const actions = isService ? new Map() : await actionsOfEach(db, ids);
  const signatures = await signaturesOfEach(db, 'check', ids);
  return rows.map(({ content, hash, ...row }) => ({
    ...content,
    ...row,
    actions: actions.get(row.id) ?? [],
    // A check never changes: what was signed stands.
    signatures: (signatures.get(row.id) ?? []).map((one) => ({ ...one, stale: false })),
    hash: Buffer.from(hash).toString('hex'),
  }));
}

/** Checks of probes: how one is made, measured by the portal, and listed. */
export const checkHandlers = (parts: Parts) => [recordIn(parts), list, reading, dueHandler];
