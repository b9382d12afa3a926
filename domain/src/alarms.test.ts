import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alarmMessages } from './alarms.messages.ts';
import { type AlarmRow, alarms, isAlarm, liveSectionOf } from './alarms.ts';

const rows: readonly (readonly [string, AlarmRow])[] = Object.entries(alarms);

describe('alarms', () => {
  it('S3.29 the alarms of the specification are spelt so', () => {
    for (const name of ['openDoorAlarm', 'blackOutAlarm', 'compressorAlarm', 'highPressureAlarm'])
      assert.ok(isAlarm(name));
  });

  it('S3.12 every alarm has a name, a meaning, causes and something to do, and no text is left over', () => {
    const used = rows.flatMap(([, row]) => [
      ...['name', 'meaning', 'causes'].map((part) => `${row.text}.${part}`),
      ...row.actions.map((action) => `do.${action}`),
    ]);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(alarmMessages.texts).sort());
    for (const [name, row] of rows) assert.ok(row.actions.length > 0, name);
  });

  it('S4.10 what a severity says, the name’s ending and the live section say too', () => {
    for (const [name, row] of rows) {
      const warning = row.severity === 'W' || row.severity === 'N';
      assert.equal(name.endsWith('Warning'), warning, name);
      assert.equal(liveSectionOf(name), warning ? 'warnings' : 'alarms');
    }
    assert.equal(liveSectionOf('somethingNewWarning'), 'warnings');
    assert.equal(liveSectionOf('somethingNew'), 'alarms');
  });
});
