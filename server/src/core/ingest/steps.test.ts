import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import type { Facts } from './facts.ts';
import { runSteps, type Step } from './steps.ts';

const nothing = {} as Db & Facts;

it('a step begins when those it comes after are through, and one that comes after none at once', async () => {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const step = (name: string, ...after: string[]): Step => ({
    name,
    after,
    run: () => {
      begun.push(name);
      const end = Promise.withResolvers<void>();
      ends.set(name, end);
      return end.promise;
    },
  });
  const all = runSteps(
    [step('samples'), step('events'), step('runs', 'events'), step('records', 'samples', 'runs')],
    nothing,
    nothing,
  );
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.resolve();
    await turn();
  };
  assert.deepEqual(begun, ['samples', 'events']);
  await end('samples');
  assert.deepEqual(begun.slice(2), []);
  await end('events');
  assert.deepEqual(begun.slice(2), ['runs']);
  await end('runs');
  assert.deepEqual(begun.slice(3), ['records']);
  await end('records');
  await all;
});

it('a step that fails fails the batch, and what comes after it does not run', async () => {
  let ran = false;
  const steps: Step[] = [
    { name: 'samples', run: () => Promise.reject(new RangeError('too large')) },
    { name: 'records', after: ['samples'], run: async () => void (ran = true) },
  ];
  await assert.rejects(runSteps(steps, nothing, nothing), RangeError);
  await turn();
  assert.equal(ran, false);
});
