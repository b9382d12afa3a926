import type { Input } from '@brina/domain/alarms/engine/input';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { type Heard, inputsAfter, type Taken, takeInputs } from './inputs.ts';
import type { CatchUp, Known, RulesMemory } from './memory.ts';
import { Run } from './run.ts';
import {
  type Beginning,
  beginnings,
  goingOn,
  isBehind,
  isLate,
  type KeptState,
  readState,
  type Standing,
  type Start,
  type StateText,
  standings,
} from './states.ts';

/** A mark that the rules of a unit are due from a moment on; `from_at` and `due_at` are epoch ms. */
export type Mark = { id: number; from_at: number; due_at: number };

/** What is to be done of a unit in a turn. */
export type Plan = {
  standing: Standing;
  /** What is at hand of it; undefined: nothing that still holds. */
  known: Known | undefined;
  /** Marks of facts after everything that is judged, and of others. */
  fresh: readonly Mark[];
  late: readonly Mark[];
  /** Facts after the state at hand, those of all fresh marks among them, and the run that takes them; null where some are missing. */
  atHand: { run: Run; inputs: readonly Input[] } | null;
  /** A run that begins from the database, or takes its facts from there; `isLate`: from before late ones, else from the last state, at hand or kept. */
  read: { run: Run; isLate: boolean; taken: Taken } | null;
};

/** Units that read from the database in one turn: the others wait for the next. */
const read_max = 100;

/** The marks of the units whose turn it is: those that waited longest. */
export async function dueMarks(db: Db, now: number, atMost: number): Promise<Map<number, Mark[]>> {
  const rows = await db
    .selectFrom('alarm_due as d')
    .innerJoin(
      ({ fn, selectFrom }) =>
        selectFrom('alarm_due')
          .select('appliance')
          .groupBy('appliance')
          .having(fn.min('due_at'), '<=', timestamp(now))
          .orderBy(fn.min('due_at'))
          .orderBy('appliance')
          .limit(atMost)
          .as('turn'),
      (join) => join.onRef('turn.appliance', '=', 'd.appliance'),
    )
    .select(['d.id', 'd.appliance', 'd.from_at', 'd.due_at'])
    .execute();
  return Map.groupBy(rows, ({ appliance }) => appliance);
}

/** Plans the turn of the units that are due; one of a model of a later version has none. */
export async function plansOf(
  db: Db,
  due: ReadonlyMap<number, readonly Mark[]>,
  memory: RulesMemory,
  at: { now: number; mayCatchUp: boolean },
): Promise<Plan[]> {
  const from = [...due].map(([appliance, marks]) => ({ appliance, from_at: earliest(marks).from_at }));
  const drafts = (await standings(db, from, at.now)).map((standing) =>
    draftOf(standing, due.get(standing.appliance) ?? [], memory, at),
  );
  const reads = await readsOf(db, drafts, memory);
  return drafts.map(({ source: _, ...plan }) => ({ ...plan, read: reads.get(plan.standing.appliance) ?? null }));
}

/**
 * Where a run comes from: a beginning, whose state is read where it is not at hand, or the turn before. Facts that are at hand need not
 * be read; null: they are not.
 */
type Source = { isLate: boolean } & (
  | { run: Run }
  | { state: KeptState | null; recent: readonly StateText[]; facts: readonly Heard[] | null }
);

type Draft = Omit<Plan, 'read'> & { source: Source | null };

function draftOf(
  standing: Standing,
  marks: readonly Mark[],
  memory: RulesMemory,
  { now, mayCatchUp }: { now: number; mayCatchUp: boolean },
): Draft {
  const { late = [], fresh = [] } = Object.groupBy(marks, (mark) => (isLate(standing, mark) ? 'late' : 'fresh'));
  const known = memory.of(standing);
  const draft = { standing, known, late, fresh, atHand: null };
  const facts = memory.factsOf(fresh, late) ?? null;
  if (!known) {
    // Late facts alone change nothing of where the rules stand: that turn only finds out.
    const atHand = fresh.length > 0 ? facts : [];
    return { ...draft, source: { isLate: false, state: null, recent: [], facts: isBehind(standing) ? null : atHand } };
  }
  const { live, recent, catchUp } = known;
  if (!live) return { ...draft, source: catchUp && mayCatchUp ? awaited(catchUp, fresh) : null };
  // New facts that are not at hand come first: late ones would keep them waiting, and their run would pass them.
  if (!facts) return { ...draft, source: { isLate: false, state: live, recent, facts } };
  const inputs = inputsAfter(facts, live.at);
  const isNews = fresh.length > 0 || inputs.length > 0;
  const atHand = isNews
    ? { run: new Run(goingOn(standing, live), recent, memory.isDoubted(standing.appliance)), inputs }
    : null;
  const mayRunLate = late.length > 0 && mayCatchUp && earliest(late).due_at <= now;
  return { ...draft, atHand, source: mayRunLate ? lateSource(standing, known, late, fresh) : null };
}

/** Whether a run has not passed any of these facts, except those it was made for. */
export const isBefore = ({ run, mark }: CatchUp, marks: readonly Mark[]): boolean =>
  marks.every(({ id, from_at }) => id === mark || from_at > run.at);

/** The run that comes to where the rules are to stand. What is late waits for its end; what it has passed begins it anew. */
const awaited = (catchUp: CatchUp, fresh: readonly Mark[]): Source =>
  isBefore(catchUp, fresh)
    ? { isLate: false, run: catchUp.run }
    : { isLate: false, state: null, recent: [], facts: null };

/** The run for late facts: the one under way if it has passed neither any of them nor new ones, else one from before the earliest. */
function lateSource(
  { fromAt }: Standing,
  { recent, catchUp }: Known,
  late: readonly Mark[],
  fresh: readonly Mark[],
): Source {
  if (catchUp && isBefore(catchUp, [...late, ...fresh])) return { isLate: true, run: catchUp.run };
  const before = recent.filter(({ at }) => at < fromAt);
  const last = before.at(-1);
  return {
    isLate: true,
    state: last ? readState(last) : null,
    recent: before,
    facts: null,
  };
}

/** Begins or goes on with the runs from the database, and reads the next facts of each. */
async function readsOf(db: Db, drafts: readonly Draft[], memory: RulesMemory): Promise<Map<number, Plan['read']>> {
  const reading = drafts.flatMap(({ source, ...draft }) => (source ? [{ ...draft, source }] : [])).slice(0, read_max);
  const begun = new Map<number, Beginning>();
  const starts: Start[] = [];
  for (const { standing, source } of reading) {
    if ('run' in source) continue;
    const { isLate, state } = source;
    if (state) begun.set(standing.appliance, goingOn(standing, state, isLate));
    else starts.push({ standing, isLate });
  }
  for (const unit of await beginnings(db, starts)) begun.set(unit.appliance, unit);
  const runs = reading.flatMap(({ standing: { appliance }, source: { isLate, ...source } }) => {
    if ('run' in source) return [{ appliance, isLate, run: source.run, facts: null }];
    const unit = begun.get(appliance);
    if (!unit) return [];
    const run = new Run(unit, source.recent, memory.isDoubted(appliance));
    // Those at hand are what came since the last state: from one before there are more.
    const isBefore = unit.isDamaged && !unit.isFirst;
    return [{ appliance, isLate, run, facts: isBefore ? null : source.facts }];
  });
  const taken = await takeInputs(
    db,
    runs.flatMap(({ appliance, run, facts }) => (facts ? [] : [{ appliance, after_at: run.at }])),
  );
  return new Map(
    runs.flatMap(({ appliance, isLate, run, facts }): [number, Plan['read']][] => {
      const of = facts ? { inputs: inputsAfter(facts, run.at), until: null } : taken.get(appliance);
      return of ? [[appliance, { isLate, run, taken: of }]] : [];
    }),
  );
}

/** One mark for several: the rules are due from the earliest moment on, at the earliest time. */
export const earliest = (marks: readonly Omit<Mark, 'id'>[]): Omit<Mark, 'id'> => ({
  from_at: Math.min(...marks.map(({ from_at }) => from_at)),
  due_at: Math.min(...marks.map(({ due_at }) => due_at)),
});
