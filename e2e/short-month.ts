import type { ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Role } from '@brina/domain/people/roles';
import { demoOf, type FleetRow, type Incident, message, start, startPortal, type World } from './fixtures.ts';

type Row = FleetRow & { routine: string; history: boolean };
type FleetFile = { units: Row[]; incidents: Incident[] };

/** Days of past that tell of all that happened to most units, once that lies so close together. */
const short_days = 6;
/** The unit of which somebody says why a day is missing: whose usual weekdays are asked for needs weeks before. */
const whole = { name: 'Abbattitore forno', days: 30 } as const;
const apart_days = 2;

/**
 * The demo as `npm start` has it, its portal and its simulated units, but for the past of it: units to which nothing happens have none,
 * and of the others only one has a month, for more takes minutes.
 */
export async function startShortMonth(
  dataDir: string,
  children: ChildProcess[],
): Promise<Pick<World, 'url'> & { account(role: Role): { email: string; password: string } }> {
  const server = startPortal(dataDir, children, { hasty: false });
  const { file, url } = await message<{ file: string; url: string }>(server, 'fleet');
  const fleet = JSON.parse(await readFile(file, 'utf8')) as FleetFile;
  const happensTo = ({ serial }: Row) => fleet.incidents.filter(({ unit }) => unit === serial);
  const withPast = fleet.units.filter(({ history }) => history);
  const eventful = withPast.filter((row) => happensTo(row).length > 0 && row.name !== whole.name);
  const others = withPast.filter((row) => happensTo(row).length === 0);
  const simulate = async (name: string, days: number, part: FleetFile): Promise<void> => {
    const path = join(dataDir, `${name}.json`);
    await writeFile(path, JSON.stringify(part));
    await message(start(children, ['simulator/main.ts', '--fleet', path, '--since', `${days}d`], {}), 'control');
  };
  await simulate('whole', whole.days, { ...fleet, units: withPast.filter(({ name }) => name === whole.name) });
  await simulate('short', short_days, {
    ...fleet,
    units: eventful,
    incidents: eventful.flatMap((row) => closer(happensTo(row))),
  });
  await simulate('others', 0, { ...fleet, units: others.map((row) => ({ ...row, routine: 'idle', history: false })) });
  const { accounts } = await demoOf(dataDir);
  return {
    url,
    account: (role) => {
      const account = accounts.find((one) => one.role === role);
      if (!account) throw new Error(`the demo has no ${role}`);
      return account;
    },
  };
}

/** What happened to a unit, the latest first, at a distance of days. */
const closer = (incidents: readonly Incident[]): Incident[] =>
  [...incidents]
    .sort((one, other) => one.daysAgo - other.daysAgo)
    .map((incident, i) => ({ ...incident, daysAgo: 1.5 + i * apart_days + (incident.hours ?? 0) / 24 }));
