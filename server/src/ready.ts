import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Timer } from '#core/clock.ts';
import { type Demo, writePrivate } from '#features/maker/demo/demo.ts';
import { showsOutbox } from './compose/mail.ts';
import { outboxPath } from './compose/outbox-page.ts';
import type { Portal } from './portal.ts';

/** Enough of the demo to show: the rest of its history fills in behind. */
const finishedRecords = 3;
const lookEvery_ms = 500;

/**
 * Writes `ready.json` into the data folder as soon as the portal can be used: calls and edge at once, in the demo when the
 * fleet is live and its first HACCP records are finished. Scripts wait for that file; it goes when the portal ends.
 */
export async function announceReady(portal: Portal, demo: Demo | undefined): Promise<AsyncDisposable> {
  const file = join(portal.config.dataDir, 'ready.json');
  await rm(file, { force: true });
  let simulatorControlUrl: string | undefined;
  if (demo && process.send) {
    process.on('message', (message: { type?: string; url?: string }) => {
      if (message.type === 'control') simulatorControlUrl = message.url;
    });
    process.send({ type: 'fleet', file: demo.fleetFile, url: portal.url });
  }
  const write = (): Promise<void> =>
    writePrivate(file, {
      url: portal.url,
      mqttUrl: portal.mqttUrl,
      ...(simulatorControlUrl && { simulatorControlUrl }),
      ...(showsOutbox(portal.config) && { outboxUrl: `${portal.url}${outboxPath}` }),
      subscriptionKey: portal.publicConfig.subscriptionKey,
      ...(demo && { accounts: demo.accounts, spareActivationCodes: demo.spareActivationCodes }),
    });
  let looking: Timer | undefined;
  const look = async (): Promise<void> => {
    // The fleet's control page is part of the demo: scripts steer it by the address in this file.
    const isSteered = !process.send || simulatorControlUrl !== undefined;
    if (!demo || (isSteered && (await demoIsUp(portal, demo)))) await write();
    else looking = portal.clock.after(lookEvery_ms, look);
  };
  await look();
  return {
    [Symbol.asyncDispose]: async () => {
      looking?.[Symbol.dispose]();
      await rm(file, { force: true });
    },
  };
}

async function demoIsUp({ db }: Portal, demo: Demo): Promise<boolean> {
  return db.read(async (tx) => {
    const online = await tx
      .selectFrom('live_state')
      .innerJoin('appliance', 'appliance.id', 'live_state.appliance')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('online', '=', true)
      .where('serial', 'in', [...demo.fleet])
      .executeTakeFirstOrThrow();
    const records = await tx
      .selectFrom('batch_revision')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return online.n >= demo.fleet.length && records.n >= finishedRecords;
  });
}
