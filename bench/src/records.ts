import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { filterRecords, getBookMonth } from '@brina/contract/calls/record/book';
import { getLedger } from '@brina/contract/calls/record/ledger';
import { listMissing } from '@brina/contract/calls/record/missing';
import { getPeriodReport, makePeriodReport } from '@brina/contract/calls/record/period-reports';
import { makeReport, reportRecords_max } from '@brina/contract/calls/record/reports';
import type { PublicConfig } from '@brina/contract/config';
import type { Call, Input, Reply } from '@brina/contract/wire/call';
import { send } from '@brina/contract/wire/client';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { PGlite } from '@electric-sql/pglite';
import { startNode, until } from './children.ts';
import { now_ms } from './clock.ts';
import { limitRow, type PartResult, repeatedly, toldRow } from './figures.ts';
import { unitStatement } from './fleet.ts';
import { accountOf, atRest, type Portal, settings, signIn, startPortalOn, temporaryFolder } from './portal.ts';

/** Units of the book, and how many of them stand in the kitchen of which a report is made: about 4,000 records of a month. */
const units = 1000;
const ofReport = 133;
/** The kitchen of the demo that they are put into, and the unit of which a record is told and judged first. */
const kitchen = 'Forno';
const modelUnit = 'Abbattitore 1';
const past = '3d';
const judged_min = 4;
const patience_ms = 10 * minute_ms;
const mega = 1e6;

type As = <C extends Call>(call: C, input: Input<C>) => Promise<Reply<C>>;

/** Records as files, a period of thousands, and the book of a thousand units, on the embedded database (B2.9, B2.11). */
export async function records(folders: AsyncDisposableStack): Promise<PartResult> {
  const dataDir = await temporaryFolder('records', folders);
  await tellRecords(dataDir);
  const month = await multiply(dataDir);
  await using portal = await startPortalOn(dataDir);
  const as = await callsOf(portal, dataDir);
  const entries = ofReport * month.days;
  await until(
    `${entries} entries of the book`,
    patience_ms,
    async () => (await as(getLedger, {})).size >= entries || undefined,
  );
  await atRest(portal);

  const kitchens = await as(listLaboratories, {});
  const labId = kitchens.find(({ name }) => name === kitchen)?.id ?? '';
  const body = { page: 0, nRows: reportRecords_max, filterAttributes: [{ attribute: 'labId' as const, value: labId }] };
  const batches = (await as(filterRecords, { body })).items.map(({ id }) => id);
  const print = (ids: readonly string[]) => timed(() => as(makeReport, { body: { batches: [...ids] } }));
  await print(batches.slice(0, 1));
  const one = await repeatedly(() => print(batches.slice(1, 2)), 15);
  const many = await repeatedly(() => print(batches));
  const page = await repeatedly(
    () => timed(() => as(filterRecords, { body: { page: 0, nRows: 50, filterAttributes: [] } })),
    15,
  );
  const calendar = await repeatedly(() => timed(() => as(getBookMonth, { query: { month: month.name } })), 15);
  const missing = await repeatedly(() => timed(() => as(listMissing, { query: {} })));
  const period = await reportOf(portal, as, { labId, from: `${month.name}-01`, to: `${month.name}-${month.days}` });
  return {
    rows: [
      limitRow('one record as PDF, warm', 'ms', one, { atMost: 200 }),
      limitRow(`${reportRecords_max} records as PDF`, 'ms', many, { atMost: 3000 }),
      limitRow(`book of ${units.toLocaleString('en')} units: a page of its list`, 'ms', page, { atMost: 300 }),
      limitRow(`book of ${units.toLocaleString('en')} units: the calendar of a month`, 'ms', calendar, { atMost: 300 }),
      toldRow(`book of ${units.toLocaleString('en')} units: what is missing`, 'ms', missing),
      limitRow(`report of a period: ${period.records.toLocaleString('en')} records`, 's', [period.seconds], {
        atMost: 60,
      }),
      limitRow('report of a period: memory at its highest above that before', 'MB', [period.grown_MB], { atMost: 300 }),
    ],
    notes: [
      `A record that a simulated unit told and the portal judged, multiplied: ${units.toLocaleString('en')} units with one of each day of ${month.name} (${(units * month.days).toLocaleString('en')} records) on the embedded database; those of the ${ofReport} units of the report stand in the book of their company. Over HTTP, one request at a time, until the reply is read.`,
    ],
  };
}

/** Lets a unit of the demo tell some days of work, until some of it is judged. */
async function tellRecords(dataDir: string): Promise<void> {
  await using server = startNode<{ type: string; file: string; url: string }>(['server/main.ts'], {
    ...settings,
    BRINA_DEMO: '1',
    BRINA_DATA_DIR: dataDir,
  });
  let told = await server.next();
  while (told.type !== 'fleet') told = await server.next();
  const fleet = JSON.parse(await readFile(told.file, 'utf8')) as { units: { name: string }[] };
  const file = join(dataDir, 'one-unit.json');
  await writeFile(file, JSON.stringify({ ...fleet, units: fleet.units.filter(({ name }) => name === modelUnit) }));
  await using simulator = startNode(['simulator/main.ts', '--fleet', file, '--since', past]);
  if (simulator.process.exitCode !== null) throw new Error('the simulator ended');
  const config = (await (await fetch(`${told.url}/config.json`)).json()) as PublicConfig;
  const as = await callsOf({ url: told.url, config }, dataDir);
  const body = { page: 0, nRows: 1, filterAttributes: [{ attribute: 'verdict' as const, value: 'PASS' }] };
  await until('records', patience_ms, async () => (await as(filterRecords, { body })).total >= judged_min || undefined);
}

/** Gives units a record of each day of the last whole month, all like the one with the most samples; resolves with that month. */
async function multiply(dataDir: string): Promise<{ name: string; days: number }> {
  const db = await PGlite.create(join(dataDir, 'database'));
  try {
    const monthsOfUnits_ms = 70 * day_ms;
    await db.exec(unitStatement(units, now_ms() - monthsOfUnits_ms));
    await db.exec(`
      update appliance set laboratory_id = (select id from laboratory where name = '${kitchen}')
      where serial in (select serial from appliance where serial like 'BENCH-%' order by serial limit ${ofReport});
      create temp table model as
        select b.id, r.id as run from batch b join cycle_run r on r.id = b.run join batch_revision v on v.batch = b.id and v.revision = b.revision
        where v.verdict = 'PASS' order by v.sample_count desc limit 1;
      create temp table made as
        select gen_random_uuid() as id, a.id as appliance, a.laboratory_id, day + interval '9 hours' + a.id % 300 * interval '1 minute' as at
        from appliance a
        cross join generate_series(date_trunc('month', now()) - interval '1 month', date_trunc('month', now()) - interval '1 day', interval '1 day') day
        where a.serial like 'BENCH-%';
      insert into cycle_run (id, appliance, run_id, function, started_at, started_log, started_seq, ended_at, ended_log, ended_seq, end_event,
          end_reason, request, recipe_number, recipe_version, recipe_hash)
        select m.id, m.appliance, m.id::text, r.function, m.at, r.started_log, r.started_seq, m.at + (r.ended_at - r.started_at), r.ended_log,
          r.ended_seq, r.end_event, r.end_reason, r.request, r.recipe_number, r.recipe_version, r.recipe_hash
        from made m cross join model o join cycle_run r on r.id = o.run;
      insert into batch (id, appliance, started_at, revision, considered_by, run, laboratory_id)
        select m.id, m.appliance, m.at, 1, b.considered_by, m.id, m.laboratory_id
        from made m cross join model o join batch b on b.id = o.id;
      insert into batch_revision (batch, revision, created_at, cause, verdict, sample_count, summary, content, content_hash)
        select m.id, 1, m.at + interval '3 hours', 'complete', v.verdict, v.sample_count, v.summary, v.content, v.content_hash
        from made m cross join model o join batch b on b.id = o.id join batch_revision v on v.batch = b.id and v.revision = b.revision;
      insert into ledger_import (batch, revision, created_at)
        select m.id, 1, m.at + interval '3 hours' from made m join laboratory l on l.id = m.laboratory_id where l.name = '${kitchen}';
      drop table made; drop table model;`);
    await db.exec('vacuum analyze');
    const { rows } = await db.query<{ name: string; days: number }>(
      `select to_char(at, 'YYYY-MM') as name, extract(day from at)::int as days
       from (select date_trunc('month', now()) - interval '1 day' as at) last`,
    );
    const [month] = rows;
    if (!month) throw new Error('the database knows no month');
    return month;
  } finally {
    await db.close();
  }
}

/** Has a report made; tells how long that took and by how much the portal's memory grew meanwhile at most. */
async function reportOf(portal: Portal, as: As, body: { labId: string; from: string; to: string }) {
  const folder = `/proc/${portal.process.pid}`;
  await atRest(portal);
  // Forgets how much memory it ever had (proc(5)).
  await writeFile(`${folder}/clear_refs`, '5');
  const before_kB = await highest_kB(folder);
  const began = now_ms();
  const { id } = await as(makePeriodReport, { body });
  const done = await until('the report', patience_ms, async () => {
    const report = await as(getPeriodReport, { params: { reportId: id } });
    if (report.state === 'failed') throw new Error('the report could not be made');
    return report.state === 'done' ? report : undefined;
  });
  const seconds = (now_ms() - began) / 1000;
  return { records: done.total, seconds, grown_MB: ((await highest_kB(folder)) - before_kB) * (1024 / mega) };
}

const highest_kB = async (folder: string): Promise<number> =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`${folder}/status`, 'utf8'))?.[1] ?? Number.NaN);

async function callsOf(portal: Pick<Portal, 'url' | 'config'>, dataDir: string): Promise<As> {
  const { headers } = await signIn(portal, await accountOf(dataDir));
  return (call, input) => send(call, input, { baseUrl: portal.url, headers: () => headers });
}

/** How long something takes until its reply is read, ms. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = now_ms();
  await work();
  return now_ms() - began;
}
