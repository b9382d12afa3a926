import { day_ms } from '@brina/domain/language/durations';
import { chartTimes } from './chart-times.ts';
import { now_ms } from './clock.ts';
import { limitRow, type PartResult, quantile, type Row, repeatedly, toldRow } from './figures.ts';
import { serialOf, unitStatement } from './fleet.ts';
import { historyStatements, type UnitRange } from './history.ts';
import { accountOf, makeDemo, type Portal, signIn, startPortalOn, temporaryFolder } from './portal.ts';
import { startPostgres } from './postgres.ts';
import { appliances, rows } from './scale.ts';

const asked = 20;

/** The 30-day chart on PostgreSQL with up to 100 million rows, when a tenth of the fleet and when all of it has its history. */
export async function big(folders: AsyncDisposableStack): Promise<PartResult> {
  await using postgres = await startPostgres(folders);
  const dataDir = await temporaryFolder('big', folders);
  const environment = { BRINA_DATABASE_URL: postgres.url };
  await makeDemo(dataDir, environment);
  const days = Math.max(30, Math.round(rows / appliances / 1440));
  await postgres.execute(unitStatement(appliances, now_ms() - (days + 1) * day_ms));
  const until_ms = now_ms();
  const fill = async (range: UnitRange): Promise<void> => {
    for (const statement of historyStatements(range, days, until_ms)) await postgres.execute(statement);
    await postgres.execute('vacuum analyze');
  };
  const tenth = Math.max(1, Math.round(appliances / 10));
  const lines: Row[] = [];
  const measure = async (units: number): Promise<void> => {
    await using portal = await startPortalOn(dataDir, { environment });
    lines.push(...(await rowsOf(portal, dataDir, units, units * days * 1440)));
  };
  await fill({ from: 0, to: tenth });
  await measure(tenth);
  await fill({ from: tenth, to: appliances });
  await measure(appliances);
  return {
    rows: lines,
    notes: [
      `PostgreSQL 15 with 512 MB of shared buffers; ${days} days of a sample a minute, inserted day by day, with their rollups; charts of ${asked} units spread over the fleet, three metrics, over HTTP, until the reply is parsed.`,
    ],
  };
}

async function rowsOf(portal: Portal, dataDir: string, units: number, samples: number): Promise<Row[]> {
  const { headers } = await signIn(portal, await accountOf(dataDir));
  const step = Math.max(1, Math.floor(units / asked));
  const serials = Array.from({ length: Math.min(asked, units) }, (_, i) => serialOf(i * step));
  const cold = await chartTimes(portal, headers, serials);
  const warm = await repeatedly(() => chartTimes(portal, headers, serials));
  const size = `${units} units, ${(samples / 1e6).toFixed(1)} million rows`;
  return [
    limitRow(
      `30-day chart, warm, ${size}`,
      'ms',
      warm.map((times) => quantile(times, 0.5)),
      { atMost: 50 },
    ),
    toldRow(`30-day chart, first of its unit after a start, ${size}`, 'ms', cold),
  ];
}
