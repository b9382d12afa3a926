import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { handedOver } from './handed-over.ts';
import { PgliteWire } from './pglite-wire.ts';

it('what follows from one answer travels in one message, and waits while another is with the worker', async () => {
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
    wire.write('one ');
    await turn();
    wire.write('other ');
    await turn();
    assert.deepEqual(posted, [], 'the worker has a message');
    answer();
    assert.deepEqual(posted.splice(0), ['one other ']);
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
