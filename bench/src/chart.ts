import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { chartTimes } from './chart-times.ts';
import { now_ms } from './clock.ts';
import { limitRow, type PartResult, quantile, repeatedly, toldRow } from './figures.ts';
import { historyStatements } from './history.ts';
import { signIn, startPortalOn, templateOf, temporaryFolder } from './portal.ts';
import { appliances } from './scale.ts';

const fleet = 20;
const days = 30;

/** The 30-day chart of every unit of a small fleet, first and later times, on the embedded database. */
export async function chart(folders: AsyncDisposableStack): Promise<PartResult> {
  const template = await templateOf(appliances, folders);
  const dataDir = await temporaryFolder('chart', folders);
  await cp(template.dataDir, dataDir, { recursive: true });
  const db = await PGlite.create(join(dataDir, 'database'));
  for (const statement of historyStatements({ from: 0, to: fleet }, days, now_ms())) await db.exec(statement);
  await db.exec('vacuum analyze');
  await db.close();
  await using portal = await startPortalOn(dataDir);
  const { headers } = await signIn(portal, template.user);
  const serials = template.fleet.units.slice(0, fleet).map(({ serial }) => serial);
  const cold = await chartTimes(portal, headers, serials);
  const warm = await repeatedly(() => chartTimes(portal, headers, serials));
  const of = (q: number): number[] => warm.map((times) => quantile(times, q));
  return {
    rows: [
      limitRow('30-day chart, warm, median of the units', 'ms', of(0.5), { atMost: 50 }),
      toldRow('30-day chart, warm, slowest unit', 'ms', of(1)),
      toldRow('30-day chart, first of its unit after a start', 'ms', cold),
    ],
    notes: [
      `${fleet} units with ${days} days of a sample a minute (${(fleet * days * 1440).toLocaleString('en')} rows) and their rollups on the embedded database; three metrics, over HTTP, one request at a time, until the reply is parsed. "First" is after a start of the portal; the operating system may still hold the files. The full size is \`npm run bench -- big\`.`,
    ],
  };
}
