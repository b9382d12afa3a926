/**
 * The portal as it is started for customers, but that its clock shows another day, for what it does with records goes by their age,
 * that no round rests for long, and that it answers whoever started it how far its work on them is.
 */
import { memoryBus } from '#core/bus/memory-bus.ts';
import { openLog } from '#core/log.ts';
import { runningClock } from '#core/testing/test-clock.ts';
import { startWorker } from '#core/worker.ts';
import { readConfig } from '../../src/config.ts';
import { startPortal } from '../../src/portal.ts';
import { type Question, questions } from './questions.ts';

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
process.on('message', ({ what }: Question) => {
  const answer = questions[what];
  void portal.db.read((db): Promise<unknown> => answer(db)).then((told) => process.send?.(told));
});
process.on('SIGTERM', () => void portal[Symbol.asyncDispose]().then(() => process.exit(0)));
