import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { stillClock } from '../testing/test-clock.ts';
import { StatementTimeout } from './database-errors.ts';
import { handedOver } from './handed-over.ts';
import { PgliteWire } from './pglite-wire.ts';

it('what follows from one answer travels in one message, and waits while two are with the worker', async () => {
  const posted: string[] = [];
  const wire = new PgliteWire((message) => posted.push(Buffer.from(message).toString()), 60_000);
  const answer = (): void => wire.answer(new Uint8Array(1));
  wire.resume();
  try {
    // One transaction ends, and steps of promises later the next begins.
    wire.write('commit ');
    for (let step = 0; step < 20; step++) await Promise.resolve();
    wire.write('begin ');
    await turn();
    assert.deepEqual(posted.splice(0), ['commit begin ']);
    wire.write('next ');
    await turn();
    assert.deepEqual(posted.splice(0), ['next '], 'the worker finds it when it has answered');
    wire.write('one ');
    await turn();
    wire.write('other ');
    await turn();
    assert.deepEqual(posted, [], 'the worker has two messages');
    answer();
    assert.deepEqual(posted.splice(0), ['one other ']);
    answer();
    answer();
    await turn();
    assert.deepEqual(posted, []);
  } finally {
    wire.destroy();
  }
});

it('what was begun has gone to the worker once it is handed over', async () => {
  const posted: string[] = [];
  const wire = new PgliteWire((message) => posted.push(Buffer.from(message).toString()), 60_000);
  try {
    void Promise.resolve().then(() => wire.write('ledger '));
    await handedOver();
    assert.deepEqual(posted, ['ledger ']);
  } finally {
    wire.destroy();
  }
});

it('an answer is late by the time since the worker could begin with its message', async () => {
  const clock = stillClock();
  const wire = new PgliteWire(() => undefined, 1_000, clock);
  const faults: unknown[] = [];
  wire.on('error', (fault) => faults.push(fault));
  wire.resume();
  wire.write('one ');
  await turn();
  wire.write('other ');
  await turn();
  await clock.advance(800);
  wire.answer(new Uint8Array(1));
  await clock.advance(900);
  await turn();
  assert.equal(faults.length, 0, 'the second waited for the first');
  await clock.advance(200);
  await turn();
  assert.ok(faults[0] instanceof StatementTimeout);
});
