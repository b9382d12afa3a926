import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { startWorker } from './worker.ts';

describe('the worker', () => {
  it('drains one after the other until nothing is due, while no turn begins by itself', async () => {
    let due = 0;
    let running = 0;
    let most = 0;
    const run = async (): Promise<boolean> => {
      running += 1;
      most = Math.max(most, running);
      await pause(5);
      running -= 1;
      due = Math.max(0, due - 1);
      return due > 0;
    };
    await using worker = startWorker([{ name: 'test', every_ms: 1, run }], pino({ level: 'silent' }));
    for (let i = 0; i < 5; i++) {
      due = 10;
      await Promise.all([worker.drain(), worker.drain()]);
      assert.equal(due, 0);
      // Between drains turns begin by themselves again.
      await pause(4);
    }
    assert.equal(most, 1);
  });
});
