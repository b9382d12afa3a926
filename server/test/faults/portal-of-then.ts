/**
 * The portal as it is started for customers, but that its clock shows another day, for what it does with records goes by their age,
 * that no round rests for long, and that it answers whoever started it how many records wait for today's judge.
 */
import { memoryBus } from '#core/bus/memory-bus.ts';
import { openLog } from '#core/log.ts';
import { runningClock } from '#core/testing/test-clock.ts';
import { startWorker } from '#core/worker.ts';
import { readConfig } from '../../src/config.ts';
import { startPortal } from '../../src/portal.ts';
import { countUnjudged } from './unjudged.ts';

const rest_max_ms = 500;
const [, , now_ms = ''] = process.argv;
const config = readConfig(process.env);
const log = openLog(config.logLevel);
const clock = runningClock();
clock.set(Number(now_ms));
const portal = await startPortal({
  config,
  clock,
  log,
  bus: memoryBus({ log }),
  worker: (rounds, parts) =>
    startWorker(
      rounds.map((round) => ({ ...round, every_ms: Math.min(round.every_ms, rest_max_ms) })),
      parts,
    ),
});
process.on('message', () => void portal.db.read(countUnjudged).then((count) => process.send?.(count)));
process.on('SIGTERM', () => void portal[Symbol.asyncDispose]().then(() => process.exit(0)));
