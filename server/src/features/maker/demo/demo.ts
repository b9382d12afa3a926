import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gammaOf } from '@brina/domain/appliance/families/families';
import { demoAccount } from '@brina/domain/constants';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import type { Locale } from '@brina/domain/language/locales';
import { type MembershipRole, membershipRoles, type Role, roleContains, roles } from '@brina/domain/people/roles';
import { sql } from 'kysely';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import type { Pki } from '#core/pki/pki.ts';
import { createAppliance } from '#features/kitchen/appliances/create-appliance.ts';
import { followPlans } from '#features/record/plans/follow.ts';
import { type DemoUnit, demoIncidents, demoKitchens, demoUnits, historyDays } from './demo-fleet.ts';
import { changeDemoFoodPlan, keepDemoFoodPlans } from './demo-food-plans.ts';
import { keepDemoPlans } from './demo-plans.ts';
import { type DemoCycle, keepDemoRecipes } from './demo-recipes.ts';

/** An account that a visitor of the demo may use. */
export type DemoAccount = { role: Role; email: string; password: string; company: string };

/** What a person or a script needs of the demo besides the address. */
export type Demo = {
  accounts: readonly DemoAccount[];
  spareActivationCodes: readonly string[];
  /** File that tells the simulator its units, with their certificates and keys. */
  fleetFile: string;
  /** Serial numbers of the units that belong to the demo company. */
  fleet: readonly string[];
  /** How much of the fleet's history has arrived, 0 to 1. */
  historyShare(): Promise<number>;
  /** What the demo's people have done so far, by name; null: the demo is older than what they do. */
  done: { readonly names: readonly string[]; add(name: string): Promise<void> } | null;
};

export type DemoParts = {
  db: Database;
  pki: Pki;
  clock: Clock;
  mqttUrl: string;
  config: { dataDir: string; brand: string; heartbeat_ms: number };
  createAccount: CreateAccount;
};

/** Makes an account; given by the composition, for accounts belong to identity. */
export type CreateAccount = (account: {
  role: Role;
  email: string;
  password: string;
  companyId?: string;
  language: Locale;
  names: { first: string; last: string };
  country: string;
}) => Promise<void>;

/** The people of the demo, each with where it works. */
const people: Record<Role, { first: string; last: string; country: string }> = {
  USER: { first: 'Chiara', last: 'Rossi', country: 'IT' },
  ADMIN: { first: 'Marco', last: 'Bianchi', country: 'IT' },
  KITCHEN_MANAGER: { first: 'Sofia', last: 'Conti', country: 'IT' },
  SERVICE: { first: 'Luca', last: 'Ferri', country: 'IT' },
  SERVICE_SALES: { first: 'Elena', last: 'Serra', country: 'IT' },
  SUBSIDIARY: { first: 'Anna', last: 'Vogel', country: 'DE' },
  FACTORY: { first: 'Paolo', last: 'Greco', country: 'IT' },
  SUPERFACTORY: { first: 'Giulia', last: 'Marin', country: 'IT' },
  INTERNAL: { first: 'Davide', last: 'Fontana', country: 'IT' },
  INTERNAL_SUB: { first: 'Pieter', last: 'de Wit', country: 'NL' },
  INTERNAL_DOC: { first: 'Marta', last: 'Villa', country: 'IT' },
};

const timeZone = 'Europe/Rome';
const company = 'Cucina Aurora';
/** Of the right form, with its check digit; nobody's that we know of. */
const demoTaxCode = '04182650269';
/** The company of the demo's service partner. */
const partner = 'Freddo Assistenza';

/** What is kept of the demo between starts; passwords and keys, so the file is for its owner only. */
type Kept = {
  accounts: DemoAccount[];
  since_ms: number;
  units: { serial: string; certificate: string; key: string }[];
  /** Units that wait to be added, with their codes. */
  spares: { serial: string; model: string; activationCode: string }[];
  /** Absent: the demo is older than the company's own cycles. */
  cycles?: DemoCycle[];
  /** What its people have done, by name. Absent: the demo is older than what they do. */
  done?: string[];
};

/** Makes the demo company with its fleet once per data folder, and writes the simulator's file at each start. */
export async function makeDemo(parts: DemoParts): Promise<Demo> {
  const { db, pki, clock, config, mqttUrl } = parts;
  const keptFile = join(config.dataDir, 'demo.json');
  const kept: Kept = existsSync(keptFile) ? JSON.parse(await readFile(keptFile, 'utf8')) : await create(parts);
  await writePrivate(keptFile, kept);
  const fleetFile = join(config.dataDir, 'demo-fleet.json');
  await writePrivate(fleetFile, {
    mqttUrl,
    ca: pki.caPem,
    incidents: demoIncidents,
    ...(kept.cycles && { cycles: kept.cycles }),
    units: demoUnits.map((unit) => ({
      serial: unit.serial,
      model: unit.model,
      ...kept.units.find((one) => one.serial === unit.serial),
      timeZone,
      name: unit.name || unit.serial,
      routine: unit.routine,
      ...(unit.modes && { modes: unit.modes }),
      ...(unit.withoutEnds && { withoutEnds: unit.withoutEnds }),
      history: unit.laboratory !== 'spare',
    })),
  });
  const fleet = demoUnits.filter((unit) => unit.laboratory !== 'spare').map((unit) => unit.serial);
  return {
    accounts: kept.accounts,
    spareActivationCodes: kept.spares.map(({ activationCode }) => activationCode),
    fleetFile,
    fleet,
    historyShare: () => shareOf(db, fleet, kept.since_ms, clock.now()),
    done: kept.done
      ? {
          names: kept.done,
          add: (name) => {
            kept.done?.push(name);
            return writePrivate(keptFile, kept);
          },
        }
      : null,
  };
}

async function create(parts: DemoParts): Promise<Kept> {
  const { db, clock, config } = parts;
  const now = clock.now();
  const since_ms = now - historyDays * day_ms;
  const companyId = newId(now);
  const partnerId = newId(now);
  const labIds = demoKitchens.map(() => newId(now));
  await makeCompanies(db, { companyId, partnerId, labIds, now });
  await keepDemoFoodPlans(db, { company: companyId, kitchens: labIds, at: since_ms - day_ms });
  const accounts = await createAccounts(parts, { companyId, partnerId });
  const cycles = await keepDemoRecipes(db, companyId, since_ms - day_ms);
  const kept: Kept = { accounts, since_ms, units: [], spares: [], cycles, done: [] };
  for (const unit of demoUnits) {
    const created = await createAppliance(
      { db, pki: parts.pki, clock, heartbeat: config.heartbeat_ms },
      {
        serialNumber: unit.serial,
        brand: config.brand,
        domain: 'STANDARD',
        gamma: gammaOf(unit.model) ?? 'ABBATTITORE',
        model: unit.model,
      },
    );
    kept.units.push({
      serial: unit.serial,
      certificate: created.identity.certificatePem,
      key: created.identity.keyPem,
    });
    if (unit.laboratory === 'spare')
      kept.spares.push({ serial: unit.serial, model: unit.model, activationCode: created.activationCode });
    else await claimBeforeHistory(db, unit, companyId, labIds[unit.laboratory] ?? '', since_ms - day_ms);
  }
  for (const role of membershipRoles) await makeMember(db, { role, companyId, now });
  const [owner, cook] = [await userOf(db, 'USER'), await userOf(db, 'ADMIN')];
  await changeDemoFoodPlan(db, { company: companyId, kitchen: labIds[0] ?? '', owner, cook, timeZone, now });
  await keepDemoPlans(db, cycles, { company: companyId, timeZone, now });
  return kept;
}

/** The demo company with its kitchens, and the company of its service partner. */
async function makeCompanies(
  db: Database,
  { companyId, partnerId, labIds, now }: { companyId: string; partnerId: string; labIds: string[]; now: number },
): Promise<void> {
  await db.write(async (tx) => {
    await tx
      .insertInto('company')
      .values({
        id: companyId,
        name: company,
        // Complete, so that nothing asks for missing data (S2.20).
        country: 'IT',
        city: 'Treviso',
        district: 'TV',
        address: 'Via delle Cucine 12',
        postal_code: '31100',
        phone: '+390422000112',
        tax_code: demoTaxCode,
        sector: 'gastronomy',
        type: 'restaurant',
        time_zone: timeZone,
        created_at: timestamp(now),
      })
      .execute();
    await tx
      .insertInto('company')
      .values({
        id: partnerId,
        name: partner,
        country: 'IT',
        city: 'Treviso',
        phone: '+390422555010',
        sector: 'assistance',
        time_zone: timeZone,
        created_at: timestamp(now),
      })
      .execute();
    for (const [i, name] of demoKitchens.entries())
      await tx
        .insertInto('laboratory')
        .values({
          id: labIds[i] ?? '',
          company_id: companyId,
          name,
          address: 'Via delle Cucine 12',
          postal_code: '31100',
          city: 'Treviso',
          country: 'IT',
          assistance_center: i === 0 ? emailOf('SERVICE') : '',
          time_zone: timeZone,
          created_at: timestamp(now),
        })
        .execute();
  });
}

const emailOf = (role: Role): string =>
  role === 'USER' ? demoAccount : `${role.toLowerCase().replaceAll('_', '.')}@demo.example`;

const userOf = async (db: Database, role: Role): Promise<string> => {
  const user = await db.read((tx) =>
    tx.selectFrom('app_user').select('id').where('email', '=', emailOf(role)).executeTakeFirstOrThrow(),
  );
  return user.id;
};

async function createAccounts(
  { createAccount }: DemoParts,
  { companyId, partnerId }: { companyId: string; partnerId: string },
): Promise<DemoAccount[]> {
  const accounts: DemoAccount[] = [];
  for (const role of roles) {
    const email = emailOf(role);
    const password = `${randomBytes(9).toString('base64url')}aA1#`;
    const owner = role === 'USER';
    const isPartner = roleContains(role, 'SERVICE');
    await createAccount({
      role,
      email,
      password,
      ...(owner && { companyId }),
      ...(isPartner && { companyId: partnerId }),
      language: 'en',
      names: people[role],
      country: people[role].country,
    });
    const isOfCompany = owner || membershipRoles.some((one) => one === role);
    accounts.push({ role, email, password, company: isOfCompany ? company : isPartner ? partner : '' });
  }
  return accounts;
}

/** What the demo company shares: everything with its administrator, the pastry kitchen with its kitchen manager. */
const isSharedWith = (role: MembershipRole, { laboratory }: DemoUnit): boolean =>
  laboratory !== 'spare' && (role === 'ADMIN' || laboratory === 1);

/** Lets the demo's account of a role be one that the company has invited, that has accepted, and that sees something. */
async function makeMember(
  db: Database,
  { role, companyId, now }: { role: MembershipRole; companyId: string; now: number },
): Promise<void> {
  const membershipId = newId(now);
  const at = timestamp(now);
  const serials = demoUnits.filter((unit) => isSharedWith(role, unit)).map(({ serial }) => serial);
  await db.write(async (tx) => {
    const { id: userId } = await tx
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', emailOf(role))
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('membership')
      .values({ id: membershipId, company_id: companyId, user_id: userId, role, created_at: at, accepted_at: at })
      .execute();
    const shared = await tx.selectFrom('appliance').select('id').where('serial', 'in', serials).execute();
    await tx
      .insertInto('share')
      .values(shared.map(({ id }) => ({ membership_id: membershipId, appliance: id, created_at: at })))
      .execute();
  });
}

/** The claim lies before the history, or the history would be nobody's. */
async function claimBeforeHistory(
  db: Database,
  unit: DemoUnit,
  companyId: string,
  labId: string,
  at_ms: number,
): Promise<void> {
  await db.write(async (tx) => {
    const { id } = await tx
      .updateTable('appliance')
      .set({ name: unit.name, laboratory_id: labId })
      .where('serial', '=', unit.serial)
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('activation')
      .set({ used_at: timestamp(at_ms) })
      .where('appliance', '=', id)
      .execute();
    await tx
      .insertInto('tenure')
      .values({ appliance: id, company_id: companyId, from_at: timestamp(at_ms) })
      .execute();
    await followPlans(tx, { serial: unit.serial }, at_ms);
  });
}

/** The unit whose history is furthest behind tells. */
async function shareOf(db: Database, fleet: readonly string[], since_ms: number, now_ms: number): Promise<number> {
  const latest = await db.read(async (tx) => {
    const { rows } = await sql<{ at: number | null }>`
      select t.at from appliance a
      left join lateral (select at from telemetry where appliance = a.id order by at desc limit 1) t on true
      where a.serial = any(${fleet}::text[])`.execute(tx);
    return rows.map((row) => row.at ?? since_ms);
  });
  // What is missing of the last ten minutes is on its way.
  const span_ms = Math.max(1, now_ms - 10 * minute_ms - since_ms);
  const share = (Math.min(...latest) - since_ms) / span_ms;
  return Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000;
}

/** Written beside and renamed, so that nobody reads half of it; for the owner only. */
export async function writePrivate(file: string, value: unknown): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
