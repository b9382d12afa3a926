import type { LiveFrame } from '@brina/contract/live';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Bus } from '#core/bus/bus.ts';
import type { Clock } from '#core/clock.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { locks } from '#core/db/locks.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import { intakeOf } from '#core/ingest/intake.ts';
import type { Log } from '#core/log.ts';
import { Slices } from '#core/slices.ts';
import { markDue } from './alarms.ingest.ts';
import { endFailures, type Failure, type FailureKind, failures, noteFailures } from './parts/failures.ts';
import { keepForecasts, showForecasts } from './parts/forecasts.ts';
import { type CatchUp, type Known, memoryOf, RulesMemory } from './parts/memory.ts';
import { keepIntervals } from './parts/outcome.ts';
import { dueMarks, earliest, isBefore, type Mark, type Plan, plansOf } from './parts/plan.ts';
import type { Run, Taking } from './parts/run.ts';
import { showAlarms } from './parts/shown.ts';
import { keepStates, stampsOf } from './parts/states.ts';

type Parts = { db: Database; bus: Bus; clock: Clock; log: Log };

/** Units whose rules run in one turn: many statements for one unit cost as much as for a hundred. */
const unitsOfTurn_max = 1000;
/**
 * Facts are run for this long at a time: calls and messages wait for no more of them, and with shorter slices most of a turn would be
 * ingestion's while a backlog drains. To plan a turn and to write its states is not sliced.
 */
const slice_ms = 5;
/** A unit whose facts the database refused is tried again after this: nothing else waits as long. */
export const failedWaits_ms = minute_ms;
/** Late facts that have to wait are looked at again after this. */
const deferred_ms = second_ms;

/**
 * Runs the alarm rules over facts they have not seen, for the units that have any. New facts mostly are at hand and go on from the state
 * at hand. After late ones the rules run once more from a state before them, read from the database a piece a turn, while new facts go
 * on being judged; once that run has come to the present it replaces what was found meanwhile. So the intervals are the same in whatever
 * order facts arrive, and nothing is judged later for a backlog.
 * @returns whether more is due already: what arrives meanwhile gathers for the next round, or rounds would follow each other without end
 */
export async function followAlarms(parts: Parts, shared = memoryOf(parts.db)): Promise<boolean> {
  // States at hand change in place: a turn beside another one begins from the database, as another server's would.
  const memory = shared.isInUse ? new RulesMemory() : shared;
  using _inUse = memory.use();
  try {
    return (await followTurn(parts, memory, unitsOfTurn_max)).isMore;
  } catch (error) {
    parts.log.warn({ event: 'alarms.alone', err: error }, 'the alarm rules of a round failed: its units go one by one');
    return followAlone(parts, memory);
  }
}

/** One unit after the other, so that what the database refuses of one is never another's problem: it waits, the others go on. */
async function followAlone(parts: Parts, memory: RulesMemory): Promise<boolean> {
  const { db, clock, log } = parts;
  for (let left = unitsOfTurn_max; left > 0; left--) {
    let taken: readonly number[] = [];
    try {
      const { units } = await followTurn(parts, memory, 1, (appliances) => (taken = appliances));
      if (units === 0) break;
    } catch (error) {
      if (taken.length === 0) throw error;
      log.error({ event: 'alarms.failed', err: error }, failures.failed.says);
      // That one, and not whose turn it is now: another server may have taken this one meanwhile.
      await db.ingest(async (tx) => {
        await lockRules(tx);
        await tx
          .updateTable('alarm_due')
          .set({ due_at: timestamp(clock.now() + failedWaits_ms) })
          .where('appliance', 'in', taken)
          .execute();
        const failed = taken.map((appliance) => ({ appliance, kind: 'failed' as const }));
        await noteFailures(tx, failed, clock.now());
      });
    }
  }
  return false;
}

/**
 * @param onTaken is told the units whose turn it is, before anything can fail of them
 * @returns of how many units the rules had anything to do, and whether more is due already
 */
async function followTurn(
  { db, bus, clock, log }: Parts,
  memory: RulesMemory,
  atMost: number,
  onTaken?: (appliances: readonly number[]) => void,
): Promise<{ units: number; isMore: boolean }> {
  const now = clock.now();
  const reading = () => intakeOf(db).reading(clock.monotonic());
  const began = reading();
  let appliances: readonly number[] = [];
  try {
    const { due, plans } = await db.read(async (tx) => {
      // Marks and states are two statements: no other server writes its results between them.
      const [, due] = await Promise.all([lockRules(tx), dueMarks(tx, now, atMost)]);
      appliances = [...due.keys()];
      onTaken?.(appliances);
      return { due, plans: await plansOf(tx, due, memory, { now, mayCatchUp: memory.pace.mayCatchUp(began) }) };
    });
    if (due.size === 0) return { units: 0, isMore: false };
    const turns: Turn[] = [];
    // Many units with few facts each take as long as one with many.
    const slices = new Slices(clock, slice_ms);
    for (const plan of plans) {
      const turn = await soundTurn(plan, { now: clock.now(), slices }, memory);
      if (turn) turns.push(turn);
    }
    const planned = new Set(plans.map(({ standing }) => standing.appliance));
    const unplanned = [...due].flatMap(([appliance, marks]) => (planned.has(appliance) ? [] : marks));
    const { frames, own } = await db.ingest((tx) => keepTurns(tx, turns, unplanned, now));
    memory.forget(appliances);
    memory.letGo(unplanned);
    for (const turn of own) remember(memory, turn);
    tell(log, own);
    for (const frame of frames) bus.publish('live', { serial: frame.serialNumber, frame });
    if (turns.some(({ plan, underWay }) => underWay || plan.read?.isLate)) memory.pace.tookTurn(began, reading());
    return {
      units: due.size,
      isMore: due.size === atMost || turns.length < plans.length || turns.some((turn) => isMoreDue(turn, clock.now())),
    };
  } catch (error) {
    // The states at hand may be ahead of what is kept.
    memory.forget(appliances);
    throw error;
  }
}

/** Of several servers one at a time plans or keeps a turn. What is sent behind it sees what the one before has kept. */
export const lockRules = (db: Db): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${locks.alarmRules})`.execute(db);

/** `id`: a mark that goes on standing, due at another time. */
type Left = Omit<Mark, 'id'> & { id?: number };

/** What a turn of a unit came to. */
type Turn = {
  plan: Plan;
  failures: readonly Failure[];
  /** Has come to the present: its states and intervals are kept. */
  done: Run | null;
  /** Is still on its way from the database. */
  underWay: Run | null;
  /** Marks that stand no more, and the one that stands for what is left to do: one of before, or one for several of them. */
  settled: readonly Mark[];
  left: Left | null;
};

/** Whether a unit is due again at once: it has a mark that stands, and whose time has come. */
const isMoreDue = ({ plan: { fresh, late }, settled, left }: Turn, now: number): boolean =>
  (left !== null && left.due_at <= now) ||
  [...fresh, ...late].some((mark) => mark.due_at <= now && mark.id !== left?.id && !settled.includes(mark));

/**
 * A turn that is kept. `mark`: the one that stands for what is left of it; null: what stood before, if anything did. `stamp`: of the state as
 * it is kept now.
 */
type Kept = Turn & { mark: number | null; stamp: string | null };

/**
 * The turn of a unit; null where the rules refuse a fact: it has it once more, from what is kept and with care. What fails then too is an
 * error.
 */
async function soundTurn(plan: Plan, taking: Taking, memory: RulesMemory): Promise<Turn | null> {
  const { appliance } = plan.standing;
  try {
    const turn = await turnOf(plan, taking);
    return { ...turn, failures: [plan.atHand?.run, plan.read?.run].flatMap((run) => run?.takeFailures() ?? []) };
  } catch (error) {
    if (memory.isDoubted(appliance)) throw error;
    memory.doubt(appliance);
    return null;
  }
}

async function turnOf(plan: Plan, taking: Taking): Promise<Omit<Turn, 'failures'>> {
  const { fresh, late, atHand, read } = plan;
  const { now } = taking;
  const isThere = read !== null && (await goOn(read, taking));
  // A run from before late facts has seen the new ones too.
  if (isThere)
    return { plan, done: read.run, underWay: null, settled: read.isLate ? [...late, ...fresh] : fresh, left: null };
  // Where the rules are to stand is not reached: nothing can be judged from what is at hand.
  if (read && !read.isLate) return { plan, done: null, underWay: read.run, ...leave(fresh, now) };
  if (atHand) await atHand.run.take(atHand.inputs, taking);
  const { settled, left } = read ? leave(late, now) : putOff(waitingOf(plan), now);
  return {
    plan,
    done: atHand?.run ?? null,
    underWay: read?.run ?? null,
    settled: atHand ? [...fresh, ...settled] : settled,
    left,
  };
}

/** Marks whose facts the run from the database is for: late ones, and before it has come to where the rules stand, all. */
const waitingOf = ({ known, late, fresh }: Plan): readonly Mark[] =>
  known && !known.live ? [...late, ...fresh] : late;

/** Runs the rules over the facts that were read. @returns whether there are no more of them: the run has come to the present */
async function goOn({ run, taken }: NonNullable<Plan['read']>, taking: Taking): Promise<boolean> {
  await run.take(taken.inputs, taking);
  if (taken.until !== null) run.at = Math.max(run.at, taken.until);
  return taken.until === null;
}

/** Facts whose turn it is not. What is not due yet keeps its time: put off whenever there are new facts, it would never be due. */
function putOff(marks: readonly Mark[], now: number): Pick<Turn, 'settled' | 'left'> {
  const { due_at } = earliest(marks);
  if (due_at <= now) return leave(marks, now + deferred_ms);
  return marks.length > 1 ? leave(marks, due_at) : { settled: [], left: null };
}

/** One that stands alone goes on standing, so that the run of another server for it still counts; several become one. */
function leave(marks: readonly Mark[], due_at: number): Pick<Turn, 'settled' | 'left'> {
  const [first, ...others] = marks;
  if (!first) return { settled: [], left: null };
  if (others.length === 0) return { settled: [], left: { ...first, due_at } };
  return { settled: marks, left: { ...earliest(marks), due_at } };
}

/**
 * Keeps what turns came to. A unit of which another server has taken a mark or told something meanwhile is left to it.
 * @returns the frames to send after the commit, and what to remember then
 */
async function keepTurns(
  db: Db,
  turns: readonly Turn[],
  unplanned: readonly Mark[],
  now: number,
): Promise<{ frames: LiveFrame[]; own: Kept[] }> {
  const [, standing, stampOf] = await Promise.all([
    lockRules(db),
    standingMarks(db, turns.flatMap(marksOf)),
    stampsOf(
      db,
      turns.map(({ plan }) => plan.standing.appliance),
    ),
  ]);
  // All of its marks or none: of one that is taken from here, nobody else would look at the rest. And a run knows nothing of what
  // another server's has found since: it would take it back.
  const own = turns.filter(
    (turn) =>
      marksOf(turn).every((id) => standing.has(id)) &&
      (stampOf.get(turn.plan.standing.appliance) ?? null) === turn.plan.standing.stamp,
  );
  const runs = own.flatMap(({ done }) => (done && !done.isIdle ? [done] : []));
  const lefts = own.flatMap(({ plan, left }) => (left ? [{ appliance: plan.standing.appliance, ...left }] : []));
  const [stamps, touched, , marked] = await Promise.all([
    keepStates(db, runs),
    keepIntervals(db, runs, now),
    keepForecasts(db, runs),
    markDue(
      db,
      lefts.filter(({ id }) => id === undefined),
    ),
    moveMarks(db, lefts),
    removeMarks(db, [...own.flatMap((turn) => turn.settled), ...unplanned]),
    endFailures(
      db,
      own.flatMap(({ plan: { standing }, done }) => (done && standing.isFailing ? [standing.appliance] : [])),
      now,
    ),
    noteFailures(
      db,
      own.flatMap(({ plan: { standing }, failures: noted }) =>
        noted.map(({ kind }) => ({ appliance: standing.appliance, kind })),
      ),
      now,
    ),
  ]);
  const markOf = new Map(marked.map(({ appliance, id }) => [appliance, id]));
  return {
    frames: [...(await showAlarms(db, touched, now)), ...(await showForecasts(db, runs, now))],
    own: own.map((turn) => {
      const { appliance } = turn.plan.standing;
      return {
        ...turn,
        mark: turn.left?.id ?? markOf.get(appliance) ?? null,
        stamp: stamps.get(appliance) ?? turn.plan.standing.stamp,
      };
    }),
  };
}

/** The marks that a turn takes away or moves. */
const marksOf = ({ settled, left }: Turn): number[] => [
  ...settled.map(({ id }) => id),
  ...(left?.id === undefined ? [] : [left.id]),
];

/** @returns those that nobody has taken */
async function standingMarks(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('alarm_due').select('id').where('id', '=', anyOf(ids)).execute();
  return new Set(rows.map(({ id }) => id));
}

async function removeMarks(db: Db, marks: readonly Mark[]): Promise<void> {
  if (marks.length === 0) return;
  const ids = anyOf(marks.map(({ id }) => id));
  await db.deleteFrom('alarm_due').where('id', '=', ids).execute();
}

/** Has marks be due at another time. */
async function moveMarks(db: Db, lefts: readonly Left[]): Promise<void> {
  const marks = lefts.flatMap(({ id, due_at }) => (id === undefined ? [] : [{ id, due_at }]));
  if (marks.length === 0) return;
  const batch = unnestColumns({
    id: ['bigint', marks.map(({ id }) => id)],
    due_at: ['timestamptz', marks.map(({ due_at }) => due_at)],
  });
  await sql`update alarm_due d set due_at = batch.due_at from ${batch.rows} where d.id = batch.id`.execute(db);
}

/** Remembers where a unit stands once that is committed. */
function remember(memory: RulesMemory, turn: Kept): void {
  const { plan, settled, stamp } = turn;
  memory.letGo(settled);
  const known = knownAfter(turn);
  if (known) memory.keep({ appliance: plan.standing.appliance, stamp }, known);
  if (turn.done && !known?.catchUp && turn.left === null) memory.trust(plan.standing.appliance);
}

/** Tells what went wrong with units, each way once a turn. */
function tell(log: Log, turns: readonly Turn[]): void {
  for (const { plan, failures: noted } of turns)
    for (const [kind, of = []] of Object.entries(Object.groupBy(noted, (one) => one.kind))) {
      const { serial } = plan.standing;
      log.error(
        { event: `alarms.${kind}`, serial, facts: of.length, err: of[0]?.error },
        failures[kind as FailureKind].says,
      );
    }
}

/** What is at hand of a unit after a turn; null: it begins from the database. */
function knownAfter({ plan: { known, read, late, fresh }, done, underWay, mark }: Kept): Known | null {
  if (done?.isEmpty) return null;
  const live = done ? { at: done.at, state: done.state } : (known?.live ?? null);
  const recent = done?.recent ?? known?.recent ?? [];
  // The run from the database is through. Where it was for new facts, one for late ones that is under way goes on after it.
  if (done && done === read?.run) return { live, recent, catchUp: known?.live && !read.isLate ? known.catchUp : null };
  // It is on its way to where the rules are to stand.
  if (underWay && !read?.isLate) return { live: null, recent: [], catchUp: { run: underWay, mark } };
  if (!known) return null;
  const catchUp = underWay ? { run: underWay, mark } : moved(known.catchUp, known.live ? late : fresh, mark);
  return live || catchUp ? { live, recent, catchUp } : null;
}

/** A run whose mark may have become another one; one that has passed facts that wait is begun anew. */
const moved = (catchUp: CatchUp | null, waiting: readonly Mark[], mark: number | null): CatchUp | null => {
  if (catchUp === null || mark === null) return catchUp;
  return isBefore(catchUp, waiting) ? { run: catchUp.run, mark } : null;
};
