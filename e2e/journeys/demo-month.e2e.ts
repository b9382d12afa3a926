import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { filterActions } from '@brina/contract/calls/record/actions';
import { type BookRecord, filterRecords } from '@brina/contract/calls/record/book';
import { listProbeChecks } from '@brina/contract/calls/record/checks';
import { listLinks } from '@brina/contract/calls/record/inspection';
import { listChanges } from '@brina/contract/calls/record/ledger';
import { listMissing } from '@brina/contract/calls/record/missing';
import { getPlans } from '@brina/contract/calls/record/plans';
import type { Call, Input, Reply } from '@brina/contract/wire/call';
import { holdVerdicts } from '@brina/domain/haccp/holding/day';
import { verdicts } from '@brina/domain/haccp/verdicts';
import { day_ms } from '@brina/domain/language/durations';
import { callAs, expect, inFolder, test } from '../fixtures.ts';
import { startShortMonth } from '../short-month.ts';

test('B2.11 B2.3 B2.4 B2.5 B2.6 B2.7 B2.10 the book of the demo holds each verdict of a batch and of a day, what its people did about them, a failed check, a missing day, a changed plan and an inspector’s link', async () => {
  test.setTimeout(1_200_000);
  await inFolder(async (dataDir, children) => {
    const demo = await startShortMonth(dataDir, children);
    const owner = <C extends Call>(call: C, input: Input<C>): Promise<Reply<C>> =>
      callAs(demo, demo.account('USER'), call, input);

    // What is done last comes after all else.
    await expect
      .poll(async () => (await owner(listLinks, {})).map(({ visits }) => visits), {
        timeout: 1_100_000,
        intervals: [5000],
      })
      .toEqual([1]);

    const book = async (): Promise<BookRecord[]> => {
      const records: BookRecord[] = [];
      for (let page = 0, total = 1; records.length < total; page++) {
        const part = await owner(filterRecords, { body: { page, nRows: 200, filterAttributes: [] } });
        records.push(...part.items);
        total = part.total;
      }
      return records;
    };
    const said = (records: readonly BookRecord[], kind: BookRecord['kind']): string[] =>
      [...new Set(records.flatMap((one) => (one.kind === kind && one.verdict ? [one.verdict] : [])))].sort();
    // Days are judged beside what people do.
    await expect
      .poll(async () => said(await book(), 'day'), { timeout: 300_000, intervals: [5000] })
      .toEqual([...holdVerdicts].sort());
    const records = await book();
    expect(said(records, 'batch')).toEqual([...verdicts].sort());

    const { items: actions } = await owner(filterActions, { body: { page: 0, nRows: 200, filterAttributes: [] } });
    const ofKind = (wanted: string) => actions.filter(({ kind }) => kind === wanted).map(({ state }) => state);
    expect(ofKind('batch')).toEqual(expect.arrayContaining(['done', 'verified']));
    expect(ofKind('check')).toEqual(['done']);

    const { serialNumber } = records.find(({ name }) => name === 'Abbattitore 2') ?? { serialNumber: '' };
    const checks = await owner(listProbeChecks, { params: { serial: serialNumber } });
    expect(checks.map(({ foundGood, leftGood }) => [foundGood, leftGood])).toEqual([
      [false, true],
      [true, true],
    ]);

    const missing = (await owner(listMissing, { query: {} })).items.filter(({ kind }) => kind === 'batch');
    expect(missing.map(({ state, unit }) => [state, unit?.name])).toEqual([['explained', 'Abbattitore forno']]);
    expect(missing.map(({ day }) => new Date(day).getUTCDay())).toEqual([2]);

    const kitchens = await owner(listLaboratories, {});
    const main = kitchens.find(({ name }) => name === 'Cucina centrale');
    const plans = await owner(getPlans, { query: { labId: main?.id } });
    expect(plans.history.length).toBe(1);
    expect(plans.current?.by).toBe('Chiara Rossi');
    const [link] = await owner(listLinks, {});
    const daysAgo = ((link?.createdAt ?? 0) - (plans.current?.fromAt ?? 0)) / day_ms;
    expect(Math.round(daysAgo)).toBe(15);
    const entries = await owner(listChanges, { query: { after: -1, limit: 20 } });
    const signed = entries.find(({ entry }) => entry?.kind === 'signature');
    expect(signed?.content).toMatchObject({ meaning: 'LIMITS_APPROVED', what: [{ kind: 'plan', id: main?.id }] });
    expect(signed?.entry?.at).toBe(plans.current?.fromAt);
  });
});
