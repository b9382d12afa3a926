import { explainMissing, listMissing } from '@brina/contract/calls/record/missing';
import { dayBefore, explains, isExplainedAlone } from '@brina/domain/haccp/missing/missing';
import { hour_ms } from '@brina/domain/language/durations';
import { isCalendarDay } from '@brina/domain/language/local-day';
import { timestamp } from '#core/db/instants.ts';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { append } from '#features/record/ledger/append.ts';
import { signerOf } from '#features/record/signatures/signers.ts';
import { missingOf, presentMissing } from './missing.queries.ts';

/** Without a month, so many days back from the last day that it is anywhere. */
const lastDays = 31;

const list = handle(listMissing, async ({ db, caller, query, clock }) => {
  const now = clock.now();
  const scope = { ...daysOf(query.month, now), laboratory: query.labId ?? null, appliance: null };
  return { items: (await missingOf(db, caller, scope, now)).map(presentMissing) };
});

/** The days of a month, or the last ones; of which those that are not over anywhere yet lack nothing. */
function daysOf(month: string | undefined, now: number): { from: string; to: string } {
  // A day begins fourteen hours before it does in Greenwich at the earliest.
  const last = new Date(now + 14 * hour_ms).toISOString().slice(0, 10);
  if (month === undefined) return { from: dayBefore(last, lastDays), to: last };
  const [year = 0, of = 0] = month.split('-').map(Number);
  const end = new Date(Date.UTC(year, of, 0, 12)).toISOString().slice(0, 10);
  return { from: `${month}-01`, to: end < last ? end : last };
}

const explain = handle(explainMissing, async ({ db, caller, body, clock, audit }) => {
  const company = caller.companyId ?? refuse('company_missing', 422);
  const { day, labId, serialNumber, kind, at, explanation } = body;
  if (!isCalendarDay(day)) refuse('nothing_missing', 409);
  const now = clock.now();
  const scope = { from: day, to: day, laboratory: labId ?? null, appliance: null };
  const meant = (await missingOf(db, caller, scope, now)).filter(
    (one) =>
      (serialNumber === undefined || one.unit?.serialNumber === serialNumber) &&
      // A kitchen that was closed has explained no food that was put in, and nothing that was done.
      (kind === undefined ? !isExplainedAlone(one.kind) : one.kind === kind) &&
      (at === undefined || one.at === at) &&
      explains(explanation.reason, one.kind),
  );
  const open = meant.filter(({ state }) => state === 'open');
  if (open.length === 0)
    refuse(meant.some(({ state }) => state === 'explained') ? 'missing_explained' : 'nothing_missing', 409);
  const { signer, name, entries } = await signerOf(db, caller, company, now);
  const kept = open.map((one) => ({ ...one, id: newId(now) }));
  const inserted = await db
    .insertInto('missing_explanation')
    .values(
      kept.map((one) => ({
        id: one.id,
        company_id: company,
        kind: one.kind,
        day: one.day,
        subject: one.subject,
        ...explanation,
        signer: signer.id,
        user_id: caller.userId,
        created_at: timestamp(now),
      })),
    )
    .onConflict((on) => on.doNothing())
    .returning('id')
    .execute();
  // Of two who explain it at once one is first.
  if (inserted.length < kept.length) refuse('missing_explained', 409);
  await audit('record.explainMissing', company, { day, count: kept.length });
  await append(db, [
    ...entries,
    ...kept.map((one) => ({
      company,
      kind: 'missing' as const,
      id: one.id,
      rev: 1,
      at: now,
      content: {
        v: 1,
        missing: one.kind,
        day: one.day,
        ...(one.at !== null && { at: one.at }),
        timeZone: one.timeZone,
        serialNumber: one.unit?.serialNumber ?? null,
        laboratory: one.labId,
        record: one.record?.id ?? null,
        ...(one.action !== null && { action: one.action.id }),
        ...explanation,
        person: signer,
      },
    })),
  ]);
  const explained = { ...explanation, by: name, role: signer.role, at: now };
  return open.map((one) => presentMissing({ ...one, state: 'explained', explained }));
});

export const missingHandlers = [list, explain];
