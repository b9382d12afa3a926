import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from './children.ts';
import { now_ms } from './clock.ts';
import type { PartResult, Row } from './figures.ts';
import { type PartName, partNames } from './parts.ts';

/** A part as it was measured: when, on which code, and how busy the machine was before. */
type Measured = PartResult & { date: string; commit: string; load: string };
type Results = { machine: string; parts: Partial<Record<PartName, Measured>> };

const sourceFile = join(root, 'bench/results.json');
const pageFile = join(root, 'bench/RESULTS.md');

/** Reads the date and the load; called before a part begins. */
export const circumstances = (): Omit<Measured, 'rows' | 'notes'> => ({
  date: `${new Date(now_ms()).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  commit: commit(),
  load: (loadavg()[0] ?? 0).toFixed(1),
});

/** What has been measured so far. */
export const readResults = (): Results =>
  existsSync(sourceFile) ? JSON.parse(readFileSync(sourceFile, 'utf8')) : { machine: '', parts: {} };

/** Replaces what was known of a part and writes both files. */
export function keep(part: PartName, measured: Measured): void {
  const parts = { ...readResults().parts, [part]: measured };
  const results: Results = {
    machine: machine(),
    parts: Object.fromEntries(partNames.flatMap((name) => (parts[name] ? [[name, parts[name]]] : []))),
  };
  writeFileSync(sourceFile, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(pageFile, page(results));
}

/** Above this, others were at work on the machine: rates are then low bounds, and ratios noisy. */
const quietLoad_max = 1.5;
const loadWords = (load: string): string =>
  Number(load) > quietLoad_max ? `${load} (not quiet: others were at work, so rates are low bounds)` : load;

const columns = [
  'part',
  'what',
  'ours',
  'peer',
  'ratio',
  'spread',
  'times',
  'target',
  'verdict',
  'commit',
] as const satisfies readonly (keyof Row | 'part' | 'commit')[];

function page({ machine, parts }: Results): string {
  const rows = Object.entries(parts).flatMap(([part, { rows, commit }]) =>
    rows.map((row) => ({ ...row, part, commit })),
  );
  const table = [
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${columns.map((column) => row[column]).join(' | ')} |`),
  ];
  const details = Object.entries(parts).flatMap(([name, { date, commit: measuredCommit, load, notes }]) => [
    `## ${name}`,
    `${date}, commit ${measuredCommit}, load of the machine before it began ${loadWords(load)}.`,
    '',
    ...notes.map((note) => `- ${note}`),
    '',
  ]);
  return `${[
    '# Speed',
    'Written by `npm run bench` from `bench/results.json`; a run replaces the parts it measured. `npm run check` says which rows are',
    'older than the code they speak of (`bench/src/parts.ts`). Targets are those of the design.',
    'A figure is the median of so many times, a ratio that of so many alternating pairs, above 1 where we are faster. The spread is where the',
    'median lies with a certainty of 15 in 16: of five, the smallest and the largest of them. Everything runs on one machine, clients and peers included, so ratios tell more',
    'than rates. The peers are those of Debian: mosquitto and rabbitmq-server.',
    '',
    `Machine: ${machine}.`,
    '',
    ...table,
    '',
    ...details,
  ]
    .join('\n')
    .trimEnd()}\n`;
}

function machine(): string {
  const [cpu] = cpus();
  return `${availableParallelism()} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${versionOf('chromium', ['--version'])}`;
}

function commit(): string {
  const hash = output('git', ['rev-parse', '--short', 'HEAD']);
  return output('git', ['status', '--porcelain', '--', ':!bench']) === '' ? hash : `${hash} with changes`;
}

const versionOf = (program: string, args: string[]): string => output(program, args).split('\n')[0] ?? '';

function output(program: string, args: string[]): string {
  try {
    return execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return `no ${program}`;
  }
}
