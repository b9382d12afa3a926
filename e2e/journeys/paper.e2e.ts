import { getBatch, listBatches } from '@brina/contract/calls/record/haccp';
import { pathOf } from '@brina/contract/screens';
import { judgeVersion } from '@brina/domain/haccp/judge-versions';
import { day_ms, hour_ms } from '@brina/domain/language/durations';
import type { Page } from '@playwright/test';
import { callAs, expect, test, type World } from '../fixtures.ts';
import { looksOf, printed, stretchOf } from '../paper.ts';
import { settled } from '../screens.ts';

/** Where the curve of the core ends on paper, as a share of its width: what is right of it is the margin and the last values. */
const plotEnd = 0.86;

/** The colour of the core's curve: a dark orange, which nothing else on the sheet has. */
const isCore = (red: number, green: number, blue: number): boolean =>
  red > 150 && green > 60 && green < 120 && blue < 40;

/** The browser's and the portal's machine is this one. */
const now = (): number => Math.round(performance.timeOrigin + performance.now());

/** What stands at the foot of a page. */
const pageOf = (page: number, pages: number): RegExp => new RegExp(`${page} ?/ ?${pages}\\s*$`);

/** Opens the records of a unit with a past when each of them is judged. */
async function recordsOf(page: Page, world: World): Promise<string> {
  const serial = await world.past('Abbattitore 1');
  const waiting = async (): Promise<number> => {
    const at = now();
    const query = { from: at - 28 * day_ms, to: at };
    const batches = await callAs(world, world.account('USER'), listBatches, { params: { serial }, query });
    // What ended a moment ago may wait for its last data.
    const old = batches.filter(({ endedAt }) => endedAt !== null && endedAt < now() - hour_ms);
    return old.length === 0 ? Number.POSITIVE_INFINITY : old.filter(({ verdict }) => verdict === null).length;
  };
  await expect.poll(waiting, { timeout: 120_000, message: 'records that are not judged yet' }).toBe(0);
  await page.goto(world.url + pathOf('haccp-reports', { serialNumber: serial }));
  await settled(page);
  return serial;
}

test('S2.24 a record is printed whole: whose and when first, the verdict in ink, the curve to its end, the same from every screen', async ({
  signIn,
  world,
}) => {
  const page = await signIn();
  const serial = await recordsOf(page, world);
  await page.getByRole('row', { name: 'PASS' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /Chilling|Freezing/ })).toBeVisible();
  await settled(page);
  const batchId = new URL(page.url()).searchParams.get('batch') ?? '';
  const record = await callAs(world, world.account('USER'), getBatch, { params: { serial, batchId } });
  const clock = (at: number, second?: '2-digit') =>
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second, timeZone: record.timeZone }).format(
      at,
    );

  const paper = await printed(page);
  const [first] = paper;
  if (!first) throw new Error('nothing was printed');
  expect(paper.length).toBeLessThanOrEqual(2);
  for (const said of [
    'Cucina Aurora',
    'Cucina centrale',
    'Abbattitore 1',
    serial,
    'PASS',
    `Version ${judgeVersion}`,
    record.product ?? '',
    record.lot ?? '',
    clock(record.startedAt, '2-digit'),
    clock(record.endedAt ?? 0, '2-digit'),
    record.timeZone,
  ])
    expect(first.text).toContain(said);
  expect(first.text).toMatch(pageOf(1, paper.length));
  // The verdict is black on white.
  expect(stretchOf(first.picture, (...rgb) => Math.max(...rgb) < 40)).not.toBeNull();

  // From the first to the last sample, beside which its value and its time stand.
  const curve = stretchOf(first.picture, isCore);
  expect(curve?.from).toBeLessThan(0.12);
  expect(curve?.to).toBeGreaterThan(plotEnd);
  const last = record.samples.core.findLast((value) => value !== null) ?? 0;
  const atEnd = first.words.filter(({ right }) => right > plotEnd).map(({ text }) => text.replace('−', '-'));
  expect(atEnd).toContain(`${last.toFixed(1)}°C`);
  expect(atEnd).toContain(clock(Math.max(record.endedAt ?? 0, record.samples.at.at(-1) ?? 0)));

  // A second print, and one from a dark telephone, are the same to the last pixel.
  expect(looksOf(await printed(page))).toEqual(looksOf(paper));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(looksOf(await printed(page))).toEqual(looksOf(paper));

  const [letter] = await printed(page, 'Letter');
  expect(letter && stretchOf(letter.picture, isCore)?.to).toBeGreaterThan(plotEnd);
  expect(letter?.text).toContain('Cucina Aurora');
});

test('S2.24 S9.2 a list of records is printed as a table that says whose it is, of which appliance and time, a line a record', async ({
  signIn,
  world,
}) => {
  const page = await signIn();
  const serial = await recordsOf(page, world);
  const rows = await page.getByRole('table').getByRole('row').allInnerTexts();
  const lots = rows.flatMap((row) => /, (L\d+-\d+)/.exec(row)?.[1] ?? []);
  expect(lots.length).toBeGreaterThan(2);
  await page.setViewportSize({ width: 390, height: 844 });
  const paper = await printed(page);
  const text = paper.map((one) => one.text).join('\n');
  const day = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'Europe/Rome',
  });
  for (const said of [
    'Cucina Aurora',
    'Cucina centrale',
    'Abbattitore 1',
    'MultiFresh Next M 30',
    serial,
    day.format(now()),
  ])
    expect(paper[0]?.text).toContain(said);
  // A lot whose cycle was started again has a record of each.
  const linesWith = (lines: readonly string[], lot: string) => lines.filter((line) => line.includes(`, ${lot}`)).length;
  for (const lot of lots) expect(linesWith(text.split('\n'), lot)).toBe(linesWith(rows, lot));
  for (const [place, one] of paper.entries()) {
    expect(one.text).toMatch(/Started +Function +Product/);
    expect(one.text).toMatch(pageOf(place + 1, paper.length));
  }
  const passed = rows.filter((row) => /\bPASS$/.test(row.trim())).length;
  expect(paper[0]?.text).toMatch(new RegExp(`PASS ${passed}\\b`));
});
