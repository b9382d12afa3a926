import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Database } from '#core/db/database.ts';

/** A line of a device's journal: a message before it is sent, or what the portal said about one. */
export type JournalLine =
  | { topic: 'tel' | 'evt'; message: Record<string, unknown> }
  | { seq: number; got: true }
  | { seq: number; bad: string };

/** What a device sent and what was acknowledged. Numbers of messages are per device: it has one log. */
export type Journal = {
  serial: string;
  /** The rows each message must become, by its number. */
  sent: ReadonlyMap<number, readonly string[]>;
  acknowledged: ReadonlySet<number>;
  refused: readonly string[];
};

/** A row of a fact as both sides write it: position within its message, moment, values. */
const rowOf = (ix: number, at: number, values: unknown): string => JSON.stringify([ix, at, values]);

type Head = { seq: number; at: number; log: string; boot: number; up: number };
type SampleValues = { TCell: number; TCore1: number; compressorStarts: number };

function rowsOf(topic: 'tel' | 'evt', message: Record<string, unknown>): string[] {
  const { log: _log, seq: _seq, boot: _boot, up: _up, at, ...body } = message as Head & Record<string, unknown>;
  if (topic === 'evt') return [rowOf(0, at, sorted(body))];
  return (body['s'] as [number, SampleValues][]).map(([offset, { TCell, TCore1, compressorStarts }], ix) =>
    rowOf(ix, at + offset, [TCell, TCore1, compressorStarts]),
  );
}

const sorted = (body: object): unknown => Object.entries(body).sort(([a], [b]) => a.localeCompare(b));

/** Reads a journal. */
export function readJournal(serial: string, file: string): Journal {
  const sent = new Map<number, readonly string[]>();
  const acknowledged = new Set<number>();
  const refused: string[] = [];
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    if (text === '') continue;
    const line = JSON.parse(text) as JournalLine;
    if ('message' in line) sent.set(Number(line.message['seq']), rowsOf(line.topic, line.message));
    else if ('got' in line) acknowledged.add(line.seq);
    else refused.push(`${serial} ${line.seq}: ${line.bad}`);
  }
  return { serial, sent, acknowledged, refused };
}

/** What the database holds of a device: the rows under each number, as they are. */
export type Stored = ReadonlyMap<string, ReadonlyMap<number, readonly string[]>>;

/** Reads the facts of all units. */
export async function readStored(db: Database): Promise<Stored> {
  const { rows } = await db.read((tx) =>
    sql<{ serial: string; seq: number; ix: number; at: number; samples: SampleValues | null; body: object | null }>`
      select a.serial, t.seq, t.ix, t.at, null as body, jsonb_build_object('TCell', t."TCell", 'TCore1', t."TCore1",
        'compressorStarts', t."compressorStarts") as samples
      from telemetry t join appliance a on a.id = t.appliance
      union all
      select a.serial, e.seq, 0, e.at, e.body, null from event e join appliance a on a.id = e.appliance
      order by serial, seq, ix`.execute(tx),
  );
  const stored = new Map<string, Map<number, string[]>>();
  for (const { serial, seq, ix, at, samples, body } of rows) {
    const values = samples ? [samples.TCell, samples.TCore1, samples.compressorStarts] : sorted(body ?? {});
    const ofUnit = stored.get(serial) ?? new Map<number, string[]>();
    stored.set(serial, ofUnit.set(seq, [...(ofUnit.get(seq) ?? []), rowOf(ix, at, values)]));
  }
  return stored;
}

/**
 * Compares journals with the database: what was acknowledged is there exactly once with equal values, all the rest has
 * arrived too, and no row is unexplained.
 * @returns one sentence for each fault; empty when nothing was lost, doubled or made up
 */
export function compare(journals: readonly Journal[], stored: Stored): string[] {
  const faults = journals.flatMap(({ refused }) => refused.map((one) => `refused: ${one}`));
  for (const { serial, sent, acknowledged } of journals) {
    const held = stored.get(serial) ?? new Map<number, string[]>();
    for (const [seq, rows] of sent) {
      const found = held.get(seq) ?? [];
      const state = acknowledged.has(seq) ? 'acknowledged' : 'sent';
      if (found.length === 0) faults.push(`lost: ${serial} ${seq} was ${state}`);
      else if (found.length > rows.length)
        faults.push(`doubled: ${serial} ${seq} has ${found.length} rows of ${rows.length}`);
      else if (JSON.stringify(found) !== JSON.stringify(rows))
        faults.push(`changed: ${serial} ${seq} is ${found}, not ${rows}`);
    }
    for (const seq of held.keys()) if (!sent.has(seq)) faults.push(`unexplained: ${serial} ${seq}`);
  }
  const known = new Set(journals.map(({ serial }) => serial));
  for (const serial of stored.keys()) if (!known.has(serial)) faults.push(`unexplained: a row of ${serial}`);
  return faults;
}
