import type { AckMessage, BadReason, DesiredMessage } from '@brina/contract/devices';
import type { LiveFrame } from '@brina/contract/live';
import type { Bus, UpMessage } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { Database, Db } from '../db/database.ts';
import { isDatabaseTrouble } from '../db/database-errors.ts';
import { handedOver } from '../db/handed-over.ts';
import type { Log } from '../log.ts';
import { loadUnits, saveMoved, saveUnits, type Unit } from '../picture/unit.ts';
import { Slices } from '../slices.ts';
import { type Answer, acksOf } from './acks.ts';
import { bootIn, type KnownBoots, readBoots, toldBy } from './boots.ts';
import { collectFacts } from './collect.ts';
import { closeConnection, openConnection } from './connections.ts';
import { intakeOf } from './intake.ts';
import { judge, readLedger, remember } from './ledger.ts';
import { isNeverTrue } from './moment.ts';
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
  /** Told of each message that was put aside. */
  quarantined?(reason: BadReason): void;
  /** Told each time that a batch has to come again, because the database was in trouble. */
  retried?(): void;
};

/** Rows of one batch: the size at which one statement for many rows stops getting cheaper. */
const batchRows_max = 1000;
/** Messages are parsed for this long at a time, and to the end of one: an answer of the database to the batch before waits for no more. */
const parsing_ms = 1;
/** From so many messages on, collecting their facts takes longer than to ask the database once more. */
const collecting_min = 20;
/** An edge that does not answer by then gets the acknowledgement with the unit's next resend. */
const downDeadline_ms = 5000;

type UpData = Extract<UpMessage, { kind: 'message' }>;

/**
 * Reads the log of what appliances send and commits it, batch by batch (docs/ARCHITECTURE.md). Only what is committed is
 * acknowledged to the unit, and live frames go out after the commit.
 */
export function startIngest(parts: IngestParts): AsyncDisposable {
  const last: Last = { ended_ms: 0 };
  return parts.bus.consume((batch) => takeBatch(parts, batch, last), {
    weight_max: batchRows_max,
    // One is parsed while the one before it is stored.
    parallel: 2,
    gather: { from_per_s: 150, apart_ms: 40 },
    weigh: (message) =>
      message.kind === 'message' ? weigh(message.topic, message.payload) : { weight: 1, backlog: false },
  });
}

/** A message as it was heard; `parsed` is undefined for what an edge says of a connection. */
type Heard = { message: UpMessage; parsed: Parsed | Bad | undefined };

/** When a batch was last committed, by the clock that is never set back. */
type Last = { ended_ms: number };

async function takeBatch(parts: IngestParts, batch: readonly UpMessage[], last: Last): Promise<void> {
  const { db, clock } = parts;
  const began_ms = clock.monotonic();
  const heard: Heard[] = [];
  // Another batch may be in its transaction: its answers are heard between two slices.
  await new Slices(clock, parsing_ms).each(batch, (message) => {
    heard.push({
      message,
      parsed: message.kind === 'message' ? parseMessage(message.topic, message.payload) : undefined,
    });
  });
  const commit: Commit = async (messages, refused) => {
    const outcome = await db.ingest((tx) => commitBatch(tx, parts, messages, refused));
    intakeOf(db).count(outcome.samples);
    afterCommit(parts, outcome);
    const ended_ms = clock.monotonic();
    const seconds = (ended_ms - Math.max(began_ms, last.ended_ms)) / 1000;
    last.ended_ms = ended_ms;
    parts.committed?.({ messages: messages.length, samples: outcome.samples, seconds });
  };
  try {
    await commitParts(parts, heard, commit);
  } catch (trouble) {
    parts.retried?.();
    throw trouble;
  }
}

/** Commits messages together; `refused`: none of them can be stored. */
type Commit = (messages: readonly Heard[], refused: boolean) => Promise<void>;

/**
 * Commits messages. Where one cannot be stored, halves are tried until it is alone, in their order, so that each unit's messages
 * keep theirs; the others are stored. Alone it is tried once more, and then put aside as it came.
 * @throws when the database is in trouble: then nothing is known of the messages, and the batch has to come again
 */
async function commitParts(parts: IngestParts, heard: readonly Heard[], commit: Commit): Promise<void> {
  const failed = await faultOf(commit(heard, false));
  if (!failed) return;
  parts.log.warn(
    { event: 'ingest.refused', err: failed.fault, messages: heard.length },
    heard.length > 1 ? 'messages cannot be stored together' : 'a message cannot be stored',
  );
  if (heard.length === 1) return await commitAlone(parts, heard, commit);
  const middle = Math.ceil(heard.length / 2);
  for (const half of [heard.slice(0, middle), heard.slice(middle)]) await commitParts(parts, half, commit);
}

/** Commits the one message that failed, or puts it aside: whatever it does, the others of its batch go on. */
async function commitAlone({ log }: IngestParts, alone: readonly Heard[], commit: Commit): Promise<void> {
  const failed = await faultOf(commit(alone, false));
  if (!failed) return;
  const unkept = await faultOf(commit(alone, true));
  for (const { message } of alone) {
    const { kind, serial } = message;
    const fields = { serial, kind, ...(message.kind === 'message' && { topic: message.topic, reason: unstorable }) };
    if (unkept)
      // Not acknowledged: the unit still has it, and sends it again.
      log.error(
        { event: 'ingest.dropped', err: unkept.fault, ...fields },
        `a ${kind} of ${serial} cannot even be kept`,
      );
    else
      log.error(
        { event: 'ingest.quarantined', err: failed.fault, ...fields },
        `a ${kind} of ${serial} cannot be stored and is put aside`,
      );
  }
}

/** What was wrong with the messages themselves, if anything. @throws what the database was in trouble with */
async function faultOf(committing: Promise<void>): Promise<{ fault: unknown } | undefined> {
  try {
    await committing;
    return undefined;
  } catch (fault) {
    if (isDatabaseTrouble(fault)) throw fault;
    return { fault };
  }
}

/** Why a message is bad whose shape is right and which cannot be stored. */
const unstorable: BadReason = 'bad_shape';

/** What is to be told once a batch is committed. */
type Outcome = {
  frames: LiveFrame[];
  acks: { serial: string; ack: AckMessage }[];
  /** A unit that told its whole state has just connected: it gets the whole desired state in return. */
  desired: Map<string, DesiredMessage>;
  samples: number;
  /** Why messages were put aside, of each. */
  bad: BadReason[];
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
  heard: readonly Heard[],
  refused: boolean,
): Promise<Outcome> {
  const named = heard.flatMap(({ message: { serial }, parsed }) =>
    parsed && 'topic' in parsed ? [{ serial, boot: parsed.boot, ...parsed.identity }] : [],
  );
  // The units first: they are locked before the ledger is read.
  const [units, known, boots] = await Promise.all([
    loadUnits(db, [...new Set(heard.map(({ message }) => message.serial))]),
    readLedger(db, named),
    readBoots(db, named),
  ]);
  const { good, bad } = await takeIn(db, units, heard, { refused, boots, now_ms: clock.now() });
  const claims = good.map(claimOf);
  const held = judge(claims, known);
  const isNew = (_: unknown, i: number): boolean => held[i] === 'new';
  const conflicts = good.filter((_, i) => held[i] === 'conflict').map(conflictOf);

  const storeFacts = async (): Promise<Pick<Outcome, 'samples' | 'committed'>> => {
    // The database writes the ledger while they are collected.
    if (good.length >= collecting_min) await handedOver();
    const facts = await collectFacts(db, good.filter(isNew), boots, clock.now());
    const [committed] = await Promise.all([runSteps(steps, db, facts), saveUnits(db, [...units.values()])]);
    return { samples: facts.samples.length, committed };
  };
  const [stored] = await Promise.all([
    storeFacts(),
    remember(db, claims.filter(isNew)),
    quarantine(db, [...bad.map(badOf), ...conflicts]),
  ]);
  // Steps that came after others may have moved one again.
  await saveMoved(db, [...units.values()]);
  const tellers = good.filter(({ parsed }) => parsed.topic === 'twin').map(({ unit }) => unit);
  return {
    ...stored,
    frames: [...units.values()].flatMap((unit) => unit.frames()),
    bad: [...bad.map(({ bad: { reason } }) => reason), ...conflicts.map(({ reason }) => reason)],
    acks: acksOf([...good.map((one, i) => answerTo(one, held[i] === 'conflict')), ...bad.flatMap(answerToBad)]),
    desired: new Map(tellers.map((unit) => [unit.serial, unit.desired])),
  };
}

/**
 * Takes in what known units said, and what became of their connections: one unit's messages in order, different units side by side, since
 * after an outage many connections are told at once.
 */
async function takeIn(
  db: Db,
  units: ReadonlyMap<string, Unit>,
  heard: readonly Heard[],
  { refused, boots, now_ms }: { refused: boolean; boots: KnownBoots; now_ms: number },
): Promise<{ good: Read[]; bad: ReadBad[] }> {
  const good: Read[] = [];
  const bad: ReadBad[] = [];
  const bySerial = Map.groupBy(heard, ({ message }) => message.serial);
  await Promise.all(
    [...units].map(async ([serial, unit]) => {
      for (const { message, parsed } of bySerial.get(serial) ?? []) {
        if (message.kind !== 'message') {
          if (refused) continue;
          if (message.kind === 'connected') await openConnection(db, unit, message, now_ms);
          else await closeConnection(db, unit, message);
        } else if (parsed) {
          // Any message is a sign of life on its connection.
          unit.heard(message.received_ms, now_ms);
          if (unit.connection === message.connection) unit.show('online', true, message.received_ms);
          if ('reason' in parsed) bad.push({ unit, message, bad: parsed });
          else {
            const one: Read = { unit, message, parsed };
            if (refused || isNeverTrue(toldBy(one), () => bootIn(boots, one)))
              bad.push({ unit, message, bad: { reason: unstorable, identity: parsed.identity } });
            else good.push(one);
          }
        }
      }
    }),
  );
  return { good, bad };
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

/** Tells what is committed. What fails of it is told in the log: the messages are stored, and not to be tried again. */
function afterCommit(parts: IngestParts, outcome: Outcome): void {
  for (const reason of outcome.bad) parts.quarantined?.(reason);
  try {
    tell(parts.bus, outcome);
  } catch (fault) {
    parts.log.error({ event: 'ingest.untold', err: fault }, 'not all that was committed could be told');
  }
}

function tell(bus: Bus, { frames, acks, desired, committed }: Outcome): void {
  for (const then of committed) then();
  for (const frame of frames) bus.publish('live', { serial: frame.serialNumber, frame });
  // Not awaited: an acknowledgement that gets lost is given again when the unit repeats its message.
  for (const { serial, ack } of acks)
    void bus.ask(serial, { kind: 'down', topic: 'ack', payload: ack }, downDeadline_ms);
  for (const [serial, payload] of desired)
    void bus.ask(serial, { kind: 'down', topic: 'twin', payload }, downDeadline_ms);
}
