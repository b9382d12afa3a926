import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Pace } from './pace.ts';

it('S3.12 late facts wait while a backlog drains, eleven times as long as they took, and no longer than it drains', () => {
  const pace = new Pace();
  assert.ok(pace.mayCatchUp({ at_ms: 0, heard: 0 }));
  // 100 ms in which 1,000 facts came: a backlog drains.
  pace.tookTurn({ at_ms: 0, heard: 0 }, { at_ms: 100, heard: 1000 });
  assert.ok(!pace.mayCatchUp({ at_ms: 1199, heard: 12_000 }));
  assert.ok(pace.mayCatchUp({ at_ms: 1200, heard: 12_000 }));
  // It ends soon after.
  assert.ok(!pace.mayCatchUp({ at_ms: 300, heard: 1000 }), 'too short to tell');
  assert.ok(pace.mayCatchUp({ at_ms: 500, heard: 1700 }));
  // A fleet at its cadence is no backlog.
  pace.tookTurn({ at_ms: 0, heard: 0 }, { at_ms: 100, heard: 150 });
  assert.ok(pace.mayCatchUp({ at_ms: 100, heard: 150 }));
});
