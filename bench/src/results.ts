import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './children.ts';
import { now_ms } from './clock.ts';
import type { PartResult, Row } from './figures.ts';
import { type PartName, partNames } from './parts.ts';

/** A part as it was measured: when, on which code and machine, and what share of the machine others had just before, 0 to 1. */
type Measured = PartResult & { date: string; commit: string; machine: string; others: number };
type Results = { parts: Partial<Record<PartName, Measured>> };

const sourceFile = join(root, 'bench/results.json');
const pageFile = join(root, 'bench/RESULTS.md');

/** Looks at clock, code and machine; called before a part begins, while nothing of ours is at work. */
export const circumstances = async (): Promise<Omit<Measured, 'rows' | 'notes'>> => ({
  others: await busyShare(),
  date: `${new Date(now_ms()).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  commit: commit(),
  machine: machine(),
});

/** What has been measured so far. */
export const readResults = (): Results =>
  existsSync(sourceFile) ? JSON.parse(readFileSync(sourceFile, 'utf8')) : { parts: {} };

/** Replaces what was known of a part and writes both files. */
export function keep(part: PartName, measured: Measured): void {
  const parts = { ...readResults().parts, [part]: measured };
  const results: Results = {
    parts: Object.fromEntries(partNames.flatMap((name) => (parts[name] ? [[name, parts[name]]] : []))),
  };
  writeFileSync(sourceFile, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(pageFile, page(results));
}

/** Above this, rates are low bounds, and ratios noisy. */
const quiet_max = 0.05;
const quietWords = (others: number): string =>
  `others had ${Math.round(others * 100)} % of it just before${others > quiet_max ? ': not quiet, so rates are low bounds' : ''}`;

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

function page({ parts }: Results): string {
  const rows = Object.entries(parts).flatMap(([part, { rows, commit }]) =>
    rows.map((row) => ({ ...row, part, commit })),
  );
  const table = [
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${columns.map((column) => row[column]).join(' | ')} |`),
  ];
  const details = Object.entries(parts).flatMap(([name, { date, commit: measuredCommit, machine, others, notes }]) => [
    `## ${name}`,
    `${date}, commit ${measuredCommit}, on ${machine}; ${quietWords(others)}.`,
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
    ...table,
    '',
    ...details,
  ]
    .join('\n')
    .trimEnd()}\n`;
}

const look_ms = 2_000;
/** What share of its processors' time the machine spends at work, 0 to 1. */
async function busyShare(): Promise<number> {
  const spent = () => {
    const times = cpus().map(({ times }) => times);
    const idle = times.reduce((sum, time) => sum + time.idle, 0);
    return {
      idle,
      all: times.reduce((sum, { user, nice, sys, irq, idle }) => sum + user + nice + sys + irq + idle, 0),
    };
  };
  const before = spent();
  await delay(look_ms);
  const after = spent();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
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
