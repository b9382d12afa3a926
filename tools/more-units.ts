import { readFile, rename, writeFile } from 'node:fs/promises';
import { claimAppliance } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { createFactoryAppliance } from '@brina/contract/calls/maker/factory-appliances';
import type { PublicConfig } from '@brina/contract/config';
import type { Call, Input, Reply } from '@brina/contract/wire/call';
import { CallFailed, send } from '@brina/contract/wire/client';
import { families } from '@brina/domain/appliance/families/families';
import type { ModelRow } from '@brina/domain/appliance/families/family';
import { serialOf } from '@brina/domain/appliance/serial-number';
import { strFromU8, unzipSync } from 'fflate';
import type { FleetFile, FleetUnit } from '../simulator/src/fleet-file.ts';
import { Fault } from './fault.ts';
import type { Ready } from './launcher.ts';

/** A unit that was made here; while it waits for its owner, with the code to add it with. */
type MadeUnit = FleetUnit & { readonly activationCode?: string };
type MadeFleet = Omit<FleetFile, 'units'> & { readonly units: readonly MadeUnit[] };

/** Makes a call of the contract as somebody. */
type CallAs = <C extends Call>(call: C, input: Input<C>) => Promise<Reply<C>>;

/** Demo units and hand-typed numbers stay below. */
const firstNumber = 50_001;
const yearOfBuild = 2026;
/** So many are asked for at once: the portal issues certificates while it answers others. */
const atOnce = 4;
const timeZone = 'Europe/Rome';
const routineOf = { blast: 'restaurant', cabinet: 'restaurant', prover: 'bakery' } as const satisfies Record<
  ModelRow['kind'],
  FleetUnit['routine']
>;
/** Every model, the families taking turns, so that few units are already of all kinds. */
const models: readonly ModelRow[] = Object.values(families)
  .flatMap(({ models: sizes }) => sizes.map((model, turn) => ({ model, turn })))
  .sort((one, other) => one.turn - other.turn)
  .map(({ model }) => model);

/**
 * Sees to it that a fleet file holds `count` units, none of which has a past: what it lacks is created at the portal by the calls of
 * the factory, as the demo's SUPERFACTORY. Keys are handed out once, so the file (for its owner only) is written as they come, and a
 * second run goes on with it. With `claim` the demo's owner adds all of them, laboratories taking turns.
 * @throws {Fault} when the portal cannot be reached or has no demo accounts.
 */
export async function moreUnits(
  portal: Pick<Ready, 'url' | 'mqttUrl' | 'accounts'>,
  file: string,
  { count, claim, say, stop }: { count: number; claim: boolean; say: (line: string) => void; stop: AbortSignal },
): Promise<void> {
  let fleet: MadeFleet = { ...(await kept(file)), mqttUrl: portal.mqttUrl };
  const keep = async (change: Partial<MadeFleet>): Promise<void> => {
    fleet = { ...fleet, ...change };
    await writeFile(`${file}.new`, `${JSON.stringify(fleet)}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  await keep({});
  const config = (await (await ask(`${portal.url}/config.json`)).json()) as PublicConfig;
  const factory = await signIn(portal, config, 'SUPERFACTORY');
  const owner = claim ? await signIn(portal, config, 'USER') : undefined;
  const laboratories = owner ? await owner(listLaboratories, {}) : [];
  const nextSerial = freeNumbers(fleet.units.map(({ serial }) => serial));

  for (let from = 0; from < count && !stop.aborted; from += atOnce) {
    const places = Array.from({ length: Math.min(atOnce, count - from) }, (_, i) => from + i);
    const missing = places.filter((place) => !fleet.units[place]);
    if (missing.length > 0) {
      const made = await Promise.all(missing.map((place) => makeUnit(factory, config.brand, place, nextSerial)));
      await keep({ ca: made[0]?.ca ?? fleet.ca, units: [...fleet.units, ...made.map(({ unit }) => unit)] });
    }
    const open = owner ? places.filter((place) => fleet.units[place]?.activationCode) : [];
    for (const place of open) {
      const { activationCode = '', ...unit } = fleet.units[place] as MadeUnit;
      const labId = laboratories[place % laboratories.length]?.id ?? '';
      await owner?.(claimAppliance, { body: { activationCode, name: unit.name, labId } });
      await keep({ units: fleet.units.with(place, unit) });
    }
    if (missing.length + open.length > 0 && (from + atOnce) % 20 === 0) say(`${from + atOnce} units made`);
  }
}

async function kept(file: string): Promise<MadeFleet> {
  const text = await readFile(file, 'utf8').catch(() => '{"mqttUrl":"","ca":"","units":[]}');
  return JSON.parse(text) as MadeFleet;
}

/** Numbers within a family and year that are not in the file; the portal may know more that are taken. */
function freeNumbers(serials: readonly string[]): (model: ModelRow) => string {
  const taken = new Set(serials);
  const next = new Map<string, number>();
  return ({ family }) => {
    for (let number = next.get(family) ?? firstNumber; ; number++) {
      const serial = serialOf(family, yearOfBuild, number);
      if (taken.has(serial)) continue;
      next.set(family, number + 1);
      return serial;
    }
  };
}

async function makeUnit(
  factory: CallAs,
  brand: string,
  index: number,
  nextSerial: (model: ModelRow) => string,
): Promise<{ unit: MadeUnit; ca: string }> {
  const model = models[index % models.length] as ModelRow;
  for (;;) {
    const serial = nextSerial(model);
    try {
      const zip = await factory(createFactoryAppliance, {
        body: {
          serialNumber: serial,
          brand,
          domain: 'STANDARD',
          gamma: families[model.family].gamma,
          model: model.storedName,
        },
      });
      const files = unzipSync(zip.data);
      const text = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
      const unit = {
        serial,
        model: model.storedName,
        certificate: text('certificate.pem'),
        key: text('key.pem'),
        timeZone,
        name: `${model.storedName} ${index + 1}`,
        routine: routineOf[model.kind],
        history: false,
        activationCode: text('activation-code.txt').trim(),
      };
      return { unit, ca: text('ca.pem') };
    } catch (error) {
      // Made by an earlier run whose file is gone, or by somebody.
      if (!(error instanceof CallFailed && error.error.code === 'serial_taken')) throw error;
    }
  }
}

/** Signs in as the demo's account of a role. */
async function signIn(
  { url, accounts }: Pick<Ready, 'url' | 'accounts'>,
  config: PublicConfig,
  role: string,
): Promise<CallAs> {
  const account = accounts?.find((one) => one.role === role);
  if (!account) throw new Fault(`The portal at ${url} has no demo accounts: its units are made in its factory area.`);
  const form = {
    grant_type: 'password',
    username: account.email,
    password: account.password,
    client_id: config.clientId,
  };
  const reply = await ask(url + config.tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
  if (!reply.ok) throw new Fault(`${account.email} cannot sign in at ${url} with the password the demo gave it.`);
  const { access_token } = (await reply.json()) as { access_token: string };
  const headers = {
    authorization: `Bearer ${access_token}`,
    [config.subscriptionKeyHeader]: config.subscriptionKey,
  };
  return (call, input) => send(call, input, { baseUrl: url, headers: () => headers });
}

const ask = (url: string, init?: RequestInit): Promise<Response> =>
  fetch(url, init).catch(() => {
    throw new Fault(`No portal answers at ${new URL(url).origin}: start it with npm start.`);
  });
