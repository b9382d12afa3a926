import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { activeAlarms, troubleTone } from './appliance-state.ts';

describe('what an appliance says of itself', () => {
  it('S3.8 alarms stand before later warnings, each the latest first, and what has ended is left out', () => {
    const alarms = [
      { name: 'openDoorAlarm', active: true, since: 1 },
      { name: 'highPressureAlarm', active: true, since: 2 },
      { name: 'noWaterAlarm', active: false, since: 4 },
    ];
    const warnings = [{ name: 'printerWarning', active: true, since: 3 }];
    assert.deepEqual(
      activeAlarms({ alarms, warnings }).map(({ name, loud }) => [name, loud]),
      [
        ['highPressureAlarm', true],
        ['openDoorAlarm', true],
        ['printerWarning', false],
      ],
    );
  });

  it('S3.8 an alarm is loud also where nobody knows whether it still stands; silence alone and a warning are not', () => {
    const on = [{ name: 'somethingNew', active: true, since: 1 }];
    const calm = { online: false, alarms: [], warnings: [], anomaly: false };
    assert.equal(troubleTone({ ...calm, alarms: on }), 'alarm');
    assert.equal(troubleTone({ ...calm, warnings: on }), 'plain');
    assert.equal(troubleTone(calm), 'plain');
  });
});
