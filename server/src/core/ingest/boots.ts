import { limits } from '@brina/contract/devices';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { timestamp } from '../db/instants.ts';
import { unnestColumns } from '../db/unnest.ts';
import type { Unit } from '../picture/unit.ts';
import {
  type Ahead,
  type Boot,
  better,
  bootOf,
  evidence,
  isAhead,
  isForgiven,
  lasting_ms,
  type Told,
} from './moment.ts';
import type { Parsed } from './parse.ts';

/** A message whose facts are not stored yet, with the connection and moment of its receipt. */
export type Fresh = { unit: Unit; message: { connection: string; received_ms: number }; parsed: Parsed };

/** What a message says of time. */
export const toldBy = ({ message: { received_ms }, parsed: { at_ms, sent_ms, up_ms, span_ms } }: Fresh): Told => ({
  at_ms,
  sent_ms,
  up_ms,
  span_ms,
  received_ms,
});

/** What is known of boots, by unit, log and number: a unit that has lost its memory counts them anew. */
export type KnownBoots = ReadonlyMap<string, Boot>;

type BootName = { serial: string; log: string; boot: number };
const keyOf = ({ serial, log, boot }: BootName): string => `${serial} ${log} ${boot}`;

/** Which boot a message is of. */
export const bootNameOf = ({
  unit: { serial },
  parsed: { identity, boot },
}: Pick<Fresh, 'unit' | 'parsed'>): BootName => ({
  serial,
  log: identity.log,
  boot,
});

/** What is known of the boot of a message; undefined where nothing is. */
export const bootIn = (boots: KnownBoots, one: Pick<Fresh, 'unit' | 'parsed'>): Boot | undefined =>
  boots.get(keyOf(bootNameOf(one)));

type BootRow = BootName & {
  booted_at: number;
  steady_at: number;
  evidence: Boot['evidence'];
  offset_ms: number;
};

/** Reads what is known of boots. */
export async function readBoots(db: Db, asked: readonly BootName[]): Promise<KnownBoots> {
  const boots = [...new Map(asked.map((one) => [keyOf(one), one])).values()];
  if (boots.length === 0) return new Map();
  const batch = unnestColumns({
    serial: ['text', boots.map(({ serial }) => serial)],
    log: ['text', boots.map(({ log }) => log)],
    boot: ['bigint', boots.map(({ boot }) => boot)],
  });
  const { rows } = await sql<BootRow>`
    select batch.serial, batch.log, batch.boot, b.booted_at, b.steady_at, b.evidence, b.offset_ms
    from ${batch.rows}
    join appliance a on a.serial = batch.serial
    join boot_anchor b on b.appliance = a.id and b.log = batch.log and b.boot = batch.boot`.execute(db);
  return new Map(
    rows.map((row) => [
      keyOf(row),
      {
        bootedAt_ms: row.booted_at,
        steadyAt_ms: row.steady_at,
        evidence: row.evidence,
        offset_ms: row.offset_ms,
      },
    ]),
  );
}

/**
 * Learns when boots began from messages, and keeps what is news. What waited for it is due (`server/src/core/ingest/untimed.ts`).
 * @param before what was known of the boots of these messages
 * @returns what is known of them now
 */
export async function learnBoots(
  db: Db,
  fresh: readonly Fresh[],
  before: KnownBoots,
  now_ms: number,
): Promise<KnownBoots> {
  const aheadOf = await readAhead(db, fresh, before, now_ms);
  const known = new Map(before);
  const news = new Map<string, Fresh>();
  for (const one of fresh) {
    const key = keyOf(bootNameOf(one));
    const was = known.get(key);
    const is = better(was, bootOf(toldBy(one), aheadOf(one), now_ms));
    if (!is || is === was) continue;
    known.set(key, is);
    news.set(key, one);
  }
  const learnt = [...news].flatMap(([key, one]) => {
    const is = known.get(key);
    return is ? [{ appliance: one.unit.id, ...bootNameOf(one), ...is }] : [];
  });
  await keepBoots(db, learnt, now_ms);
  return known;
}

async function keepBoots(
  db: Db,
  learnt: readonly ({ appliance: number; log: string; boot: number } & Boot)[],
  now_ms: number,
): Promise<void> {
  if (learnt.length === 0) return;
  const batch = unnestColumns({
    appliance: ['integer', learnt.map(({ appliance }) => appliance)],
    log: ['text', learnt.map(({ log }) => log)],
    boot: ['bigint', learnt.map(({ boot }) => boot)],
    booted_at: ['timestamptz', learnt.map(({ bootedAt_ms }) => bootedAt_ms)],
    steady_at: ['timestamptz', learnt.map(({ steadyAt_ms }) => steadyAt_ms)],
    evidence: ['smallint', learnt.map((one) => one.evidence)],
    offset_ms: ['bigint', learnt.map(({ offset_ms }) => offset_ms)],
  });
  await Promise.all([
    sql`
      insert into boot_anchor (${batch.names}) select ${batch.names} from ${batch.rows}
      on conflict (appliance, log, boot) do update set booted_at = excluded.booted_at, evidence = excluded.evidence,
        offset_ms = excluded.offset_ms`.execute(db),
    sql`
      update untimed u set due_at = ${timestamp(now_ms)} from ${batch.rows}
      where u.appliance = batch.appliance and u.log = batch.log and u.boot = batch.boot and u.due_at > ${timestamp(now_ms)}`.execute(
      db,
    ),
  ]);
}

/**
 * Says of messages that were ahead of us whether their unit still is. Only of those is anything read: of a boot whose clock was right, it
 * is ours that is behind.
 */
async function readAhead(
  db: Db,
  fresh: readonly Fresh[],
  before: KnownBoots,
  now_ms: number,
): Promise<(one: Fresh) => Ahead> {
  const asked = fresh.filter(
    (one) => isAhead(toldBy(one)) && (bootIn(before, one)?.evidence ?? evidence.said) === evidence.said,
  );
  if (asked.length === 0) return () => 'new';
  const batch = unnestColumns({
    ix: ['integer', asked.map((_, ix) => ix)],
    appliance: ['integer', asked.map(({ unit }) => unit.id)],
    offset_ms: ['bigint', asked.map(({ message, parsed }) => message.received_ms - parsed.sent_ms)],
  });
  // The stretches of its clock up to now, the latest of them first, as long as they have this offset.
  const { rows } = await sql<{ ix: number; latest: number | null; since: number | null }>`
    select batch.ix, o.latest, (
      select min(s.from_at) from clock_offset s
      where s.appliance = batch.appliance and s.from_at <= ${timestamp(now_ms)} and s.from_at > coalesce((
        select max(d.from_at) from clock_offset d
        where d.appliance = batch.appliance and d.from_at <= ${timestamp(now_ms)}
          and abs(d.offset_ms - batch.offset_ms) > ${limits.clockOffset_ms}), '-infinity')) as since
    from ${batch.rows}
    left join lateral (
      select offset_ms as latest from clock_offset l
      where l.appliance = batch.appliance and l.from_at <= ${timestamp(now_ms)}
      order by l.from_at desc limit 1) o on true`.execute(db);
  const found = new Map(rows.map(({ ix, ...row }) => [asked[ix], row]));
  return (one) => {
    const { latest = null, since = null } = found.get(one) ?? {};
    if (since !== null) return now_ms - since >= lasting_ms ? 'lasts' : 'new';
    return latest !== null || isForgiven(toldBy(one), now_ms) ? 'passed' : 'new';
  };
}
