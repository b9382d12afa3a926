import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { familyCodes } from '../appliance/families/family-code.ts';
import { corePoints, pointNumber } from '../appliance/metrics.ts';
import { type Locale, locales } from '../language/locales.ts';
import { type Messages, textIn } from '../language/messages.ts';
import { alarmExplanations, explanationsOf } from './alarm-texts.ts';
import { alarmMessages } from './alarms.messages.ts';
import {
  type AlarmName,
  alarms,
  gradeOf,
  inhibitionsOf,
  isAlarm,
  liveSectionOf,
  pointsSilencedBy,
  stemOf,
  whoActs,
} from './alarms.ts';
import type { AlarmRow } from './rows/alarm-row.ts';

const rows = Object.entries(alarms) as [AlarmName, AlarmRow][];
const parts = ['meaning', 'causes', 'technician'] as const;

/** A text in a language as it is written, its values still open; empty where there is none. American English is British where it does not differ. */
const textOf = ({ texts }: Messages, locale: Locale, key: string): string => {
  const row = texts[key];
  const inherits = locale === 'en' || locale === 'en-US';
  const text = row && (inherits || row.others[locale]) ? textIn(row, locale) : '';
  return (typeof text === 'string' ? text : text.other).trim();
};

describe('alarms', () => {
  it('S3.29 the alarms of the specification are spelt so', () => {
    for (const name of ['openDoorAlarm', 'blackOutAlarm', 'compressorAlarm', 'highPressureAlarm'])
      assert.ok(isAlarm(name));
  });

  it('S3.29 every alarm of every group is there, under one name', () => {
    assert.equal(rows.length, 97);
    for (const code of familyCodes)
      for (const name of [
        'cellProbeAlarm',
        'openDoorAlarm',
        'compressorAlarm',
        'blackOutAlarm',
        'offlineWarning',
      ] as const)
        assert.ok(alarms[name].families.includes(code), `${name} ${code}`);
  });

  it('S3.12 each part of an appliance that the specification lists has its alarms', () => {
    const partsOfUnit = {
      probes: ['cellProbeAlarm', 'coreProbe1Alarm', 'coreNeedleAlarm', 'ambientProbeWarning', 'humidityProbeAlarm'],
      fans: ['evapFanAlarm', 'condFanAlarm'],
      doors: ['openDoorAlarm', 'doorSwitchWarning'],
      condenser: ['condenserHighTempWarning', 'condenserDirtyWarning'],
      pressure: ['highPressureAlarm', 'lowPressureAlarm'],
      boards: ['memoryAlarm', 'clockAlarm', 'boardTempWarning'],
      communication: ['powerBoardCommAlarm', 'offlineWarning'],
      printer: ['printerFaultWarning', 'printerPaperWarning'],
      power: ['blackOutAlarm', 'mainsVoltageLowWarning'],
      cleaning: ['condenserCleaningWarning'],
    };
    for (const [part, names] of Object.entries(partsOfUnit))
      for (const name of names) assert.ok(isAlarm(name), `${part}: ${name}`);
  });

  it('S3.12 in each of the nine languages every alarm has a name and an explanation of its own', () => {
    for (const locale of locales) {
      const told = new Set<string>();
      for (const [name, row] of rows) {
        const stem = stemOf(name);
        const shown = [
          textOf(alarmMessages, locale, `${stem}.name`),
          ...parts.map((part) => textOf(explanationsOf(name), locale, `${stem}.${part}`)),
          ...row.actions.map((action) => textOf(alarmMessages, locale, `do.${action}`)),
        ];
        for (const text of shown) assert.ok(text.length > 1, `${name} ${locale}`);
        told.add(`${shown[0]} ${row.n ?? ''}`);
      }
      assert.equal(told.size, rows.length, `two alarms have one name in ${locale}`);
    }
  });

  it('S3.12 every alarm has a name, a meaning, causes, checks and something to do, and no text is left over', () => {
    const named = rows.flatMap(([name, row]) => [
      `${stemOf(name)}.name`,
      ...row.actions.map((action) => `do.${action}`),
    ]);
    assert.deepEqual([...new Set(named)].sort(), Object.keys(alarmMessages.texts).sort());
    for (const explanations of alarmExplanations) {
      const own = rows.filter(([name]) => explanationsOf(name) === explanations);
      const explained = own.flatMap(([name]) => parts.map((part) => `${stemOf(name)}.${part}`));
      assert.deepEqual([...new Set(explained)].sort(), Object.keys(explanations.texts).sort(), explanations.namespace);
    }
    for (const [name, row] of rows) assert.ok(row.actions.length > 0, name);
  });

  it('S3.12 an alarm whose name is numbered says which number, and only such a one', () => {
    for (const [name, row] of rows)
      assert.equal(alarmMessages.texts[`${stemOf(name)}.name`].en.includes('{n}'), row.n !== undefined, name);
  });

  it('S4.10 what a severity says, the name’s ending and the live section say too', () => {
    for (const [name, row] of rows) {
      const warning = row.severity === 'W' || row.severity === 'N';
      assert.equal(name.endsWith('Warning'), warning, name);
      assert.equal(liveSectionOf(name), warning ? 'warnings' : 'alarms', name);
    }
    assert.equal(liveSectionOf('somethingNewWarning'), 'warnings');
    assert.equal(liveSectionOf('somethingNew'), 'alarms');
  });

  it('S4.10 S3.14 an alarm’s grade is the word that people read: what its section and its type of notification say', () => {
    for (const [name, row] of rows) {
      const warned = row.maintenance ? 'upkeep' : 'warning';
      assert.equal(gradeOf(name), liveSectionOf(name) === 'alarms' ? 'alarm' : warned, name);
    }
    assert.deepEqual(['openDoorAlarm', 'offlineWarning', 'descaleWarning'].map(gradeOf), [
      'alarm',
      'warning',
      'upkeep',
    ]);
    assert.deepEqual(['newerAlarm', 'newerWarning', 'newer'].map(gradeOf), ['alarm', 'warning', 'alarm']);
  });

  it('S3.12 food at risk is told to the kitchen at once, and what asks for a corrective action never goes untold', () => {
    for (const [name, row] of rows) {
      if (row.severity === 'C' || row.record === 'EX') assert.equal(row.notify.kitchen, 'both', name);
      if (row.notify.ownerAfter_min !== undefined) assert.ok(row.notify.owner, name);
    }
  });

  it('S3.12 an alarm of a core probe silences the point that it is named after, one of the needle all of them, and others none', () => {
    const silencing = rows.filter(([name]) => pointsSilencedBy(name).length > 0).map(([name]) => name);
    assert.deepEqual(silencing, [
      ...corePoints.map((point) => `coreProbe${pointNumber(point)}Alarm`),
      'coreNeedleAlarm',
    ]);
    for (const [index, point] of corePoints.entries())
      assert.deepEqual(pointsSilencedBy(`coreProbe${pointNumber(point)}Alarm`), [index]);
    assert.deepEqual(pointsSilencedBy('coreNeedleAlarm'), [...corePoints.keys()]);
    for (const name of ['cellProbeAlarm', 'blackOutAlarm', 'coreProbe9Alarm', 'toString'])
      assert.deepEqual(pointsSilencedBy(name), []);
    for (const name of silencing) assert.equal(alarms[name].record, 'NP');
  });

  it('S3.12 where nobody knows how the food is, or it is past its limit, nothing says that it is not at risk', () => {
    // While one point of a needle is silent, the others go on proving.
    for (const [name, row] of rows)
      if (row.record === 'EX' || (row.record === 'NP' && row.silences !== 'itsPoint'))
        assert.ok(!(row.actions as readonly string[]).includes('noRisk'), name);
  });

  it('S3.12 the first thing to do decides who acts first', () => {
    assert.equal(whoActs(alarms.openDoorAlarm), 'kitchen');
    assert.equal(whoActs(alarms.coreProbe1Alarm), 'service');
    assert.equal(whoActs(alarms.mainsVoltageLowWarning), 'electrician');
    assert.equal(whoActs({ actions: ['noRisk'] }), 'kitchen');
  });

  it('S3.29 a service visit holds back what only the server sees, never food or people at risk', () => {
    assert.deepEqual(inhibitionsOf(alarms.probeImplausibleWarning), ['defrost', 'door', 'service']);
    assert.ok(!inhibitionsOf(alarms.cellProbeAlarm).includes('service'));
    assert.ok(!inhibitionsOf(alarms.evapFanAlarm).includes('service'));
  });
});
