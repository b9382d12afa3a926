import type { AckMessage, BadReason, DesiredMessage } from '@brina/contract/devices';
import type { LiveFrame } from '@brina/contract/live';
import { sql } from 'kysely';
import type { Bus, UpMessage } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { Database, Db } from '../db/database.ts';
import { timestamp } from '../db/instants.ts';
import { unnestColumns } from '../db/unnest.ts';
import type { Log } from '../log.ts';
import { closeConnection, openConnection } from './connections.ts';
import type { EventFact, Facts, IngestStep, OffsetFact, Origin, ResultFact, Sample } from './facts.ts';
import { flags } from './facts.ts';
import { type Claim, enter } from './ledger.ts';
import { believable, momentOf } from './moment.ts';
import { type Bad, type Parsed, parseMessage, weigh } from './parse.ts';
import { type BadMessage, quarantine } from './quarantine.ts';
import { rangesOf } from './ranges.ts';
import { samplesOf, statusOf, twinValues } from './readings.ts';
import { loadUnits, saveUnits, type Unit } from './unit.ts';

export type IngestParts = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** What the features do with new facts, in this order. */
  steps: readonly IngestStep[];
  /** Told after each commit, for the metrics endpoint. */
  committed?(batch: { messages: number; samples: number; seconds: number }): void;
};

/** Rows of one batch: the size at which one statement for many rows stops getting cheaper. */
const batchRows_max = 1000;
/** An edge that does not answer by then gets the acknowledgement with the unit's next resend. */
const downDeadline_ms = 5000;

type UpData = Extract<UpMessage, { kind: 'message' }>;

/**
 * Reads the log of what appliances send and commits it, batch by batch (design 2, 6). Only what is committed is
 * acknowledged to the unit, and live frames go out after the commit.
 */
export function startIngest(parts: IngestParts): AsyncDisposable {
  return parts.bus.consume((batch) => takeBatch(parts, batch), {
    weight_max: batchRows_max,
    parallel: parts.db.kind === 'postgres' ? 2 : 1,
    weigh: (message) => (message.kind === 'message' ? weigh(message.topic, message.payload) : { weight: 1, backlog: false }),
  });
}

async function takeBatch(parts: IngestParts, batch: readonly UpMessage[]): Promise<void> {
  const started = performance.now();
  try {
    const outcome = await parts.db.ingest((db) => commitBatch(db, parts, batch, new Set()));
    afterCommit(parts, outcome);
    parts.committed?.({ messages: batch.length, samples: outcome.samples, seconds: (performance.now() - started) / 1000 });
  } catch (error) {
    if (!isDataError(error)) throw error;
    await takeOneByOne(parts, batch, error);
  }
}

/** One bad message never fails another unit's: what the database refuses by itself is quarantined alone. */
async function takeOneByOne(parts: IngestParts, batch: readonly UpMessage[], cause: unknown): Promise<void> {
  parts.log.error({ event: 'ingest.refused', err: cause, messages: batch.length }, 'a batch was refused by the database');
  for (const message of batch) {
    try {
      afterCommit(parts, await parts.db.ingest((db) => commitBatch(db, parts, [message], new Set())));
    } catch (error) {
      if (!isDataError(error)) throw error;
      afterCommit(parts, await parts.db.ingest((db) => commitBatch(db, parts, [message], new Set([message]))));
    }
  }
}

/** A data exception or a broken constraint: the same statement would fail again. */
const isDataError = (error: unknown): boolean => /^2[23]/.test(String((error as { code?: unknown }).code ?? ''));

type Outcome = {
  frames: LiveFrame[];
  acks: { serial: string; ack: AckMessage }[];
  /** A unit that told its whole state has just connected: it gets the whole desired state in return. */
  desired: { serial: string; desired: DesiredMessage }[];
  samples: number;
};

async function commitBatch(
  db: Db,
  { clock, steps }: IngestParts,
  batch: readonly UpMessage[],
  refused: ReadonlySet<UpMessage>,
): Promise<Outcome> {
  const units = await loadUnits(db, [...new Set(batch.map((message) => message.serial))]);
  const read: { unit: Unit; message: UpData; parsed: Parsed | Bad }[] = [];
  for (const message of batch) {
    const unit = units.get(message.serial);
    if (!unit) continue;
    if (message.kind === 'connected') await openConnection(db, unit, message);
    else if (message.kind === 'disconnected') await closeConnection(db, unit, message);
    else {
      hear(unit, message);
      const parsed = parseMessage(message.topic, message.payload);
      read.push({ unit, message, parsed: refused.has(message) && 'topic' in parsed ? asBad(parsed) : parsed });
    }
  }
  const good = read.filter((one): one is { unit: Unit; message: UpData; parsed: Parsed } => 'topic' in one.parsed);
  const held = await enter(db, good.map(claimOf));
  const fresh = good.filter((_, i) => held[i] === 'new');
  const facts = await collect(db, fresh, clock.now());
  for (const step of steps) await step(db, facts);
  const changed = [...units.values()];
  await saveUnits(db, changed);

  const bad = read.flatMap(({ unit, message, parsed }) => ('reason' in parsed ? [badMessage(unit, message, parsed)] : []));
  const conflicts = good.filter((_, i) => held[i] === 'conflict');
  await quarantine(db, bad);
  return {
    frames: changed.flatMap((unit) => unit.frames()),
    acks: acksOf([
      ...good.filter((_, i) => held[i] !== 'conflict').map(({ unit, parsed }) => ({ unit, ...parsed.identity })),
      ...conflicts.map(({ unit, parsed }) => ({ unit, ...parsed.identity, bad: 'conflict' as const })),
      ...read.flatMap(({ unit, parsed }) =>
        'reason' in parsed && parsed.identity ? [{ unit, ...parsed.identity, bad: parsed.reason }] : [],
      ),
    ]),
    desired: good.flatMap(({ unit, parsed }) => (parsed.topic === 'twin' ? [{ serial: unit.serial, desired: unit.desired }] : [])),
    samples: facts.samples.length,
  };
}

/** Any message is a sign of life on its connection. */
function hear(unit: Unit, message: UpData): void {
  unit.lastSeen_ms = Math.max(unit.lastSeen_ms ?? 0, message.received_ms);
  if (unit.connection === message.connection) unit.show('online', true, message.received_ms);
}

const asBad = (parsed: Parsed): Bad => ({ reason: 'bad_shape', identity: parsed.identity });

const claimOf = ({ unit, message, parsed }: { unit: Unit; message: UpData; parsed: Parsed }): Claim => ({
  appliance: unit.id,
  ...parsed.identity,
  hash: parsed.hash,
  payload: parsed.payload,
  received_ms: message.received_ms,
});

const badMessage = (unit: Unit, message: UpData, bad: Bad): BadMessage => ({
  appliance: unit.id,
  topic: message.topic,
  log: bad.identity?.log ?? null,
  seq: bad.identity?.seq ?? null,
  reason: bad.reason,
  payload: message.payload,
  received_ms: message.received_ms,
});

type Fresh = { unit: Unit; message: Pick<UpData, 'connection' | 'received_ms'>; parsed: Parsed };

/** Turns new messages into facts with a moment, moves the live pictures, and keeps aside what has no moment yet. */
async function collect(db: Db, fresh: readonly Fresh[], now_ms: number): Promise<Facts> {
  const anchors = await learnBoots(db, fresh);
  const revived = await reviveUntimed(db, anchors.learnt);
  const facts = { samples: [] as Sample[], events: [] as EventFact[], results: [] as ResultFact[], offsets: [] as OffsetFact[] };
  const untimed: Fresh[] = [];
  for (const one of [...fresh, ...revived]) {
    const { unit, message, parsed } = one;
    const moment = momentOf(parsed, message.received_ms, anchors.bootedAt(unit.id, parsed.boot));
    if (moment === 'untimed') {
      untimed.push(one);
      continue;
    }
    const origin: Origin = { unit, ...parsed.identity, received_ms: message.received_ms };
    const offset_ms = message.received_ms - parsed.sent_ms;
    if (believable(parsed.sent_ms, message.received_ms)) facts.offsets.push({ unit, at_ms: moment.at_ms, offset_ms });
    const timing = (moment.rebuilt ? flags.clockRebuilt : 0) | (Math.abs(offset_ms) > 60_000 ? flags.clockOff : 0);
    const isLive = unit.isLive(parsed.identity, message.connection);
    switch (parsed.topic) {
      case 'tel': {
        const samples = samplesOf(origin, parsed.message, moment.at_ms, timing);
        facts.samples.push(...samples);
        const last = samples.at(-1);
        if (last && isLive && !parsed.message.hist) move(unit, Object.assign({}, ...samples.map((s) => s.columns)), last.at_ms);
        break;
      }
      case 'evt': {
        const { log: _log, seq: _seq, boot: _boot, at: _at, sent: _sent, up: _up, ...body } = parsed.message;
        facts.events.push({ ...origin, at_ms: moment.at_ms, body } as EventFact);
        break;
      }
      case 'twin':
        if (isLive) move(unit, twinValues(unit, parsed.message.reported), moment.at_ms);
        break;
      case 'res': {
        const { id, result, reason } = parsed.message;
        facts.results.push({ ...origin, at_ms: moment.at_ms, id, result, reason });
        break;
      }
      case 'fw':
        break;
    }
  }
  await keepUntimed(db, untimed);
  const units = [...new Set([...fresh, ...revived].map(({ unit }) => unit))];
  return { units, ...facts, now_ms };
}

function move(unit: Unit, values: Parameters<Unit['report']>[0], at_ms: number): void {
  unit.report(values, at_ms);
  unit.show('status', statusOf(unit.picture.reported), at_ms);
}

/** When boots began, by the messages of this batch and the ones before. `learnt`: boots that had no anchor until now. */
async function learnBoots(
  db: Db,
  fresh: readonly Fresh[],
): Promise<{ bootedAt(appliance: number, boot: number): number | undefined; learnt: Map<number, { unit: Unit; boots: number[] }> }> {
  const bootKey = (appliance: number, boot: number): string => `${appliance} ${boot}`;
  const right = new Map<string, { unit: Unit; boot: number; bootedAt_ms: number }>();
  for (const { unit, message, parsed } of fresh)
    if (believable(parsed.at_ms, message.received_ms) && !right.has(bootKey(unit.id, parsed.boot)))
      right.set(bootKey(unit.id, parsed.boot), { unit, boot: parsed.boot, bootedAt_ms: parsed.at_ms - parsed.up_ms });
  const learnt = new Map<number, { unit: Unit; boots: number[] }>();
  if (right.size > 0) {
    const rows = [...right.values()];
    const batch = unnestColumns({
      appliance: ['integer', rows.map((row) => row.unit.id)],
      boot: ['bigint', rows.map((row) => row.boot)],
      booted_at: ['timestamptz', rows.map((row) => row.bootedAt_ms)],
    });
    const inserted = await sql<{ appliance: number; boot: number }>`
      insert into boot_anchor (${batch.names}) select ${batch.names} from ${batch.rows}
      on conflict do nothing returning appliance, boot`.execute(db);
    for (const { appliance, boot } of inserted.rows) {
      const unit = right.get(bootKey(appliance, boot))?.unit;
      if (unit) learnt.set(appliance, { unit, boots: [...(learnt.get(appliance)?.boots ?? []), boot] });
    }
  }
  const known = new Map([...right].map(([key, { bootedAt_ms }]) => [key, bootedAt_ms]));
  const wrong = fresh.filter(({ message, parsed }) => !believable(parsed.at_ms, message.received_ms));
  if (wrong.length > 0) {
    const appliances = [...new Set(wrong.map(({ unit }) => unit.id))];
    const rows = await db.selectFrom('boot_anchor').selectAll().where('appliance', 'in', appliances).execute();
    for (const row of rows) known.set(bootKey(row.appliance, row.boot), row.booted_at);
  }
  return { bootedAt: (appliance, boot) => known.get(bootKey(appliance, boot)), learnt };
}

/** Messages that waited for the anchor of their boot, now that it is known. */
async function reviveUntimed(db: Db, learnt: Map<number, { unit: Unit; boots: number[] }>): Promise<Fresh[]> {
  const revived: Fresh[] = [];
  for (const { unit, boots } of learnt.values()) {
    const rows = await db
      .deleteFrom('untimed')
      .where('appliance', '=', unit.id)
      .where('boot', 'in', boots)
      .returning(['topic', 'connection', 'received_at', 'payload'])
      .execute();
    for (const row of rows) {
      const parsed = parseMessage(row.topic, row.payload);
      if ('topic' in parsed) revived.push({ unit, message: { connection: row.connection, received_ms: row.received_at }, parsed });
    }
  }
  return revived.sort((a, b) => a.parsed.identity.seq - b.parsed.identity.seq);
}

async function keepUntimed(db: Db, untimed: readonly Fresh[]): Promise<void> {
  for (const { unit, message, parsed } of untimed)
    await db
      .insertInto('untimed')
      .values({
        appliance: unit.id,
        ...parsed.identity,
        boot: parsed.boot,
        topic: parsed.topic,
        connection: message.connection,
        received_at: timestamp(message.received_ms),
        payload: parsed.payload,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** One acknowledgement a log, listing exactly what is held or was quarantined. */
function acksOf(messages: readonly { unit: Unit; log: string; seq: number; bad?: BadReason }[]): Outcome['acks'] {
  const byLog = Map.groupBy(messages, ({ unit, log }) => `${unit.serial} ${log}`);
  return [...byLog.values()].flatMap((ofLog) => {
    const [first] = ofLog;
    if (!first) return [];
    const got = rangesOf(ofLog.filter(({ bad }) => !bad).map(({ seq }) => seq)).map(([from, to]): [number, number] => [from, to]);
    const bad = ofLog.flatMap(({ seq, bad: reason }): [number, BadReason][] => (reason ? [[seq, reason]] : []));
    return [{ serial: first.unit.serial, ack: { log: first.log, got, bad } }];
  });
}

function afterCommit({ bus }: IngestParts, { frames, acks, desired }: Outcome): void {
  for (const frame of frames) bus.publish('live', { serial: frame.serialNumber, frame });
  // Not awaited: an acknowledgement that gets lost is given again when the unit repeats its message.
  for (const { serial, ack } of acks) void bus.ask(serial, { kind: 'down', topic: 'ack', payload: ack }, downDeadline_ms);
  for (const one of desired) void bus.ask(one.serial, { kind: 'down', topic: 'twin', payload: one.desired }, downDeadline_ms);
}
