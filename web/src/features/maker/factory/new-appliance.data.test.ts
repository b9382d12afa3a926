import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serialOf } from '@brina/domain/appliance/serial-number';
import { gammaOfSerial, groupedSerial, modelFits, modelsFor, serialState } from './new-appliance.data.ts';

const right = serialOf('MF', 2026, 417);
const wrong = `${right.slice(0, 9)}${(Number(right[9]) + 1) % 10}`;

describe('a serial number while it is typed', () => {
  it('stands in the groups of the plate, in every step, also backwards', () => {
    const steps = Array.from(right, (_, at) => groupedSerial(right.slice(0, at + 1).toLowerCase()));
    assert.deepEqual(steps.slice(0, 5), ['M', 'MF', 'MF 2', 'MF 26', 'MF 26 0']);
    assert.equal(steps.at(-1), `MF 26 00417 ${right[9]}`);
    assert.equal(groupedSerial('MF 26 '), 'MF 26');
    assert.equal(groupedSerial('XY 12-345'), 'XY 12-345');
  });

  it('is blamed when it is whole and wrong, not before; another make’s is said to be unverifiable', () => {
    assert.deepEqual(
      ['', 'MF 26 004', right, wrong, 'AB12345', 'MF 99 00417 1'].map((typed) => serialState(typed, 2026)),
      ['open', 'open', 'right', 'serial_check_digit', 'foreign', 'serial_format'],
    );
  });

  it('S8.20 its letters say the category and leave only models it can belong to', () => {
    assert.equal(gammaOfSerial('my26'), 'CONSERVATORE');
    assert.equal(gammaOfSerial('MF-26.004'), 'ABBATTITORE');
    assert.equal(gammaOfSerial('AB12345'), undefined);
    const families = (gamma: 'CONSERVATORE', typed: string) =>
      new Set(modelsFor(gamma, typed).map(({ family }) => family));
    assert.deepEqual(families('CONSERVATORE', ''), new Set(['CP', 'MYA']));
    assert.deepEqual(families('CONSERVATORE', 'MY 26'), new Set(['MYA']));
    assert.equal(modelFits('MF Next L 45', 'CP 26 00001'), false);
    assert.equal(modelFits('MF Next L 45', 'AB12345'), true);
  });
});
