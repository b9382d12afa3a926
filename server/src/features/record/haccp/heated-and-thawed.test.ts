import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { makeReport } from '@brina/contract/calls/record/reports';
import { countryPlan } from '@brina/domain/haccp/plans/country-plans';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { chiller, straight } from '../../../../test/batches.ts';
import { startTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { saveFoodPlan } from '../../../../test/signing.ts';

let portal: TestPortal;
before(async () => void (portal = await startTestPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } })));
after(() => portal[Symbol.asyncDispose]());

const every_ms = 60_000;
/** Kept cold for two hours, then heated again. */
const ready = {
  function: 5,
  plan: [
    { phase: 12, air: 3, fan: 40, rh: null, end: { by: 'auto' } },
    { phase: 13, air: 85, fan: 60, rh: null, end: { by: 'core', target: 70 }, after_min: 120 },
  ],
};
const onlyKept = { ...ready, plan: ready.plan.map(({ after_min: _, ...phase }) => phase) };
const thawing = { function: 4, plan: [{ phase: 11, air: 3, fan: 60, rh: null, end: { by: 'core', target: 0 } }] };

const heated = (core: (min: number) => number) => (min: number) => ({ TCell: min < 120 ? 3 : 85, TCore1: core(min) });

describe('food that is heated again, or thaws', () => {
  it('B2.3 S7.35 is judged from the phase that heats it: how long it was kept cold before is nothing to it', async () => {
    using unit = await chiller(portal, 'MF Next L 45');
    const says = heated(straight([0, 3], [120, 3], [125, 8], [160, 60], [170, 71], [180, 72]));
    const startedAt = portal.clock.now() - 10 * hour_ms;
    await unit.tell({ runId: 'ready', startedAt, minutes: 180, says, every_ms, runs: ready });
    const record = await unit.lastRecord();
    assert.deepEqual([record.verdict, record.rule?.id], ['PASS', 'REHEAT_IE_FSAI']);
    assert.ok(Math.abs((record.minutes ?? 0) - 49.1) < 0.5, `${record.minutes}`);
    assert.equal(record.stages[0]?.to, 70);

    await unit.tell({
      runId: 'kept',
      startedAt: startedAt + 8 * hour_ms,
      minutes: 100,
      says,
      every_ms,
      runs: onlyKept,
    });
    const { verdict, reasons } = await unit.lastRecord();
    assert.deepEqual([verdict, reasons], ['ABORTED', ['target_not_reached']]);
  });

  it('B2.3 S7.35 is not judged by how it was held hot afterwards, and over both runs where one goes on with another', async () => {
    using unit = await chiller(portal, 'MF Next L 45');
    const startedAt = portal.clock.now() - 10 * hour_ms;
    const held = {
      ...ready,
      plan: [...ready.plan, { phase: 9, air: 65, fan: 60, rh: null, end: { by: 'stop' }, hold: true, after_min: 180 }],
    };
    const cooling = heated(straight([0, 3], [120, 3], [130, 12], [175, 72], [180, 72], [220, 65], [260, 65]));
    await unit.tell({ runId: 'held', startedAt, minutes: 260, says: cooling, every_ms, runs: held });
    const hot = await unit.lastRecord();
    assert.deepEqual([hot.verdict, hot.rule?.id, hot.reasons], ['PASS', 'REHEAT_IE_FSAI', []]);

    // Forty minutes to 45 °C, stopped, and heated again at once: the first does not begin anew.
    const first = straight([0, 3], [120, 3], [160, 45]);
    const at = startedAt + 5 * hour_ms;
    await unit.tell({ runId: 'one', startedAt: at, minutes: 160, says: heated(first), every_ms, runs: ready });
    assert.equal((await unit.lastRecord()).verdict, 'ABORTED');
    const again = { ...ready, plan: ready.plan.slice(1).map(({ after_min: _, ...phase }) => phase) };
    const second = (min: number) => ({ TCell: 85, TCore1: straight([0, 45], [30, 71], [40, 73])(min) });
    const next = at + 165 * minute_ms;
    await unit.tell({ runId: 'two', startedAt: next, minutes: 40, says: second, every_ms, runs: again });
    const whole = await unit.lastRecord();
    assert.ok(whole.continues !== null, 'it goes on with the first');
    assert.ok(Math.abs((whole.minutes ?? 0) - 73.9) < 1, `${whole.minutes}`);
  });

  it('B2.3 S7.35 goes by the law of the kitchen: in France to 63 °C within an hour, and thawed in a chamber at 4 °C', async () => {
    using unit = await chiller(portal, 'MF Next L 45');
    await saveFoodPlan(unit.owner, unit.unit.labId, countryPlan('FR'));
    const startedAt = portal.clock.now() + minute_ms;
    await portal.clock.advance(11.5 * hour_ms);
    const slow = heated(straight([0, 3], [120, 3], [130, 9], [210, 64], [230, 72]));
    await unit.tell({ runId: 'slow', startedAt, minutes: 230, says: slow, every_ms, runs: ready });
    const { verdict, rule, reasons } = await unit.lastRecord();
    assert.deepEqual([verdict, rule?.id, reasons], ['FAIL', 'REHEAT_FR_2009', ['time_exceeded']]);

    const mild = (min: number) => ({ TCell: min < 120 ? 8 : 3, TCore1: straight([0, -18], [400, 2])(min) });
    await unit.tell({
      runId: 'thaw',
      startedAt: startedAt + 4 * hour_ms,
      minutes: 400,
      says: mild,
      every_ms,
      runs: thawing,
    });
    const thawed = await unit.lastRecord();
    assert.deepEqual([thawed.verdict, thawed.rule?.id, thawed.reasons], ['FAIL', 'THAW_FR', ['too_warm']]);
    assert.ok(Math.abs((thawed.minutes ?? 0) - 120) < 2, `${thawed.minutes}`);

    await portal.clock.advance(2 * minute_ms);
    const { data: pdf } = await unit.owner.call(makeReport, { body: { batches: [thawed.batchId] } });
    const paper = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
    const words = paper.replaceAll(/\s+/g, ' ');
    assert.match(words, /France: 4\.0°C or colder, warmer for at most 15 min/);
    assert.match(words, /It was warmer than the limit for longer than is allowed/);
    assert.match(words, /Warmer than 4\.0°C/);
  });

  it('B2.3 S7.35 that stayed cold while it thawed is kept, whatever the air was meanwhile', async () => {
    using unit = await chiller(portal, 'EF Next M 25');
    const startedAt = portal.clock.now() - 8 * hour_ms;
    const says = (min: number) => ({ TCell: min < 180 ? 8 : 3, TCore1: straight([0, -18], [300, 0], [400, 2])(min) });
    const runs = { function: 4, plan: [{ ...thawing.plan[0], phase: 7 }] };
    await unit.tell({ runId: 'thaw', startedAt, minutes: 400, says, every_ms, runs });
    const record = await unit.lastRecord();
    assert.deepEqual([record.verdict, record.rule?.id, record.minutes, record.limit_min], ['PASS', 'THAW_5', 0, 15]);
  });
});
