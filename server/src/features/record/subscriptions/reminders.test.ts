import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addManualReading, startManual } from '@brina/contract/calls/record/manual';
import { makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { chiller, straight } from '../../../../test/batches.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { mailsTo, type OutboxMail } from '../../../../test/outbox.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { saveFoodPlan } from '../../../../test/signing.ts';

describe('what has waited for a day', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user } = given(portal);

  /** The letters to somebody, after so much time. */
  async function lettersTo({ email }: TestUser, after_ms: number): Promise<OutboxMail[]> {
    portal.clock.leap(after_ms);
    await portal.settled();
    // What is queued in a round is sent in one after it.
    await portal.clock.advance(minute_ms);
    return (await mailsTo(portal, email)).filter(({ kind }) => kind === 'records.waiting');
  }

  it('B2.5 is told once to the owners, each in its language, also where no appliance cooled the food; who has switched it off is told nothing', async () => {
    using scene = await chiller(portal);
    const { owner, unit } = scene;
    const german = await user('USER', { companyId: owner.companyId ?? '', language: 'de' });
    const other = await user();
    await saveFoodPlan(owner, unit.labId, makersPlan);
    const core = straight([0, 75], [130, 2]);
    async function fail(runId: string): Promise<void> {
      const startedAt = portal.clock.now();
      portal.clock.leap(136 * minute_ms);
      const says = (min: number) => ({ TCore1: core(min), TCore2: core(min) });
      await scene.tell({ runId, startedAt, minutes: 135, says });
    }
    await fail('r1');
    const reading = (value_C: number) => ({ ...startManual.example.body.reading, value_C, at: portal.clock.now() });
    const body = { ...startManual.example.body, labId: unit.labId, reading: reading(80) };
    const { id: manualId, product } = await owner.call(startManual, { body });
    for (const [value_C, min] of [
      [65, 10],
      [40, 100],
    ] as const) {
      portal.clock.leap(min * minute_ms);
      await owner.call(addManualReading, { params: { manualId }, body: reading(value_C) });
    }
    assert.deepEqual(await lettersTo(owner, 20 * hour_ms), []);
    const [letter, ...more] = await lettersTo(owner, 6 * hour_ms);
    assert.ok(letter);
    assert.deepEqual(more, []);
    assert.match(letter.subject, /2 food records/);
    assert.ok(letter.text.includes(product), letter.text);
    assert.match(letter.text, /view=records&needs=true/);
    const [inGerman] = await lettersTo(german, 0);
    assert.match(inGerman?.subject ?? '', /2 Lebensmittelaufzeichnungen/);
    assert.equal((await lettersTo(owner, 5 * hour_ms)).length, 1, 'once');

    const off = inGerman?.links.find((link) => link.includes('/letters/')) ?? assert.fail();
    assert.equal((await fetch(off, { method: 'POST' })).status, 200);
    await fail('r2');
    assert.equal((await lettersTo(owner, 25 * hour_ms)).length, 2);
    assert.equal((await lettersTo(german, 0)).length, 1);
    assert.deepEqual(await lettersTo(other, 0), []);
  });
});
