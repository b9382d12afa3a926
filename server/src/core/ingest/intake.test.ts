import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Intake } from './intake.ts';

it('a backlog drains while more than 2,000 samples a second come, and what is told of it lasts until it can be told anew', () => {
  const intake = new Intake();
  assert.ok(!intake.drains(1000));
  intake.count(10_000);
  assert.ok(!intake.drains(1399), 'too short to tell');
  assert.ok(intake.drains(1400));
  assert.ok(intake.drains(1799));
  // A fleet at its cadence is no backlog.
  intake.count(800);
  assert.ok(!intake.drains(1800));
});
