import { makeReport, makeReportTable } from '@brina/contract/calls/record/reports';
import { recordTable } from '@brina/contract/words/record-table';
import { recordCatalogues } from '@brina/contract/words/record-words';
import { signUpPreferences } from '@brina/domain/constants';
import type { Locale } from '@brina/domain/language/locales';
import { formatFor, type Reader } from '@brina/domain/language/reader';
import { speechIn } from '@brina/domain/language/speech';
import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { presentAction } from '#features/record/actions/actions.queries.ts';
import { latestRecord, recipeOf } from '#features/record/haccp/haccp.queries.ts';
import { bookOfCompany } from '#features/record/ledger/entries.queries.ts';
import { provenEntry } from '#features/record/ledger/proof.ts';
import { type Sealer, sealNow } from '#features/record/ledger/seal.ts';
import { Press } from './press.ts';
import type { Order } from './press-thread.ts';

/** Where paper is Letter: ANSI sizes are the rule (ISO 216 is elsewhere). */
const letterCountries: readonly string[] = ['US', 'CA', 'MX'];

const make = (parts: Sealer): Handled => {
  const press = new Press(parts.clock);
  return handle(makeReport, async ({ db, caller, body, locale }) => {
    const records = await sealed(db, caller, parts, body.batches);
    const order = { ...(await readerOf(db, caller, locale)), records };
    return { type: 'application/pdf', name: nameOf(records, 'pdf'), data: () => press.print(order) };
  });
};

const table = (parts: Sealer): Handled =>
  handle(makeReportTable, async ({ db, caller, body, locale }) => {
    const records = await sealed(db, caller, parts, body.batches);
    const { reader } = await readerOf(db, caller, locale);
    const rows = records.map(({ record }) => record);
    const text = recordTable(speechIn(recordCatalogues, reader), formatFor(reader), rows);
    return { type: 'text/csv', name: nameOf(records, 'csv'), data: Buffer.from(text) };
  });

/** The records with what was done about them, and their proof: what leaves the house is in a checkpoint. */
async function sealed(db: Db, caller: Caller, sealer: Sealer, batches: readonly string[]): Promise<Order['records']> {
  const found = await recordsOf(db, caller, batches);
  if (found.every(({ seal }) => seal === null || seal.checkpointAt !== null)) return withProof(db, caller, found);
  await sealNow(db, caller.companyId ?? refuse('not_found', 404), sealer);
  return withProof(db, caller, await recordsOf(db, caller, batches));
}

type Records = Order['records'][number]['record'][];

async function recordsOf(db: Db, caller: Caller, batches: readonly string[]): Promise<Records> {
  const records: Records = [];
  for (const id of new Set(batches)) {
    const record = (await latestRecord(db, id, caller)) ?? refuse('not_found', 404);
    records.push({ ...record, recipe: await recipeOf(db, id, caller) });
  }
  return records.sort((a, b) => a.startedAt - b.startedAt);
}

async function withProof(db: Db, caller: Caller, records: Records): Promise<Order['records']> {
  const book = await bookOfCompany(db, caller.companyId);
  const all: Order['records'][number][] = [];
  for (const record of records) {
    const entry = book && record.seal ? await provenEntry(db, book.id, record.seal.ix) : undefined;
    const actions = await Promise.all(record.actions.map(({ id }) => presentAction(db, caller, { id })));
    all.push({
      record,
      actions: actions.filter((action) => action !== undefined),
      data: entry ? JSON.stringify(entry) : null,
    });
  }
  return all;
}

/** How the caller reads; paper and units are those of its company's country, for who gets the file reads it there. */
async function readerOf(db: Db, caller: Caller, locale: Locale): Promise<{ reader: Reader } & Pick<Order, 'paper'>> {
  const { country, timeZone, preferences } = await db
    .selectFrom('app_user as u')
    .leftJoin('company as c', (join) => join.on('c.id', '=', caller.companyId))
    .select(['c.country', 'c.time_zone as timeZone', 'u.preferences'])
    .where('u.id', '=', caller.userId)
    .executeTakeFirstOrThrow();
  const { hours_display_system: hours } = {
    ...signUpPreferences,
    ...(preferences as Partial<typeof signUpPreferences>),
  };
  const measurement = country === 'US' ? 'imperial' : 'metric';
  return {
    reader: { locale, measurement, hours, timeZone: timeZone ?? 'UTC' },
    paper: letterCountries.includes(country ?? '') ? 'LETTER' : 'A4',
  };
}

/** Which day, or days, the records are of, in the kitchen's calendar. */
function nameOf(records: Order['records'], ending: string): string {
  const days = records.map(({ record: { startedAt, timeZone } }) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(startedAt),
  );
  return `brina-haccp-${[...new Set([days[0], days.at(-1)])].join('-')}.${ending}`;
}

export const reportHandlers = (parts: Parts): readonly Handled[] => [make(parts), table(parts)];
