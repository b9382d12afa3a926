import {
  answerRequest,
  type KitchenPoster,
  listPosters,
  makePoster,
  posterPath,
  printPoster,
} from '@brina/contract/calls/record/inspection';
import { filled } from '@brina/contract/wire/paths';
import { linkDays_usual, posterGrant_ms, requestLasts_ms } from '@brina/domain/haccp/inspection';
import { day_ms } from '@brina/domain/language/durations';
import { localDay } from '@brina/domain/language/local-day';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { ownsAll, seesLaboratory } from '#core/access/scopes.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle, handlePrepared } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { sealNow } from '#features/record/ledger/seal.ts';
import { hearersOf, tellAsked } from './asked.ts';
import { posterPdf } from './poster-sheet.ts';
import { newCode } from './secrets.ts';

type Address = Parts['address'];

const list = ({ address }: Parts): Handled =>
  handle(listPosters, ({ db, caller, clock }) => postersOf(db, caller, { now: clock.now(), address }));

const make = ({ address, bus }: Parts): Handled =>
  handle(makePoster, async ({ db, caller, body, clock, audit, afterCommit }) => {
    const company = caller.companyId ?? refuse('not_found', 404);
    const now = clock.now();
    // Of two who make one at once the second replaces the first one's.
    await db.selectFrom('laboratory').select('id').where('id', '=', body.labId).forUpdate().execute();
    await db
      .updateTable('kitchen_poster')
      .set({ ended_at: timestamp(now) })
      .where('laboratory_id', '=', body.labId)
      .where('ended_at', 'is', null)
      .execute();
    const id = newId(now);
    await db
      .insertInto('kitchen_poster')
      .values({
        id,
        company_id: company,
        laboratory_id: body.labId,
        code: newCode(),
        user_id: caller.userId,
        created_at: timestamp(now),
      })
      .execute();
    await audit('inspection.poster', body.labId);
    // A screen that has found no poster waits for one, too.
    const hearers = await hearersOf(db, company);
    afterCommit(() => tellAsked(bus, hearers));
    const [poster] = await postersOf(db, caller, { now, address, id });
    return poster ?? refuse('not_found', 404);
  });

const print = ({ address }: Parts): Handled =>
  handlePrepared(
    printPoster,
    async ({ database, caller, params }) => {
      // Laid out outside of any transaction, which is why it is looked at here whose it is.
      const poster = await database.read(async (db) =>
        (await ownsAll(db, caller, 'poster', [params.posterId])) ? printedOf(db, params.posterId) : undefined,
      );
      const { code, ...facts } = poster ?? refuse('not_found', 404);
      return posterPdf({ ...facts, link: address() + filled(posterPath, { code }) });
    },
    ({ prepared: data }) => Promise.resolve({ type: 'application/pdf', name: 'brina-haccp-poster.pdf', data }),
  );

const printedOf = (db: Db, id: string) =>
  db
    .selectFrom('kitchen_poster as p')
    .innerJoin('laboratory as l', 'l.id', 'p.laboratory_id')
    .innerJoin('company as c', 'c.id', 'p.company_id')
    .select(['p.code', 'l.name as laboratory', 'c.name as company', 'c.country'])
    .where('p.id', '=', id)
    .executeTakeFirst();

const answer = (parts: Parts): Handled =>
  handle(answerRequest, async ({ db, caller, params, body, clock, audit, afterCommit }) => {
    const company = caller.companyId ?? refuse('not_found', 404);
    const now = clock.now();
    const asked = await db
      .updateTable('access_request')
      .set({ answered_at: timestamp(now) })
      .where('poster', '=', params.posterId)
      .where('number', '=', body.number)
      .where('answered_at', 'is', null)
      .where('created_at', '>', timestamp(now - requestLasts_ms))
      .returning(['id', 'secret_hash'])
      .executeTakeFirst();
    if (!asked) refuse('request_over', 409);
    if (body.grants) await letIn(db, caller, { ...asked, poster: params.posterId }, parts);
    await audit(body.grants ? 'inspection.grant' : 'inspection.refuse', company);
    const hearers = await hearersOf(db, company);
    afterCommit(() => tellAsked(parts.bus, hearers));
    return { code: '200' } as const;
  });

/** Makes of what somebody asked with a link to what whoever lets in sees of the kitchen. */
async function letIn(
  db: Db,
  caller: Caller,
  asked: { id: string; secret_hash: Uint8Array; poster: string },
  parts: Parts,
): Promise<void> {
  const company = caller.companyId ?? refuse('not_found', 404);
  const kitchen = await db
    .selectFrom('kitchen_poster as p')
    .innerJoin('laboratory as l', 'l.id', 'p.laboratory_id')
    .select(['l.id', 'l.time_zone'])
    .where('p.id', '=', asked.poster)
    .executeTakeFirstOrThrow();
  const now = parts.clock.now();
  const id = newId(now);
  await db
    .insertInto('inspection_link')
    .values({
      id,
      company_id: company,
      token_hash: asked.secret_hash,
      user_id: caller.userId,
      membership_id: caller.member?.id ?? null,
      from_day: localDay(now - (linkDays_usual - 1) * day_ms, kitchen.time_zone),
      to_day: localDay(now, kitchen.time_zone),
      created_at: timestamp(now),
      expires_at: timestamp(now + posterGrant_ms),
      poster: asked.poster,
    })
    .execute();
  await db.insertInto('inspection_subject').values({ link: id, laboratory_id: kitchen.id }).execute();
  await db.updateTable('access_request').set({ link: id }).where('id', '=', asked.id).execute();
  await sealNow(db, company, parts);
}

/** Posters that hang in kitchens the caller sees, with who waits at them. */
async function postersOf(
  db: Db,
  caller: Caller,
  { now, address, id }: { now: number; address: Address; id?: string },
): Promise<KitchenPoster[]> {
  const rows = await db
    .selectFrom('kitchen_poster as p')
    .innerJoin('laboratory as l', 'l.id', 'p.laboratory_id')
    .select(['p.id', 'p.code', 'p.created_at as createdAt', 'l.id as labId', 'l.name as laboratory'])
    .where('p.company_id', '=', caller.companyId)
    .where('p.ended_at', 'is', null)
    .where(seesLaboratory(caller, 'l.id'))
    .$if(id !== undefined, (query) => query.where('p.id', '=', id ?? ''))
    .orderBy('l.name')
    .execute();
  const waiting = await db
    .selectFrom('access_request')
    .select(['poster', 'number', 'created_at as at', 'device'])
    .where('poster', '=', sql<string>`any(${rows.map((row) => row.id)}::uuid[])`)
    .where('answered_at', 'is', null)
    .where('created_at', '>', timestamp(now - requestLasts_ms))
    .orderBy('created_at')
    .execute();
  return rows.map(({ code, ...poster }) => ({
    ...poster,
    address: address() + filled(posterPath, { code }),
    requests: waiting.filter(({ poster: of }) => of === poster.id).map(({ poster: _, ...request }) => request),
  }));
}

export const posterHandlers = (parts: Parts): readonly Handled[] => [
  list(parts),
  make(parts),
  print(parts),
  answer(parts),
];
