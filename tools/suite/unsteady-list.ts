import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvRecords, csvText } from '@brina/domain/language/csv';
import { day_ms } from '@brina/domain/language/durations';
import type { Unsteady } from './outcome.ts';

/**
 * A test that failed once and passed when its file ran again, kept until its last day (`yyyy-mm-dd`): unsteady again
 * by then, it is no chance.
 */
export type UnsteadyRow = { title: string; kind: string; error: string; commit: string; lastDay: string };

/** The list, a file of the repository: whoever sees a row come commits it, whoever reviews sees it. */
export const unsteadyFile = 'tools/unsteady.csv';

const header = ['title', 'kind', 'error', 'commit', 'last day'];
const kept_days = 14;
/** Unsteady titles in one run that can be chance. */
const mostAtOnce = 2;

/** The rows of the list's text. */
export const unsteadyRows = (text: string): UnsteadyRow[] =>
  csvRecords(text, ',')
    .slice(1)
    .map(({ cells: [title = '', kind = '', error = '', commit = '', lastDay = ''] }) => ({
      title,
      kind,
      error,
      commit,
      lastDay,
    }));

/** The rows of the project; none where the list is absent. */
export function readUnsteady(root: string): UnsteadyRow[] {
  const path = join(root, unsteadyFile);
  return existsSync(path) ? unsteadyRows(readFileSync(path, 'utf8')) : [];
}

/** Writes the list, without the rows whose last day is over. */
export function writeUnsteady(root: string, rows: readonly UnsteadyRow[]): void {
  const lines = rows.map(({ title, kind, error, commit, lastDay }) => [title, kind, error, commit, lastDay]);
  writeFileSync(join(root, unsteadyFile), csvText([header, ...lines]));
}

/** What a run's unsteady tests mean for it. */
export type Judgement = {
  /** The list as it should be now. */
  rows: UnsteadyRow[];
  added: UnsteadyRow[];
  expired: UnsteadyRow[];
  /** Why the run fails all the same. */
  refusals: string[];
};

/** Judges the unsteady tests of a run on a day, with the list and the commit the run was of. */
export function judgeUnsteady(
  list: readonly UnsteadyRow[],
  seen: readonly (Unsteady & { kind: string })[],
  { today, commit }: { today: string; commit: string },
): Judgement {
  const expired = list.filter(({ lastDay }) => lastDay < today);
  const live = list.filter((row) => !expired.includes(row));
  const titles = new Map(seen.map((one) => [one.title, one]));
  const refusals = live
    .filter(({ title }) => titles.has(title))
    .map((row) => `"${row.title}" was unsteady before (commit ${row.commit}, kept until ${row.lastDay}): mend it`);
  if (titles.size > mostAtOnce) refusals.push(`${titles.size} unsteady titles in a run are no chance`);
  const lastDay = new Date(Date.parse(today) + kept_days * day_ms).toISOString().slice(0, 10);
  const added = Array.from(titles.values())
    .filter(({ title }) => !live.some((row) => row.title === title))
    .map(({ title, kind, error }) => ({ title, kind, error, commit, lastDay }));
  return { rows: [...live, ...added], added, expired, refusals };
}
