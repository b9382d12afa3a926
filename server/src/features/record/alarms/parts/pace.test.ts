import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Pace } from './pace.ts';

it('S3.12 late facts wait while a backlog drains, 23 times as long as they took, and no longer than it drains', () => {
  const pace = new Pace();
  assert.ok(pace.mayCatchUp({ at_ms: 0, samples: 0 }));
  // 100 ms in which 1,000 facts came: a backlog drains.
  pace.tookTurn({ at_ms: 0, samples: 0 }, { at_ms: 100, samples: 1000 });
  assert.ok(!pace.mayCatchUp({ at_ms: 2399, samples: 24_000 }));
  assert.ok(pace.mayCatchUp({ at_ms: 2400, samples: 24_000 }));
  // It ends in the midst of a pause.
  pace.tookTurn({ at_ms: 3000, samples: 30_000 }, { at_ms: 3100, samples: 31_000 });
  assert.ok(!pace.mayCatchUp({ at_ms: 3300, samples: 31_000 }), 'too short to tell');
  assert.ok(!pace.mayCatchUp({ at_ms: 3600, samples: 34_000 }));
  assert.ok(pace.mayCatchUp({ at_ms: 4100, samples: 34_500 }));
  // A fleet at its cadence is no backlog.
  pace.tookTurn({ at_ms: 5000, samples: 40_000 }, { at_ms: 5100, samples: 40_150 });
  assert.ok(pace.mayCatchUp({ at_ms: 5100, samples: 40_150 }));
});
