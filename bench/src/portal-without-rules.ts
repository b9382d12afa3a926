/** Program: a portal on the data folder of its settings, as `server/main.ts` starts it, but nobody runs the alarm rules. */
import { once } from 'node:events';
import { readConfig } from '../../server/src/config.ts';
import { systemClock } from '../../server/src/core/clock.ts';
import { openLog } from '../../server/src/core/log.ts';
import { startWorker } from '../../server/src/core/worker.ts';
import { startPortal } from '../../server/src/portal.ts';
import { announceReady } from '../../server/src/ready.ts';

/** What the feature alarms does by turns. */
const ofRules: readonly string[] = ['alarms', 'sites'];

const config = readConfig(process.env);
await using stack = new AsyncDisposableStack();
const stop = once(process, 'SIGTERM');
const portal = stack.use(
  await startPortal({
    config,
    clock: systemClock,
    log: openLog(config.logLevel),
    worker: (rounds, parts) => {
      const others = rounds.filter(({ name }) => !ofRules.includes(name));
      if (others.length !== rounds.length - ofRules.length) throw new Error('the rounds of the rules have other names');
      return startWorker(others, parts);
    },
  }),
);
stack.use(await announceReady(portal, undefined));
await stop;
