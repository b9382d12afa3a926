/** Reads all that a report of a period is made from, piece by piece: nobody waits for long, and no transaction lasts. */
import type { BookRecord } from '@brina/contract/calls/record/book';
import type { ManualRecord } from '@brina/contract/calls/record/manual';
import { dataRecords_max, periodRecords_max } from '@brina/contract/calls/record/period-reports';
import { decisiveStage } from '@brina/contract/words/lengths';
import type { PeriodBatch, PeriodContent, PeriodDay, PeriodException } from '@brina/contract/words/period-content';
import { repeatedOf, sameLength, sameMinute, sameReading } from '@brina/domain/haccp/too-perfect';
import { dayAfter, spanOfDay } from '@brina/domain/language/local-day';
import { localMinute } from '@brina/domain/language/local-minute';
import type { Caller } from '#core/access/caller.ts';
import type { Database } from '#core/db/database.ts';
import { presentAction } from '#features/record/actions/actions.queries.ts';
import { daysWithRecords, idsOfRecords, recordsByIds } from '#features/record/book/book.queries.ts';
import { lastContents, latestRecord } from '#features/record/haccp/haccp.queries.ts';
import { contentOfDay, summariesOfDays } from '#features/record/holding/holding.queries.ts';
import { bookOfCompany, lastNews, placesOf } from '#features/record/ledger/entries.queries.ts';
import { keysOf } from '#features/record/ledger/export.ts';
import { firstCheckpoint, provenEntry, provenLines } from '#features/record/ledger/proof.ts';
import { noteLeft, type Sealer, sealNow } from '#features/record/ledger/seal.ts';
import { manualRecords } from '#features/record/manual/manual.queries.ts';
import { missingOf, presentMissing } from '#features/record/missing/missing.queries.ts';
import {
  actionsWithin,
  blanksOf,
  checksWithin,
  type Period,
  peopleOf,
  placeOf,
  probesDue,
  readingsOn,
  signaturesOn,
  unitsOf,
} from './period.queries.ts';

/** What is asked for, by whom. */
export type PeriodJob = {
  company: string;
  caller: Caller;
  askedBy: string;
  askedAt: number;
  scope: Pick<Period, 'from' | 'to' | 'laboratory' | 'appliance'>;
  /** Whether its records go with it as data, in full: then none is drawn. */
  asData: boolean;
};

/** What goes with it: the entries of its records in the book with their proofs, each a JSON text; of not too many, and as data, with what they say. */
export type Gathered = { content: PeriodContent; entries: readonly string[] };

/** Records read at a time: of contents of twenty-five the embedded database's only session has its answer in some milliseconds. */
const piece = { records: 25, ids: 500, proofs: 250, manual: 100 };
/** As much of what records say goes with paper, in UTF-16 units: it is held a few times while it is printed. */
const contents_max = 25_000_000;
/** Curves of so many exceptions are drawn: each takes a third of a page and some hundredths of a second. */
const drawn_max = 200;

const isException = ({ verdict }: BookRecord): boolean =>
  verdict === 'FAIL' || verdict === 'EXCEEDED' || verdict === 'ABORTED' || verdict === 'NOT_PROVEN';
const isFailed = ({ verdict }: BookRecord): boolean => verdict === 'FAIL' || verdict === 'EXCEEDED';

const piecesOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

/** Reads a report's content, a piece a step, then makes a checkpoint that has all of it. Each step tells how far it is. */
export async function* gather(
  database: Database,
  job: PeriodJob,
  sealer: Sealer,
): AsyncGenerator<{ done: number; total: number }, Gathered> {
  const { company, caller, scope } = job;
  const place = await database.read((db) => placeOf(db, company, scope));
  const { timeZone } = place;
  const span = { from: spanOfDay(scope.from, timeZone).from, to: spanOfDay(dayAfter(scope.to), timeZone).from };
  const period: Period = { ...scope, timeZone, span };
  const ids = await database.read((db) => idsOfRecords(db, caller, scope, 2 * periodRecords_max));
  const reading = new Reading(database, caller, timeZone);
  // What has come since it was asked for is among them. Exceptions are known once all records are; of the last piece is left to draw it.
  for (const some of piecesOf(ids, piece.records)) {
    await reading.records(some);
    yield { done: reading.count, total: ids.length + 1 };
  }
  const chosen = job.asData ? [] : reading.chosen();
  for (const [i, one] of chosen.entries()) {
    await reading.exception(one);
    yield { done: ids.length + i + 1, total: ids.length + chosen.length + 1 };
  }
  const around = await readAround(database, caller, period, { ids, askedAt: job.askedAt });
  const sealed = await sealedPlaces(database, job, reading.revisions, sealer);
  return {
    entries: sealed?.entries ?? [],
    content: {
      ...place,
      from: scope.from,
      to: scope.to,
      askedBy: job.askedBy,
      at: sealed?.at ?? job.askedAt,
      ...reading.content(sealed?.places, around.signatures),
      ...around.content,
      repeated: { ...reading.repeated(), readings: repeatedOf(around.readings, sameReading) },
      typed: typedOf(around),
      seal: sealed?.seal ?? null,
    },
  };
}

type Signed = Awaited<ReturnType<typeof signaturesOn>>;
type Listed = { record: BookRecord; day: string };

/** The records of a report while they are read. */
class Reading {
  readonly #database: Database;
  readonly #caller: Caller;
  readonly #timeZone: string;
  readonly #listed: Listed[] = [];
  readonly #batches: Omit<PeriodBatch, 'ix' | 'signedBy'>[] = [];
  readonly #days: Omit<PeriodDay, 'ix' | 'signedBy'>[] = [];
  readonly #exceptions: PeriodException[] = [];
  readonly revisions: { id: string; revision: number }[] = [];

  constructor(database: Database, caller: Caller, timeZone: string) {
    this.#database = database;
    this.#caller = caller;
    this.#timeZone = timeZone;
  }

  get count(): number {
    return this.#listed.length;
  }

  async records(ids: readonly string[]): Promise<void> {
    const found = await this.#database.read(async (db) => ({
      listed: await recordsByIds(db, this.#caller, ids),
      contents: await lastContents(db, ids),
      days: await summariesOfDays(db, ids),
    }));
    const byId = new Map(found.listed.map((one) => [one.record.id, one]));
    for (const id of ids) {
      const one = byId.get(id);
      if (!one) continue;
      this.#listed.push(one);
      const { batch, day, ...head } = one.record;
      const last = found.contents.get(id) ?? found.days.get(id);
      if (last) this.revisions.push({ id, revision: last.revision });
      if (batch)
        this.#batches.push({ ...head, ...batch, day: one.day, ...ofContent(found.contents.get(id)?.content, batch) });
      const kept = found.days.get(id);
      if (day && kept) {
        const { min, mean, minutes, coverage, kinds } = kept.summary;
        this.#days.push({ ...head, ...day, min, mean, minutes, coverage, kinds, look: kept.look });
      }
    }
  }

  /** Exceptions that are drawn, in the order of their time; where there are too many, those that failed come before what is not proven. */
  chosen(): BookRecord[] {
    const all = this.#listed.map(({ record }) => record).filter(isException);
    if (all.length <= drawn_max) return all;
    const first = [...all.filter(isFailed), ...all.filter((one) => !isFailed(one))].slice(0, drawn_max);
    return first.sort((a, b) => a.startedAt - b.startedAt);
  }

  async exception({ kind, id }: BookRecord): Promise<void> {
    const found = await this.#database.read(async (db): Promise<PeriodException | undefined> => {
      if (kind === 'day') {
        const content = await contentOfDay(db, id);
        return content && { kind, id, content };
      }
      const record = await latestRecord(db, id, this.#caller);
      return record && { kind, record: { ...record, recipe: null, before: null } };
    });
    if (found) this.#exceptions.push(found);
  }

  content(places: ReadonlyMap<string, number> | undefined, signatures: Signed) {
    const signed = Map.groupBy(signatures, ({ id }) => id);
    const inBook = <T extends { id: string }>(one: T) => ({
      ...one,
      ix: places?.get(one.id) ?? null,
      signedBy: [...new Set(signed.get(one.id)?.map(({ name }) => name))],
    });
    return {
      batches: this.#batches.map(inBook),
      days: this.#days.map(inBook),
      exceptions: this.#exceptions,
      exceptionsLeftOut: this.#listed.filter(({ record }) => isException(record)).length - this.#exceptions.length,
    };
  }

  /** What is the same too often: lengths of the cycles of a unit, and the minutes of the day at which somebody looked. */
  repeated(): Pick<PeriodContent['repeated'], 'lengths' | 'looks'> {
    const lengths = [...Map.groupBy(this.#batches, ({ serialNumber }) => serialNumber).values()].flatMap((some) => {
      const found = repeatedOf(
        some.flatMap(({ minutes }) => minutes ?? []),
        sameLength,
      );
      return found ? [{ ...found, name: some[0]?.name ?? '' }] : [];
    });
    // A look is of a kitchen's whole day, whatever it holds.
    const looks = new Set(this.#days.flatMap(({ look }) => look?.at ?? []));
    const minutes = Array.from(looks, (at) => {
      const [hour = 0, minute = 0] = localMinute(at, this.#timeZone).slice(11).split(':').map(Number);
      return hour * 60 + minute;
    });
    return { lengths, looks: repeatedOf(minutes, sameMinute) };
  }
}

type Content = Awaited<ReturnType<typeof lastContents>> extends Map<string, { content: infer C }> ? C : never;

/** What of a revision stands in the table of batches: the stage that decided to the millisecond, and how complete its data are. */
function ofContent(
  content: Content | undefined,
  { minutes }: { minutes: number | null },
): Pick<PeriodBatch, 'minutes' | 'data'> {
  if (!content) return { minutes, data: null };
  const decisive = decisiveStage(content);
  const { continuity, gaps, clockSuspect } = content;
  return { minutes: decisive?.minutes ?? minutes, data: { continuity, gaps: gaps.length, clockSuspect } };
}

/** What was done, checked and signed, who could see it, and what is missing. */
async function readAround(
  database: Database,
  caller: Caller,
  period: Period,
  { ids, askedAt }: { ids: readonly string[]; askedAt: number },
) {
  const units = await database.read((db) => unitsOf(db, caller, period));
  const numbers = [...new Set(units.map(({ appliance }) => appliance))];
  const recorded = await database.read((db) => daysWithRecords(db, caller, numbers, period));
  const until = Math.min(askedAt, period.span.to);
  const signatures: Signed[] = [];
  const readings: number[][] = [];
  for (const some of piecesOf(ids, piece.ids)) {
    signatures.push(await database.read((db) => signaturesOn(db, some)));
    readings.push(await database.read((db) => readingsOn(db, some)));
  }
  const missing = await database.read((db) => missingOf(db, caller, period, askedAt));
  const about = [...ids, ...missing.map(({ id }) => id)];
  const actions = [];
  for (const id of await database.read((db) => actionsWithin(db, caller, period, about))) {
    const action = await database.read((db) => presentAction(db, caller, { id }));
    if (action) actions.push(action);
  }
  const checks = await database.read((db) => checksWithin(db, caller, period));
  const manual = await readManual(database, caller, period);
  const all = signatures.flat();
  return {
    signatures: all,
    readings: readings.flat(),
    content: {
      actions,
      checks,
      manual,
      ...blanksOf(units, recorded, period, until),
      missing: missing.map(presentMissing).reverse(),
      signers: signersOf(all),
      people: await database.read((db) => peopleOf(db, caller, units, period)),
      probes: await database.read((db) => probesDue(db, caller, units, until)),
    },
  };
}

/** What was cooled without an appliance in a kitchen, or in all; of a unit nothing. */
async function readManual(database: Database, caller: Caller, { laboratory, appliance, from, to }: Period) {
  if (appliance !== null) return [];
  const scope = { laboratories: laboratory === null ? null : [laboratory], from, to };
  const manual: ManualRecord[] = [];
  for (let offset = 0; manual.length === offset; offset += piece.manual) {
    const window = { limit: piece.manual, offset };
    manual.push(...(await database.read((db) => manualRecords(db, caller, scope, window))));
  }
  return manual.sort((a, b) => a.startedAt - b.startedAt);
}

/** How many values of a report were typed by hand. */
const typedOf = ({ readings, content: { checks, manual } }: Awaited<ReturnType<typeof readAround>>): number =>
  readings.length +
  checks.filter(({ source }) => source === 'MANUAL').length +
  manual.reduce((sum, one) => sum + one.readings.length, 0);

function signersOf(signatures: Signed): PeriodContent['signers'] {
  const groups = [...Map.groupBy(signatures, ({ name, role }) => `${name}\n${role}`).values()];
  return groups.flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const moments = some.map(({ at }) => at);
    const { name, role } = first;
    const records = new Set(some.map(({ id }) => id)).size;
    return [{ name, role, records, first: Math.min(...moments), last: Math.max(...moments) }];
  });
}

/**
 * Makes a checkpoint where the book has news, and says where records stand in it; `undefined` where there is no book. That a file was issued
 * is none: a report that is made again is the same.
 */
async function sealedPlaces(
  database: Database,
  { company, asData }: Pick<PeriodJob, 'company' | 'asData'>,
  revisions: readonly { id: string; revision: number }[],
  sealer: Sealer,
) {
  const found = await database.write(async (db) => {
    const book = await bookOfCompany(db, company);
    const last = book && (await lastNews(db, book.id));
    if (book && last !== undefined && last >= book.sealed_size) await sealNow(db, company, sealer);
    const checkpoint = book && last !== undefined && (await firstCheckpoint(db, book.id, last));
    if (checkpoint) await noteLeft(db, book.id, checkpoint.size);
    return checkpoint ? { ...checkpoint, book: book.id, keys: await keysOf(db, book.id, sealer) } : undefined;
  });
  if (!found) return undefined;
  const { book, size, at, note, keys } = found;
  const places = new Map<string, number>();
  for (const some of piecesOf(revisions, piece.ids))
    for (const [id, ix] of await database.read((db) => placesOf(db, book, some))) places.set(id, ix);
  const proven = [...places.values()].filter((ix) => ix < size).sort((a, b) => a - b);
  const [from] = proven;
  const entries: string[] = [];
  if (asData)
    for (const ix of proven)
      entries.push(JSON.stringify(await database.read((db) => provenEntry(db, book, ix, 'first'))));
  else entries.push(...(await linesOf(database, book, proven, size)));
  const root = note.split('\n')[2] ?? '';
  return {
    at,
    places,
    entries,
    seal:
      from === undefined ? null : { from, to: proven.at(-1) ?? from, entries: proven.length, size, root, note, keys },
  };
}

/** Entries as they go with paper. What they say is left out of all where it is too much: the export of the book has it. */
async function linesOf(database: Database, book: string, places: readonly number[], size: number): Promise<string[]> {
  const read = async (withContents: boolean): Promise<string[]> => {
    const lines: string[] = [];
    let length = 0;
    for (const some of piecesOf(places, withContents ? piece.records : piece.proofs)) {
      lines.push(...(await database.read((db) => provenLines(db, book, some, { size, withContents }))));
      length = lines.slice(-some.length).reduce((sum, line) => sum + line.length, length);
      if (withContents && length > contents_max) return read(false);
    }
    return lines;
  };
  return read(places.length <= dataRecords_max);
}
