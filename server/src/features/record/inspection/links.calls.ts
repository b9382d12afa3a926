import {
  createLink,
  endLink,
  type InspectionLink,
  inspectionPath,
  listLinks,
  listVisits,
} from '@brina/contract/calls/record/inspection';
import { filled } from '@brina/contract/wire/paths';
import { linkDays_max, linkLives_ms, openLinks_max } from '@brina/domain/haccp/inspection';
import { isGuessablePin } from '@brina/domain/haccp/signing';
import { day_ms } from '@brina/domain/language/durations';
import { isCalendarDay } from '@brina/domain/language/local-day';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle, handlePrepared } from '#core/http/handle.ts';
import { Refusal, refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { sealNow } from '#features/record/ledger/seal.ts';
import { hashPassword } from '#identity/passwords.ts';
import { hashOf, newToken } from './secrets.ts';

/** What has ended is told for so long. */
const told_ms = 30 * day_ms;
const visits_max = 200;

const create = (parts: Parts): Handled =>
  handlePrepared(
    createLink,
    async ({ body: { pin } }) => {
      if (pin === undefined) return null;
      if (isGuessablePin(pin)) refuse('pin_guessable', 422);
      return hashPassword(pin);
    },
    async ({ db, caller, body, clock, prepared, audit }) => {
      const company = caller.companyId ?? refuse('not_found', 404);
      const { labIds, serials, from, to, lasts } = body;
      if (labIds.length + serials.length === 0) refuse('link_of_nothing', 422);
      requireDays(from, to);
      const now = clock.now();
      await requireFewLinks(db, company, now);
      const [id, token] = [newId(now), newToken()];
      await db
        .insertInto('inspection_link')
        .values({
          id,
          company_id: company,
          token_hash: hashOf(token),
          pin_hash: prepared,
          user_id: caller.userId,
          membership_id: caller.member?.id ?? null,
          from_day: from,
          to_day: to,
          created_at: timestamp(now),
          expires_at: timestamp(now + linkLives_ms[lasts]),
        })
        .execute();
      await enterSubjects(db, id, { labIds, serials });
      await audit('inspection.create', company, { count: labIds.length + serials.length });
      const [link] = await linksOf(db, caller, now, id);
      // What leaves the house is in a checkpoint. After all else: it locks the book.
      await sealNow(db, company, parts);
      return {
        ...(link ?? refuse('not_found', 404)),
        address: parts.address() + filled(inspectionPath, { token }),
      };
    },
  );

/** Days that are none, in another order, or more than a link opens. */
function requireDays(from: string, to: string): void {
  const isReversed = !isCalendarDay(from) || !isCalendarDay(to) || from > to;
  if (isReversed) throw new Refusal('range_reversed', 400);
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if ((last - first) / day_ms >= linkDays_max) refuse('link_too_long', 422, { days: linkDays_max });
}

/** More links than anybody keeps in view are not opened. Of two who make the last one at once the second one waits for the first. */
async function requireFewLinks(db: Db, company: string, now: number): Promise<void> {
  await db.selectFrom('company').select('id').where('id', '=', company).forNoKeyUpdate().execute();
  const { open } = await db
    .selectFrom('inspection_link')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('company_id', '=', company)
    // Those of posters and of letters are made without anybody's doing, and end by themselves.
    .where('poster', 'is', null)
    .where('receiver', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', timestamp(now))
    .executeTakeFirstOrThrow();
  if (open >= openLinks_max) refuse('links_too_many', 409, { n: openLinks_max });
}

/** Kitchens and units, each once, of those the scope has seen to. */
async function enterSubjects(
  db: Db,
  link: string,
  { labIds, serials }: { labIds: readonly string[]; serials: readonly string[] },
): Promise<void> {
  await sql`
    insert into inspection_subject (link, laboratory_id, appliance)
    select ${link}::uuid, l.id, null::int from laboratory l where l.id = ${anyOf(labIds)}
    union all
    select ${link}::uuid, null, a.id from appliance a where a.serial = ${anyOf(serials)}`.execute(db);
}

const list = handle(listLinks, ({ db, caller, clock }) => linksOf(db, caller, clock.now()));

const end = handle(endLink, async ({ db, caller, clock, params, audit }) => {
  const { numUpdatedRows } = await db
    .updateTable('inspection_link')
    .set({ ended_at: timestamp(clock.now()) })
    .where('id', '=', params.linkId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await audit('inspection.end', caller.companyId ?? '');
  return { code: '200' } as const;
});

const visits = handle(listVisits, ({ db, params }) =>
  db
    .selectFrom('inspection_visit')
    .select(['began_at as at', 'last_at as lastAt', 'device', 'network', 'pages'])
    .where('link', '=', params.linkId)
    .orderBy('began_at', 'desc')
    .orderBy('id', 'desc')
    .limit(visits_max)
    .execute(),
);

/** Links of the caller's company, of an invited person its own, latest first. */
async function linksOf(db: Db, caller: Caller, now: number, id?: string): Promise<InspectionLink[]> {
  const rows = await db
    .selectFrom('inspection_link as k')
    .innerJoin('app_user as u', 'u.id', 'k.user_id')
    .select(['k.id', 'k.created_at as createdAt', 'k.from_day as from', 'k.to_day as to', 'k.ended_at'])
    .select(['k.expires_at as expiresAt', 'k.ended_why as endedWhy'])
    .select([
      sql<string | null>`case when u.erased_at is null then trim(u.first_name || ' ' || u.last_name) end`.as('by'),
      sql<boolean>`k.pin_hash is not null`.as('hasPin'),
      sql<boolean>`k.poster is not null`.as('atPoster'),
      sql<InspectionLink['laboratories']>`coalesce((
        select json_agg(json_build_object('id', l.id, 'name', l.name) order by l.name)
        from inspection_subject s join laboratory l on l.id = s.laboratory_id where s.link = k.id), '[]')`.as(
        'laboratories',
      ),
      sql<InspectionLink['units']>`coalesce((
        select json_agg(json_build_object('serialNumber', a.serial, 'name', a.name) order by a.name)
        from inspection_subject s join appliance a on a.id = s.appliance
        join tenure t on t.appliance = a.id and t.to_at is null and t.company_id = k.company_id
        where s.link = k.id), '[]')`.as('units'),
      sql<number>`(select count(*)::int from inspection_visit v where v.link = k.id)`.as('visits'),
    ])
    .select(({ selectFrom }) =>
      selectFrom('inspection_visit as v')
        .select(({ fn }) => fn.max('v.last_at').as('at'))
        .whereRef('v.link', '=', 'k.id')
        .as('lastVisitAt'),
    )
    .where('k.company_id', '=', caller.companyId)
    // Whether those of letters were opened is told with the receivers of these.
    .where('k.receiver', 'is', null)
    .where('k.expires_at', '>', timestamp(now - told_ms))
    .$if(caller.member !== null, (query) => query.where('k.user_id', '=', caller.userId))
    .$if(id !== undefined, (query) => query.where('k.id', '=', id ?? ''))
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .execute();
  return rows.map(({ ended_at, ...row }) => ({
    ...row,
    endedAt: ended_at ?? (row.expiresAt <= now ? row.expiresAt : null),
  }));
}

export const linkHandlers = (parts: Parts): readonly Handled[] => [create(parts), list, end, visits];
