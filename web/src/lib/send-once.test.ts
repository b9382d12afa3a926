import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sendCommand } from '@brina/contract/calls/kitchen/commands';
import { CallFailed } from '@brina/contract/wire/client';
import type { ErrorCode } from '@brina/contract/wire/errors';
import { sameRequest_ms, sendOnce } from './send-once.ts';

type Sent = Parameters<Parameters<typeof sendOnce<typeof sendCommand>>[2]>[0] & {
  readonly headers?: Readonly<Record<string, string>>;
};

describe('a request that must not happen twice', () => {
  let count = 0;
  /** Requests that nobody else makes, and the keys they went under. */
  function requests() {
    const keys: string[] = [];
    const input = { params: { id: 'MF26004179' }, body: { name: 'identify', args: { seconds: ++count } } };
    const make = (by: () => unknown, changed = input): Promise<unknown> =>
      sendOnce(sendCommand, changed, async (sent: Sent) => {
        keys.push(sent.headers?.['idempotency-key'] ?? '');
        return by() as never;
      });
    return { keys, input, make };
  }
  const fails =
    (status: number, code: ErrorCode = 'generic') =>
    () => {
      throw new CallFailed(status, { code, message: '', requestId: '' });
    };

  const open = [
    ['did not arrive', fails(0)],
    ['stumbled', fails(503)],
    ['is still at work', fails(409, 'idempotency_running')],
  ] as const;
  for (const [how, by] of open)
    it(`S4.14 goes under the same key again where the first ${how}`, async () => {
      const { keys, make } = requests();
      await assert.rejects(make(by));
      await make(() => 'reply');
      assert.equal(keys[0], keys[1]);
    });

  const closed = [
    ['was answered', () => 'reply'],
    ['was refused', fails(409, 'appliance_offline')],
  ] as const;
  for (const [how, by] of closed)
    it(`S4.14 goes under another key where the first ${how}`, async () => {
      const { keys, make } = requests();
      await make(by).catch(() => undefined);
      await make(() => 'reply');
      assert.equal(new Set(keys).size, 2);
    });

  it('S4.14 has a key of its own for each content', async () => {
    const { keys, input, make } = requests();
    await assert.rejects(make(fails(0)));
    await make(() => 'reply', { ...input, params: { id: 'MF26004180' } });
    assert.equal(new Set(keys).size, 2);
  });

  it('S4.14 is another one when what the first asked for is over', async (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: 1_763_680_000_000 });
    const { keys, make } = requests();
    for (const wait_ms of [0, sameRequest_ms - 1, 1]) {
      test.mock.timers.tick(wait_ms);
      await assert.rejects(make(fails(0)));
    }
    assert.deepEqual([keys[1] === keys[0], keys[2] === keys[0]], [true, false]);
  });
});
