import assert from 'node:assert/strict';
import { it } from 'node:test';
import { descriptorLimit, planDescriptors, scarceDescriptors } from './descriptors.ts';

it('B11.1 edge, live and HTTP share what the process may open, and leave the portal its own', () => {
  assert.deepEqual(planDescriptors(), { edge: 20_000, live: 20_000, http: 4_000 });
  for (const limit of [65_536, 20_000, 4_096, 1_024]) {
    const { edge, live, http } = planDescriptors(limit);
    assert.ok(edge + live + 2 * http <= limit - Math.min(1_200, limit / 2), `${limit}`);
    assert.ok(edge >= live && live > http && http > 50, `${limit}`);
  }
});

it('B11.1 a process that may open few files says how many of whom it can serve, and what to do', () => {
  assert.deepEqual(scarceDescriptors(planDescriptors(20_000)), []);
  assert.deepEqual(scarceDescriptors(planDescriptors()), []);
  assert.match(scarceDescriptors(planDescriptors(1_024)).join(), /256 appliances, 153 live views .*ulimit -n 65536/);
});

it('B11.1 the limit of the process is read where the system tells it', () => {
  const limit = descriptorLimit();
  if (process.platform === 'linux') assert.ok(limit === undefined || limit > 0);
  else assert.equal(limit, undefined);
});
