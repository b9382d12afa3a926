import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withInitials } from './initials.ts';

it('B2.10 an inspector reads initials wherever a record names a person, and every other name as it is', () => {
  const told = {
    applianceName: 'Anna',
    stoppedBy: { way: 'portal', name: 'Anna Bianchi' },
    alarms: [{ name: 'openDoorAlarm', from: 1 }],
    review: { reviewed: { by: 'Marco De Luca', at: 2 } },
    signatures: [{ by: 'AB', at: 3 }],
    notes: [{ by: 'Anna Bianchi', text: 'Anna Bianchi has looked' }],
    action: { openedBy: null, done: { by: 'Li', at: 4 } },
  };
  assert.deepEqual(withInitials(told), {
    ...told,
    stoppedBy: { way: 'portal', name: 'AB' },
    review: { reviewed: { by: 'MDL', at: 2 } },
    signatures: [{ by: 'AB', at: 3 }],
    notes: [{ by: 'AB', text: 'Anna Bianchi has looked' }],
    action: { openedBy: null, done: { by: 'L', at: 4 } },
  });
});
