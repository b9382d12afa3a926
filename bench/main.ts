import { api } from './src/api.ts';
import { big } from './src/big.ts';
import { chart } from './src/chart.ts';
import type { PartResult, Row } from './src/figures.ts';
import { firstLoad } from './src/first-load.ts';
import { ingest } from './src/ingest.ts';
import { insert } from './src/insert.ts';
import { latency } from './src/latency.ts';
import { live } from './src/live.ts';
import { circumstances, keep } from './src/results.ts';
import { asked } from './src/scale.ts';
import { start } from './src/start.ts';
import { fleet, growth, message } from './src/steady.ts';

type Part = (folders: AsyncDisposableStack) => Promise<PartResult>;

/** The parts by name, in the order in which they run and are written. */
const parts: Record<string, Part> = {
  ingest,
  insert,
  latency,
  message,
  live,
  api,
  chart,
  'first-load': firstLoad,
  start,
  big,
  fleet,
  growth,
};
/** Take long: only by name. */
const onlyByName = new Set(['big', 'fleet', 'growth']);

/** Measures the named parts, or all, and writes bench/RESULTS.md. */
async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !(name in parts));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);
    return 1;
  }
  const wanted = names.length > 0 ? names : Object.keys(parts).filter((name) => !onlyByName.has(name));
  await using folders = new AsyncDisposableStack();
  let failed = 0;
  for (const name of wanted) {
    const measured = circumstances();
    console.log(`\n${name} …`);
    try {
      const result = await parts[name]!(folders);
      for (const row of result.rows) console.log(`  ${lineOf(row)}`);
      keep(name, Object.keys(parts), { ...measured, ...result });
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
