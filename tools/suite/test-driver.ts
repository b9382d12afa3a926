import { relative } from 'node:path';
import { mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { runEnds } from '../at-end.ts';
import { type DriverMessage, type DriverOrder, endMark, lastStep } from './driver-messages.ts';

/**
 * Runs the test files that its parent names, one after the other in this process, each loaded when the one before is
 * done: a file's `describe` bodies then see the world as that file left it. What the tests do is told by the reporter
 * (driver-reporter.ts), what a file took from here.
 */

/** How long what is closing may take before it counts as left open. */
const closing_ms = 5000;

// What a test forks would inherit the options that are meant for this process.
process.execArgv = process.execArgv.filter((argument) => !argument.startsWith('--test-'));
// A test may replace them; the marks must still arrive.
const streams = [process.stdout, process.stderr].map((stream) => stream.write.bind(stream));
const usual = process.getActiveResourcesInfo();
let driving = false;
const send = (message: DriverMessage): void => void process.send?.(message);

/** What keeps this process alive besides what it began with. */
function active(): string[] {
  const left = process.getActiveResourcesInfo();
  for (const type of usual) if (left.includes(type)) left.splice(left.indexOf(type), 1);
  return left;
}

// The loop is empty amid a file, which waits for what never comes: node:test would wait with it.
process.once('beforeExit', () => {
  if (driving) process.send?.({ is: 'stalled' } satisfies DriverMessage, () => process.exit());
});

/** The parent's next order. Only while waiting for it does the channel keep this process alive. */
function order(): Promise<DriverOrder> {
  return new Promise((resolve) => {
    process.channel?.ref();
    process.once('message', (message) => {
      process.channel?.unref();
      resolve(message as DriverOrder);
    });
    send({ is: 'ready' });
  });
}

async function drive(file: string): Promise<void> {
  const name = relative('', file);
  // Of what chance decides each file has its own part of the seed (server/test/random.ts).
  process.env.BRINA_TEST_FILE = name;
  fc.configureGlobal({ seed: Number(process.env.BRINA_TEST_SEED) });
  const began_ms = performance.now();
  const before = process.cpuUsage();
  await test(name, async () => {
    await import(pathToFileURL(file).href);
  });
  const { user, system } = process.cpuUsage(before);
  mock.reset();
  fc.resetConfigureGlobal();
  const exitCode = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  for (const write of streams) write(endMark);
  send({
    is: 'measured',
    wall_s: (performance.now() - began_ms) / 1000,
    cpu_s: (user + system) / 1e6,
    exitCode,
    active: active(),
  });
}

for (let next = await order(); 'file' in next; next = await order()) {
  driving = true;
  await drive(next.file);
  driving = false;
}
// Inside a test: what throws in a root `after` would leave the exit code 0.
await test(lastStep, runEnds);
setTimeout(() => send({ is: 'busy', active: active() }), closing_ms).unref();
