import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { makeReport } from '@brina/contract/calls/record/reports';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { chiller, straight } from '../../../../test/batches.ts';
import { startTestPortal, type TestPortal } from '../../../../test/portal.ts';

let portal: TestPortal;
before(async () => void (portal = await startTestPortal()));
after(() => portal[Symbol.asyncDispose]());

const every_ms = 60_000;
/** Frozen in three hours to a little below -20 °C, and held there. */
const treated = straight([0, 5], [180, -20], [185, -20.4], [2000, -20.4]);
const says = (min: number) => ({ TCell: -30, TCore1: treated(min), TCore2: treated(min) - 1 });
/** The phase of SF and of MF that holds the cold. */
const parasiteHold = { phase: 6, air: -25, fan: 60, rh: null, end: { by: 'core', target: -20, hold_min: 1440 } };
const freezing = { phase: 5, air: -38, fan: 100, rh: null, end: { by: 'core', target: -20 } };
const fishOfSf = { function: 8, plan: [freezing, parasiteHold] };
const fishOfMf = { function: 1, plan: [{ ...freezing, phase: 4 }, parasiteHold] };

describe('raw fish', () => {
  it('B2.3 S7.35 is judged by how long it was held: a day at -20 °C, by the law alone', async () => {
    using unit = await chiller(portal, 'SF Roll 100 RWL');
    const startedAt = portal.clock.now() - 28 * hour_ms;
    await unit.tell({ runId: 'fish', startedAt, minutes: 1640, says, every_ms, runs: fishOfSf });
    const record = await unit.lastRecord();
    assert.deepEqual([record.verdict, record.rule?.id, record.rule?.force], ['PASS', 'FISH_RAW', 'law']);
    assert.deepEqual(record.further, []);
    const [stage] = record.stages;
    assert.deepEqual([stage?.to, stage?.limit_min, record.limit_min], [-20, 1440, 1440]);
    assert.ok(Math.abs((record.minutes ?? 0) - 1460) < 3, `${record.minutes}`);
  });

  it('B2.3 S7.35 that was taken out after half a day has ended early, on whatever unit; a freezing without that phase is judged as freezing', async () => {
    using unit = await chiller(portal, 'MF Next L 45');
    const began = portal.clock.now() - 40 * hour_ms;
    await unit.tell({ runId: 'fish', startedAt: began, minutes: 900, says, every_ms, runs: fishOfMf });
    const { verdict, rule, reasons, minutes, batchId } = await unit.lastRecord();
    assert.deepEqual([verdict, rule?.id, reasons], ['ABORTED', 'FISH_RAW', ['target_not_reached']]);
    assert.ok(Math.abs((minutes ?? 0) - 720) < 3, `${minutes}`);

    await portal.clock.advance(2 * minute_ms);
    const { data: pdf } = await unit.owner.call(makeReport, { body: { batches: [batchId] } });
    const words = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).replaceAll(
      /\s+/g,
      ' ',
    );
    assert.match(words, /European Union: −20\.0°C or colder for 24 h, or −35\.0°C or colder for 15 h/);
    assert.match(words, /before the fish had been held frozen for long enough/);
    assert.doesNotMatch(words, /freeze too late/);
    assert.match(words, /7\d\d\.\d min, at least 1,440 min/);
    assert.match(words, /−20\.0°C or colder .* ≥ 1,440 min ENDED EARLY/);

    const plain = { function: 1, plan: [{ ...freezing, phase: 4, end: { by: 'core', target: -18 } }] };
    const frozen = (min: number) => ({ TCell: -38, TCore1: straight([0, 70], [200, -20])(min) });
    await unit.tell({
      runId: 'meat',
      startedAt: began + 20 * hour_ms,
      minutes: 210,
      says: frozen,
      every_ms,
      runs: plain,
    });
    const other = await unit.lastRecord();
    assert.deepEqual([other.verdict, other.rule?.id], ['PASS', 'FREEZE_240']);
  });
});
