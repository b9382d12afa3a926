import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rules } from '@brina/domain/haccp/rules';
import { minute_ms } from '@brina/domain/language/durations';
import { joined } from './continued.ts';
import type { RunSources } from './record.ts';

const start = Date.UTC(2026, 2, 3, 9);

/** A run of forty minutes in which alarms stood. */
const run = (id: string, startedAt: number, alarms: RunSources['alarms']): RunSources => ({
  kind: 'chill',
  rule: rules.CHILL_90,
  run: {
    id,
    function: 0,
    startedAt,
    endedAt: startedAt + 40 * minute_ms,
    endReason: 'person',
    isEndTold: true,
    request: {},
  },
  continues: null,
  identity: {
    serialNumber: 'MF26000123',
    model: 'MF 45.1',
    applianceName: 'Chiller',
    laboratory: 'Main kitchen',
    company: 'Neri',
    timeZone: 'Europe/Rome',
  },
  pointNames: ['TCore1'],
  samples: [],
  silences: [],
  phases: [],
  doors: [],
  alarms,
  silenced: [],
  clockOffset_ms: null,
});

it('B2.1 S7.35 a batch of two runs tells of each alarm once, of two zones of each', () => {
  const door = { name: 'doorAlarm', from: start + 35 * minute_ms };
  const over = { ...door, to: start + 38 * minute_ms };
  const stands = { ...door, to: null };
  const probe = { name: 'coreProbe1Alarm', from: door.from, to: null };
  const before = run('0198c0de-0000-8000-8000-0000000000b1', start, [over, stands]);
  const next = run('0198c0de-0000-8000-8000-0000000000b2', start + 45 * minute_ms, [probe, stands]);
  assert.deepEqual(joined(before, next).alarms, [probe, over, stands]);
});
