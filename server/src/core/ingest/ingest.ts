import type { AckMessage, DesiredMessage } from '@brina/contract/devices';
import type { LiveFrame } from '@brina/contract/live';
import type { Bus, UpMessage } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { Database, Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { loadUnits, saveUnits, type Unit } from '../picture/unit.ts';
import { type Answer, acksOf } from './acks.ts';
import { readBoots } from './boots.ts';
import { collectFacts } from './collect.ts';
import { closeConnection, openConnection } from './connections.ts';
import { judge, readLedger, remember } from './ledger.ts';
import { type Bad, type Parsed, parseMessage, weigh } from './parse.ts';
import { type BadMessage, type ConflictingMessage, quarantine } from './quarantine.ts';
import { runSteps, type Step } from './steps.ts';

export type IngestParts = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** What the features do with new facts, each after those that it names. */
  steps: readonly Step[];
  /** Told after each commit, for the metrics endpoint. */
  committed?(batch: { messages: number; samples: number; seconds: number }): void;
};

/** Rows of one batch: the size at which one statement for many rows stops getting cheaper. */
const batchRows_max = 1000;
/** An edge that does not answer by then gets the acknowledgement with the unit's next resend. */
const downDeadline_ms = 5000;

type UpData = Extract<UpMessage, { kind: 'message' }>;

/**
 * Reads the log of what appliances send and commits it, batch by batch (docs/ARCHITECTURE.md). Only what is committed is
 * acknowledged to the unit, and live frames go out after the commit.
 */
export function startIngest(parts: IngestParts): AsyncDisposable {
  return parts.bus.consume((batch) => takeBatch(parts, batch), {
    weight_max: batchRows_max,
    parallel: parts.db.kind === 'postgres' ? 2 : 1,
    weigh: (message) =>
      message.kind === 'message' ? weigh(message.topic, message.payload) : { weight: 1, backlog: false },
  });
}

async function takeBatch(parts: IngestParts, batch: readonly UpMessage[]): Promise<void> {
  const started = parts.clock.monotonic();
  const commit = async (messages: readonly UpMessage[], refused = false): Promise<void> => {
    const outcome = await parts.db.ingest((db) => commitBatch(db, parts, messages, refused));
    afterCommit(parts.bus, outcome);
    const seconds = (parts.clock.monotonic() - started) / 1000;
    parts.committed?.({ messages: messages.length, samples: outcome.samples, seconds });
  };
  try {
    await commit(batch);
  } catch (error) {
    if (!isMessageFault(error)) throw error;
    parts.log.error({ event: 'ingest.refused', err: error, messages: batch.length }, 'a batch cannot be stored');
    // One bad message never fails another unit's: what cannot be stored by itself is quarantined alone.
    for (const message of batch)
      await commit([message]).catch((fault: unknown) => {
        if (!isMessageFault(fault)) throw fault;
        return commit([message], true);
      });
  }
}

/**
 * Whether the same batch would fail again, however often it is tried: a data exception, a broken constraint, a value that
 * its column cannot hold. Everything else is the database's trouble and passes.
 */
const isMessageFault = (error: unknown): boolean =>
  error instanceof RangeError || /^2[23]/.test((error as { code?: string }).code ?? '');

/** What is to be told once a batch is committed. */
type Outcome = {
  frames: LiveFrame[];
  acks: { serial: string; ack: AckMessage }[];
  /** A unit that told its whole state has just connected: it gets the whole desired state in return. */
  desired: Map<string, DesiredMessage>;
  samples: number;
  /** What the steps do with the facts now. */
  committed: (() => void)[];
};

type Read = { unit: Unit; message: UpData; parsed: Parsed };
type ReadBad = { unit: Unit; message: UpData; bad: Bad };

/**
 * Handles a batch of one or more units' messages in a transaction. `refused`: none of them can be stored. What needs no answer of the
 * database is sent together: each time it is asked costs more than most of what it is asked.
 */
async function commitBatch(
  db: Db,
  { clock, steps }: IngestParts,
  batch: readonly UpMessage[],
  refused: boolean,
): Promise<Outcome> {
  const heard = batch.map((message) => ({
    message,
    parsed: message.kind === 'message' ? parsedOf(message) : undefined,
  }));
  const named = heard.flatMap(({ message: { serial }, parsed }) =>
    parsed && 'topic' in parsed ? [{ serial, boot: parsed.boot, ...parsed.identity }] : [],
  );
  // The units first: they are locked before the ledger is read.
  const [units, known, boots] = await Promise.all([
    loadUnits(db, [...new Set(batch.map((message) => message.serial))]),
    readLedger(db, named),
    readBoots(db, named),
  ]);
  const good: Read[] = [];
  const bad: ReadBad[] = [];
  for (const { message, parsed } of heard) {
    const unit = units.get(message.serial);
    if (!unit) continue;
    if (message.kind === 'connected') await openConnection(db, unit, message);
    else if (message.kind === 'disconnected') await closeConnection(db, unit, message);
    else if (parsed) {
      hear(unit, message);
      if ('reason' in parsed) bad.push({ unit, message, bad: parsed });
      else if (refused) bad.push({ unit, message, bad: { reason: 'bad_shape', identity: parsed.identity } });
      else good.push({ unit, message, parsed });
    }
  }
  const claims = good.map(claimOf);
  const held = judge(claims, known);
  const isNew = (_: unknown, i: number): boolean => held[i] === 'new';
  const facts = await collectFacts(db, good.filter(isNew), boots, clock.now());
  const [committed] = await Promise.all([runSteps(steps, db, facts), remember(db, claims.filter(isNew))]);
  const conflicts = good.filter((_, i) => held[i] === 'conflict').map(conflictOf);
  await Promise.all([saveUnits(db, [...units.values()]), quarantine(db, [...bad.map(badOf), ...conflicts])]);
  const tellers = good.filter(({ parsed }) => parsed.topic === 'twin').map(({ unit }) => unit);
  return {
    frames: [...units.values()].flatMap((unit) => unit.frames()),
    acks: acksOf([...good.map((one, i) => answerTo(one, held[i] === 'conflict')), ...bad.flatMap(answerToBad)]),
    desired: new Map(tellers.map((unit) => [unit.serial, unit.desired])),
    samples: facts.samples.length,
    committed,
  };
}

const parsedOf = ({ topic, payload }: UpData): Parsed | Bad => parseMessage(topic, payload);

/** Any message is a sign of life on its connection. */
function hear(unit: Unit, message: UpData): void {
  unit.lastSeen_ms = Math.max(unit.lastSeen_ms ?? 0, message.received_ms);
  if (unit.connection === message.connection) unit.show('online', true, message.received_ms);
}

const claimOf = ({ unit, message, parsed }: Read) => ({
  appliance: unit.id,
  serial: unit.serial,
  ...parsed.identity,
  hash: parsed.hash,
  received_ms: message.received_ms,
});

const badOf = ({ unit, message, bad }: ReadBad): BadMessage => ({
  appliance: unit.id,
  topic: message.topic,
  identity: bad.identity,
  reason: bad.reason,
  payload: message.payload,
  connection: message.connection,
  received_ms: message.received_ms,
});

const conflictOf = ({ unit, message, parsed }: Read): ConflictingMessage => ({
  ...badOf({ unit, message, bad: { reason: 'conflict', identity: parsed.identity } }),
  identity: parsed.identity,
  reason: 'conflict',
  hash: parsed.hash,
});

const answerTo = ({ unit, parsed }: Read, conflicts: boolean): Answer => ({
  serial: unit.serial,
  ...parsed.identity,
  ...(conflicts && { bad: 'conflict' }),
});

/** A message whose head could not be read has no number to be acknowledged by. */
const answerToBad = ({ unit, bad }: ReadBad): Answer[] =>
  bad.identity ? [{ serial: unit.serial, ...bad.identity, bad: bad.reason }] : [];

function afterCommit(bus: Bus, { frames, acks, desired, committed }: Outcome): void {
  for (const tell of committed) tell();
  for (const frame of frames) bus.publish('live', { serial: frame.serialNumber, frame });
  // Not awaited: an acknowledgement that gets lost is given again when the unit repeats its message.
  for (const { serial, ack } of acks)
    void bus.ask(serial, { kind: 'down', topic: 'ack', payload: ack }, downDeadline_ms);
  for (const [serial, payload] of desired)
    void bus.ask(serial, { kind: 'down', topic: 'twin', payload }, downDeadline_ms);
}
