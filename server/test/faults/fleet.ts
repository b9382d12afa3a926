import { join } from 'node:path';
import { defaultHeartbeat_ms } from '@brina/domain/appliance/connection';
import { gammaOf } from '@brina/domain/appliance/families/families';
import { systemClock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import { openDatabase } from '#core/db/open-database.ts';
import { storeAppliance } from '#features/kitchen/appliances/create-appliance.ts';
import { seededRandom } from '../random.ts';
import { compare, type Journal, readJournal, readStored, type Stored } from './checker.ts';
import { JournallingDevice, type JournallingDeviceOptions } from './journalling-device.ts';
import { type Identities, identitiesFor } from './kept-identities.ts';

/** Where the portal under test keeps its data. */
export type Place = { dataDir: string; url: string | undefined };

/** Opens a place while no portal does. What a test asks may be much at once, on a machine that is busy besides. */
export const openPlace = ({ dataDir, url }: Place): Promise<Database> =>
  openDatabase({ dataDir, url, clock: systemClock, statementLimit_ms: 300_000 });

/** Makes units in a data folder, as the factory does; the models take turns. All of them in one transaction: one is a sync. */
export async function makeUnits(
  place: Place,
  count: number,
  models: readonly string[] = ['MF Next L 45'],
): Promise<Identities> {
  const identities = await identitiesFor(place.dataDir, count);
  await using db = await openPlace(place);
  await db.write(async (tx) => {
    for (const [i, unit] of identities.units.entries()) {
      const model = models[i % models.length] ?? '';
      const gamma = gammaOf(model);
      if (!gamma) throw new Error(`model ${model} is not registered`);
      const appliance = { serialNumber: unit.serialNumber, brand: 'IRINOX', domain: 'STANDARD', gamma, model } as const;
      await storeAppliance(tx, appliance, unit, { heartbeat: defaultHeartbeat_ms, now: systemClock.now() });
    }
  });
  return identities;
}

/** Devices that send to a port, each with its journal beside the data. */
export class Devices implements AsyncDisposable {
  readonly all: readonly JournallingDevice[];
  readonly #journals: readonly (readonly [serial: string, file: string])[];

  /** @param lifeOf how the unit of a number lives, by chance of its own; absent: it measures without pause */
  constructor(
    { units, caPem }: Identities,
    folder: string,
    port: number,
    lifeOf: (
      i: number,
      random: () => number,
    ) => Pick<JournallingDeviceOptions, 'inTurn' | 'measuring' | 'acknowledged'> = () => ({}),
  ) {
    this.#journals = units.map(({ serialNumber }) => [serialNumber, join(folder, `${serialNumber}.journal`)]);
    this.all = units.map((unit, i) => {
      const random = seededRandom(unit.serialNumber);
      const journal = this.#journals[i]?.[1] ?? '';
      return new JournallingDevice({ unit, caPem, port, journal, clock: systemClock, random, ...lifeOf(i, random) });
    });
  }

  /** Resolves when all are connected at the same time. */
  async connected(limit_ms: number): Promise<void> {
    for (let absent = this.all; absent.length > 0; absent = this.all.filter(({ isConnected }) => !isConnected))
      await Promise.all(absent.map((device) => device.connected(limit_ms)));
  }

  /** Resolves when so many messages more of each have been acknowledged. */
  async heard(more: number, limit_ms: number): Promise<void> {
    await Promise.all(this.all.map((device) => device.heard(more, limit_ms)));
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
  place: Place,
  journals: readonly Journal[],
): Promise<{ stored: Stored; faults: string[] }> {
  await using db = await openPlace(place);
  const stored = await readStored(db);
  return { stored, faults: compare(journals, stored) };
}
