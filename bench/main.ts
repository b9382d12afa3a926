import { installNeeds, wordsOfMissing } from '../tools/debian-packages.ts';
import { api } from './src/api.ts';
import { backlog } from './src/backlog.ts';
import { big } from './src/big.ts';
import { chart } from './src/chart.ts';
import type { PartResult, Row } from './src/figures.ts';
import { firstLoad } from './src/first-load.ts';
import { ingest } from './src/ingest.ts';
import { insert } from './src/insert.ts';
import { latency } from './src/latency.ts';
import { ledger } from './src/ledger.ts';
import { library } from './src/library.ts';
import { live } from './src/live.ts';
import { factsOf, type PartName, partNames } from './src/parts.ts';
import { records } from './src/records.ts';
import { circumstances, keep } from './src/results.ts';
import { asked } from './src/scale.ts';
import { siege } from './src/siege.ts';
import { start } from './src/start.ts';
import { fleet, growth, message } from './src/steady.ts';

type Part = (folders: AsyncDisposableStack) => Promise<PartResult>;

const measure: Record<PartName, Part> = {
  ingest,
  insert,
  latency,
  message,
  backlog,
  live,
  api,
  chart,
  records,
  ledger,
  siege,
  'first-load': firstLoad,
  library,
  start,
  big,
  fleet,
  growth,
};

const isPart = (name: string): name is PartName => name in measure;

/** Measures the named parts, or all, and writes bench/RESULTS.md. */
async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !isPart(name));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. There are: ${partNames.join(', ')}.`);
    return 1;
  }
  const wanted = names.length > 0 ? names.filter(isPart) : partNames.filter((name) => !factsOf(name).onlyByName);
  const needs = new Set(wanted.flatMap((name) => factsOf(name).needs));
  const missing = await installNeeds(needs, console.log, new AbortController().signal);
  await using folders = new AsyncDisposableStack();
  let failed = 0;
  for (const name of wanted) {
    const measured = await circumstances();
    console.log(`\n${name} …`);
    const lacking = missing.filter(({ need }) => factsOf(name).needs.some((one) => one === need));
    if (lacking.length > 0) {
      failed += 1;
      console.error(`  ${name} cannot be measured: ${lacking.map(wordsOfMissing).join(' ')}`);
      continue;
    }
    try {
      const result = await measure[name](folders);
      for (const row of result.rows) console.log(`  ${lineOf(row)}`);
      keep(name, { ...measured, ...result });
    } catch (error) {
      failed += 1;
      console.error(`  ${name} could not be measured:`, error);
    }
  }
  return failed > 0 ? 1 : 0;
}

const lineOf = ({ what, ours, peer, ratio, spread, target, verdict }: Row): string =>
  [what, ours, peer && `peer ${peer}`, ratio && `ratio ${ratio}`, spread && `(${spread})`, target, verdict]
    .filter(Boolean)
    .join('  ');

// The programs that run end with us; folders in the temporary directory stay then.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
process.exitCode = await main(asked);
