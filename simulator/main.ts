/**
 * The simulated fleet as a program:
 * `node simulator/main.ts --fleet <file.json> [--since 14d] [--pace 60] [--seed 7] [--count n] [--state <dir>] [--control-port 0]`
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { systemClock } from './src/clock.ts';
import { startControl } from './src/control.ts';
import { Fleet } from './src/fleet.ts';
import { parseFleet } from './src/fleet-file.ts';

const usage =
  'usage: simulator --fleet <file.json> [--since 14d] [--pace 60] [--seed 7] [--count n] [--state <dir>] [--control-port 0]';

/** `14d`, `36h` or `90m` in milliseconds. */
function duration_ms(text: string): number {
  const match = /^(\d+(?:\.\d+)?)([dhm])$/.exec(text);
  if (!match) throw new Error(`"${text}" is no duration: write 14d, 36h or 90m`);
  return Number(match[1]) * { d: day_ms, h: hour_ms, m: minute_ms }[match[2] as 'd' | 'h' | 'm'];
}

/** Tells whoever started the program: by the channel where there is one, else as a line. */
function say(line: Readonly<Record<string, unknown>>): void {
  if (process.connected) process.send?.(line);
  else process.stdout.write(`${JSON.stringify(line)}\n`);
}

const numberOf = (text: string, name: string): number => {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} must be a number`);
  return value;
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      fleet: { type: 'string' },
      since: { type: 'string' },
      pace: { type: 'string', default: '1' },
      seed: { type: 'string', default: '7' },
      count: { type: 'string' },
      state: { type: 'string' },
      'control-port': { type: 'string' },
    },
  });
  if (values.fleet === undefined) throw new Error(usage);
  const pace = numberOf(values.pace, 'pace');
  if (pace === 0) throw new Error('--pace must be positive');
  const file = parseFleet(readFileSync(values.fleet, 'utf8'));
  const count = values.count === undefined ? file.units.length : numberOf(values.count, 'count');
  // A unit without a certificate would only be turned away.
  if (count > file.units.length) throw new Error(`--count ${count}: ${values.fleet} has ${file.units.length} units`);

  await using stack = new AsyncDisposableStack();
  const fleet = stack.use(
    new Fleet({
      file: { ...file, units: file.units.slice(0, count) },
      clock: systemClock,
      seed: numberOf(values.seed, 'seed'),
      pace,
      since_ms: values.since === undefined ? 0 : duration_ms(values.since),
      ...(values.state === undefined ? {} : { folder: values.state }),
      onProgress: say,
    }),
  );
  const port = values['control-port'] ?? String(file.controlPort ?? 0);
  const control = stack.use(await startControl(fleet, () => systemClock.now(), numberOf(port, 'control-port')));
  say({ type: 'control', url: control.url });
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });
}

main().catch((error: unknown) => {
  // Everything that stops it from starting is a sentence: the file, an argument, the port.
  const sentence = error instanceof Error ? error.message : String(error);
  if (process.connected) process.send?.({ type: 'fault', sentence });
  else process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
});
