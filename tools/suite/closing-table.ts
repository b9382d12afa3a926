import { type FileResult, failuresOf, type Outcome, passedIn } from './outcome.ts';

/** A kind of tests that has run. */
export type Ran = { kind: string; outcome: Outcome; wall_s: number };

const slowest = 10;
/** CPU seconds that the tests of one feature may take on one database. */
const budget_s = 20;

/** What is printed at the end of a run: the kinds, the slowest files, and what the tests of each feature cost. */
export function closingTable(ran: readonly Ran[]): string {
  const files = ran.flatMap((one) => one.outcome.files.map((file) => ({ file: file.file, ...cost(one, file) })));
  const kinds = ran.map(({ kind, outcome, wall_s }) => [
    kind,
    wall_s.toFixed(0),
    outcome.cpu_s.toFixed(0),
    String(passedIn(outcome)),
    String(failuresOf(outcome).length),
    String(outcome.unsteady.length),
  ]);
  const slow = files
    .filter(({ kind }) => kind !== 'check')
    .sort((a, b) => b.wall_s - a.wall_s)
    .slice(0, slowest)
    .map(({ file, kind, wall_s, cpu_s }) => [`${file} (${kind})`, wall_s.toFixed(1), cpu_s.toFixed(1)]);
  return [
    aligned([['kind', 'wall s', 'CPU s', 'passed', 'failed', 'unsteady'], ...kinds]),
    aligned([[`slowest ${slow.length} files`, 'wall s', 'CPU s'], ...slow]),
    featureLines(files.filter(({ kind }) => !kind.endsWith('-postgres'))),
  ]
    .filter(Boolean)
    .join('\n\n');
}

type Cost = { kind: string; wall_s: number; cpu_s: number };

/** A browser's work is not told by file: there a file's share of its kind's CPU is that of its seconds. */
function cost({ kind, outcome }: Ran, { wall_s, cpu_s }: FileResult): Cost {
  const all_s = outcome.files.reduce((sum, file) => sum + file.wall_s, 0);
  return { kind, wall_s, cpu_s: cpu_s ?? (all_s > 0 ? (outcome.cpu_s * wall_s) / all_s : 0) };
}

/** The feature whose test a file is: its folder, or the journey. */
export function featureOf(file: string): string | undefined {
  const [, feature, journey] =
    /^(?:server|web)\/src\/features\/[^/]+\/([^/]+)\/|^e2e\/journeys\/([^.]+)\./.exec(file) ?? [];
  return feature ?? (journey && `journey ${journey}`);
}

function featureLines(files: readonly (Cost & { file: string })[]): string {
  const seconds = new Map<string, number>();
  for (const { file, cpu_s } of files) {
    const feature = featureOf(file);
    if (feature) seconds.set(feature, (seconds.get(feature) ?? 0) + cpu_s);
  }
  if (seconds.size === 0) return '';
  const sorted = Array.from(seconds).sort(([, a], [, b]) => b - a);
  const over = sorted.filter(([, cpu_s]) => cpu_s > budget_s);
  const listed = (list: typeof sorted): string => list.map(([name, cpu_s]) => `${name} ${cpu_s.toFixed(1)}`).join(', ');
  return [
    `CPU seconds of each feature; the budget of ${budget_s} ${over.length === 0 ? 'holds for all' : `does not hold for ${over.length} of ${sorted.length}`}`,
    ...(over.length > 0 ? [`  over    ${listed(over)}`] : []),
    ...(over.length < sorted.length ? [`  within  ${listed(sorted.slice(over.length))}`] : []),
  ].join('\n');
}

/** Rows in columns: the first to the left, figures to the right. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
