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
  // It ends in the midst of a pause.
  pace.tookTurn({ at_ms: 2000, heard: 20_000 }, { at_ms: 2100, heard: 21_000 });
  assert.ok(!pace.mayCatchUp({ at_ms: 2300, heard: 21_000 }), 'too short to tell');
  assert.ok(!pace.mayCatchUp({ at_ms: 2600, heard: 24_000 }));
  assert.ok(pace.mayCatchUp({ at_ms: 3100, heard: 24_500 }));
  // A fleet at its cadence is no backlog.
  pace.tookTurn({ at_ms: 4000, heard: 30_000 }, { at_ms: 4100, heard: 30_150 });
  assert.ok(pace.mayCatchUp({ at_ms: 4100, heard: 30_150 }));
});
