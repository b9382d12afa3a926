import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { activeAlarms } from './appliance-state.ts';

describe('what an appliance says of itself', () => {
  it('S3.8 alarms stand before later warnings, each the latest first, and what has ended is left out', () => {
    const alarms = [
      { name: 'openDoorAlarm', active: true, since: 1 },
      { name: 'highPressureAlarm', active: true, since: 2 },
      { name: 'noWaterAlarm', active: false, since: 4 },
    ];
    const warnings = [{ name: 'printerWarning', active: true, since: 3 }];
    const names = activeAlarms({ ...getAppliance.example.reply, alarms, warnings }).map(({ name }) => name);
    assert.deepEqual(names, ['highPressureAlarm', 'openDoorAlarm', 'printerWarning']);
  });
});
