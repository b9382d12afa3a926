import { join } from 'node:path';
import { heartbeat_ms } from '@brina/contract/devices';
import { gammaOf } from '@brina/domain/families/families';
import { systemClock } from '#core/clock.ts';
import { openDatabase } from '#core/db/open-database.ts';
import { until } from '#core/edge/testing/until.ts';
import { filePkiStore } from '#core/pki/pki-store.ts';
import { openPki } from '#core/pki/pki.ts';
import { type CreatedAppliance, makeIdentity, storeAppliance } from '#features/appliances/create-appliance.ts';
import { compare, type Journal, readJournal, readStored, type Stored } from './checker.ts';
import { JournallingDevice, type JournallingDeviceOptions } from './journalling-device.ts';

/** Where the portal under test keeps its data. */
export type Place = { dataDir: string; url: string | undefined };

/** Units made before the portal starts, with what their devices need to connect. */
export type FaultFleet = { units: readonly CreatedAppliance[]; caPem: string };

/** Makes units in a data folder, as the factory does; the models take turns. All of them in one transaction: one is a sync. */
export async function makeUnits(
  { dataDir, url }: Place,
  count: number,
  models: readonly string[] = ['MF Next L 45'],
): Promise<FaultFleet> {
  await using db = await openDatabase({ dataDir, url, clock: systemClock });
  const pki = await openPki({ store: filePkiStore(join(dataDir, 'pki')), brand: 'IRINOX', clock: systemClock });
  const units = await Promise.all(Array.from({ length: count }, (_, i) => makeIdentity(pki, `MF-FAULT-${i}`)));
  await db.write(async (tx) => {
    for (const [i, unit] of units.entries()) {
      const model = models[i % models.length] ?? '';
      const gamma = gammaOf(model);
      if (!gamma) throw new Error(`model ${model} is not registered`);
      const appliance = { serialNumber: unit.serialNumber, brand: 'IRINOX', domain: 'STANDARD', gamma, model } as const;
      await storeAppliance(tx, appliance, unit, { heartbeat: heartbeat_ms, now: systemClock.now() });
    }
  });
  return { units, caPem: pki.caPem };
}

/** Devices that send to a port, each with its journal beside the data. */
export class Devices implements AsyncDisposable {
  readonly all: readonly JournallingDevice[];
  readonly #journals: readonly (readonly [serial: string, file: string])[];

  /** @param lifeOf how the unit of a number lives; absent: it measures without pause */
  constructor(
    { units, caPem }: FaultFleet,
    folder: string,
    port: number,
    random: () => number,
    lifeOf: (i: number) => Pick<JournallingDeviceOptions, 'inTurn' | 'measuring' | 'acknowledged'> = () => ({}),
  ) {
    this.#journals = units.map(({ serialNumber }) => [serialNumber, join(folder, `${serialNumber}.journal`)]);
    this.all = units.map(
      (unit, i) =>
        new JournallingDevice({
          unit,
          caPem,
          port,
          journal: this.#journals[i]?.[1] ?? '',
          clock: systemClock,
          random,
          ...lifeOf(i),
        }),
    );
  }

  /** Waits until all are connected. */
  async connected(limit_ms: number): Promise<void> {
    await until('all devices are connected', () => this.all.every((device) => device.isConnected), limit_ms);
  }

  /** Stops measuring and waits until everything is acknowledged. */
  async drain(limit_ms: number): Promise<void> {
    for (const device of this.all) device.stopMeasuring();
    await Promise.all(this.all.map((device) => device.drained(limit_ms)));
  }

  journals(): Journal[] {
    return this.#journals.map(([serial, file]) => readJournal(serial, file));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.all.map((device) => device[Symbol.asyncDispose]()));
  }
}

/** Reads what a portal that has ended left in its database, and compares it with the journals. */
export async function examine(
  { dataDir, url }: Place,
  journals: readonly Journal[],
): Promise<{ stored: Stored; faults: string[] }> {
  await using db = await openDatabase({ dataDir, url, clock: systemClock });
  const stored = await readStored(db);
  return { stored, faults: compare(journals, stored) };
}
