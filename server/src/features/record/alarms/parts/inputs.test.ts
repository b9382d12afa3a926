import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { EventBody } from '@brina/contract/devices';
import { type Heard, inputsAfter } from './inputs.ts';

it('S3.12 the rules learn from a start which cycle of the library runs, and nothing from the timer of a tray', () => {
  const heard = (seq: number, body: EventBody): Heard => ({ at_ms: 1000 + seq, log: 'a', seq, body });
  const started = { type: 'cycle', runId: 'r', event: 'started', function: 0 } as const;
  const inputs = inputsAfter(
    [
      heard(1, { ...started, source: { id: 1042, v: 3, h: '9f3c6a01d2e4b785' } }),
      heard(2, { type: 'tray', runId: 'r', tray: 1, event: 'done' }),
      heard(3, started),
    ],
    0,
  );
  assert.deepEqual(
    inputs.map((input) => (input.kind === 'cycle' ? (input.cycleId ?? null) : input.kind)),
    [1042, null],
  );
});
