import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attemptLimit, attemptsKept_ms, networkKey } from './attempts.ts';

describe('the network of an address', () => {
  const cases: [address: string, key: string][] = [
    ['192.0.2.7', 'network:192.0.2.7'],
    ['::ffff:192.0.2.7', 'network:192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', 'network:2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', 'network:2001:db8:1:2::/64'],
    ['2001:db8::9', 'network:2001:db8:0:0::/64'],
    ['::1', 'network:0:0:0:0::/64'],
  ];
  for (const [address, key] of cases) it(`of ${address} is ${key}`, () => assert.equal(networkKey(address), key));
});

it('a limit that looks further back than attempts are kept is refused', () => {
  assert.deepEqual(attemptLimit(3, attemptsKept_ms), { failures: 3, window_ms: attemptsKept_ms });
  assert.throws(() => attemptLimit(3, attemptsKept_ms + 1), RangeError);
});
