import { verifyPath } from '@brina/contract/calls/record/verify';
import { type PeriodContent, toldOf } from '@brina/contract/words/period-content';
import { minute_ms } from '@brina/domain/language/durations';
import type { Locale } from '@brina/domain/language/locales';
import { sql, type UpdateObject } from 'kysely';
import { loadAsker } from '#core/access/caller.ts';
import type { Database, Db } from '#core/db/database.ts';
import { isDatabaseTrouble } from '#core/db/database-errors.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Tables } from '#core/db/tables.ts';
import type { Parts } from '#core/feature.ts';
import type { Log } from '#core/log.ts';
import { enterIssue } from '#features/record/ledger/issues.ts';
import type { Sealer } from '#features/record/ledger/seal.ts';
import { gather } from './gather.ts';
import { Press } from './press.ts';
import { readerOf } from './reader.queries.ts';

/** Who makes a report tells of it in less than that, or it is made anew: the portal was killed. */
export const reportAhead_ms = 2 * minute_ms;
/** One that fails so often is given up. */
const attempts_max = 3;

type JobParts = { db: Database; log: Log } & Sealer;

/**
 * The round that makes reports of periods, one after the other and a piece a turn, so that a portal that is told to end waits for one piece
 * alone: reads, prints in a thread beside the portal, and keeps the file. What ends meanwhile, or is killed, is begun anew once it has not
 * been told of for a while, and only one is ever kept.
 * @returns what the round does; it says whether there was anything to do
 */
export function reportMaker(parts: Pick<Parts, keyof JobParts>): () => Promise<boolean> {
  const press = new Press(parts.clock);
  let made: { due: Due; steps: AsyncGenerator<void, void> } | undefined;
  return async () => {
    if (!made) {
      const due = await parts.db.write((db) => claim(db, parts.clock.now()));
      if (!due) return false;
      made = { due, steps: makeReport(due, press, parts) };
    }
    const { due, steps } = made;
    try {
      if ((await steps.next()).done) made = undefined;
    } catch (err) {
      made = undefined;
      // Of a database in trouble nothing is known of the report; of one that is gone nobody waits.
      if (isDatabaseTrouble(err)) throw err;
      if (err instanceof ReportGone) return true;
      parts.log.error({ event: 'report.failed', report: due.id, err }, 'a report of a period could not be made');
      await parts.db.write((db) => putOff(db, due, parts.clock.now()));
    }
    return true;
  };
}

type Due = NonNullable<Awaited<ReturnType<typeof claim>>>;

/** Its company is gone, or somebody else makes it by now. */
class ReportGone extends Error {}

/** Takes the report that has waited longest. */
async function claim(db: Db, now: number) {
  const due = await db
    .selectFrom('haccp_report')
    .select(['id', 'company_id', 'user_id', 'membership_id', 'laboratory_id', 'appliance', 'from_day', 'to_day'])
    .select(['form', 'paper', 'locale', 'created_at', 'attempts'])
    .where('due_at', '<=', timestamp(now))
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!due) return undefined;
  const attempts = due.attempts + 1;
  await db
    .updateTable('haccp_report')
    .set({ state: 'running', attempts, done: 0, due_at: timestamp(now + reportAhead_ms) })
    .where('id', '=', due.id)
    .execute();
  return { ...due, attempts };
}

async function* makeReport(
  due: Due,
  press: Press,
  { db: database, clock, ledgerKeys, address }: JobParts,
): AsyncGenerator<void, void> {
  const caller = await database.read((db) =>
    loadAsker(db, { userId: due.user_id, companyId: due.company_id, membershipId: due.membership_id }),
  );
  if (!caller || due.attempts > attempts_max || (await database.read((db) => isKitchenGone(db, due)))) {
    await database.write((db) => keep(db, due, { state: 'failed', due_at: null }));
    return;
  }
  const units = due.membership_id === null ? [] : await database.read((db) => sharedUnits(db, due.membership_id));
  await database.write((db) => keep(db, due, { units }));
  const { reader, askedBy } = await database.read(async (db) => ({
    reader: (await readerOf(db, caller)).reader,
    askedBy: await nameOf(db, due.user_id),
  }));
  const gathering = gather(
    database,
    {
      company: due.company_id,
      caller,
      askedBy,
      askedAt: due.created_at,
      scope: { from: due.from_day, to: due.to_day, laboratory: due.laboratory_id, appliance: due.appliance },
      asData: due.form === 'json',
    },
    { ledgerKeys, clock, address },
  );
  let step = await gathering.next();
  for (; !step.done; step = await gathering.next()) {
    const { done, total } = step.value;
    const due_at = timestamp(clock.now() + reportAhead_ms);
    await database.write((db) => keep(db, due, { done, total, due_at }));
    yield;
  }
  const { content, entries } = step.value;
  const file =
    due.form === 'json'
      ? dataOf(content, entries)
      : await press.print({
          reader: { ...reader, locale: due.locale as Locale, timeZone: content.timeZone },
          paper: due.paper,
          verify: address() + verifyPath,
          period: content,
          lines: entries.map((line) => `${line}\n`).join(''),
        });
  const { from_day: from, to_day: to, laboratory_id: laboratory } = due;
  const subject = { period: { from, to, laboratory, serialNumber: content.unit?.serialNumber ?? null } };
  await database.write(async (db) => {
    await keep(db, due, { state: 'done', due_at: null, done: sql<number>`total`, file });
    const language = due.locale as Locale;
    await enterIssue(db, { company: due.company_id, file, form: due.form, language, subject, at: clock.now() });
  });
}

/** A report as data, with its records. */
const dataOf = (content: PeriodContent, entries: readonly string[]): Buffer =>
  Buffer.from(`{"v":1,"report":${JSON.stringify(toldOf(content))},"records":[\n${entries.join(',\n')}\n]}\n`);

/** What is shared with whoever asked: with one of them unshared the report is not its any more. */
async function sharedUnits(db: Db, membership: string | null): Promise<number[]> {
  const rows = await db.selectFrom('share').select('appliance').where('membership_id', '=', membership).execute();
  return rows.map(({ appliance }) => appliance);
}

/** Without its kitchen it would be a report of all of them. */
async function isKitchenGone(db: Db, { laboratory_id }: Due): Promise<boolean> {
  if (laboratory_id === null) return false;
  const kitchen = await db.selectFrom('laboratory').select('id').where('id', '=', laboratory_id).executeTakeFirst();
  return kitchen === undefined;
}

/** Writes how a report stands, unless it is another's by now. @throws ReportGone */
async function keep(db: Db, { id, attempts }: Due, values: UpdateObject<Tables, 'haccp_report'>): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('haccp_report')
    .set(values)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ReportGone();
}

/** Tries again in a while; who waits is told when there is no use. */
async function putOff(db: Db, { id, attempts }: Due, now: number): Promise<void> {
  const isGivenUp = attempts >= attempts_max;
  await db
    .updateTable('haccp_report')
    .set(isGivenUp ? { state: 'failed', due_at: null } : { state: 'waiting', due_at: timestamp(now + reportAhead_ms) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempts', '=', attempts)
    .execute();
}

async function nameOf(db: Db, user: string): Promise<string> {
  const { first_name, last_name, email } = await db
    .selectFrom('app_user')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', user)
    .executeTakeFirstOrThrow();
  return `${first_name} ${last_name}`.trim() || email;
}
