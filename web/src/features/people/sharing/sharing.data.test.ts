import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  listMembers,
  listSharedAppliances,
  type Member,
  type SharedAppliance,
} from '@brina/contract/calls/people/sharing';
import { appliancesAfter, byKitchen, membersAfter, nameOf } from './sharing.data.ts';

const shared: SharedAppliance = {
  ...listSharedAppliances.example.reply[0],
  sharedWith: ['lea@example.com'],
  services: [],
};
const lea: Member = listMembers.example.reply[0];
const appliance = (serialNumber: string, lab: SharedAppliance['lab']): SharedAppliance => ({
  ...shared,
  serialNumber,
  lab,
  sharedWith: [],
});

describe('sharing', () => {
  it('S2.29 appliances stand by kitchen in the server’s order, those in none last', () => {
    const [a, b] = [
      { id: 'a', name: 'Bakery' },
      { id: 'b', name: 'Main kitchen' },
    ];
    const kitchens = byKitchen([appliance('1', null), appliance('2', a), appliance('3', b), appliance('4', a)]);
    assert.deepEqual(
      kitchens.map(({ name, appliances }) => [name, appliances.map(({ serialNumber }) => serialNumber)]),
      [
        ['Bakery', ['2', '4']],
        ['Main kitchen', ['3']],
        [null, ['1']],
      ],
    );
  });

  it('S6.2 a change is seen from both sides, and undone by its opposite', () => {
    const change = { email: lea.email, serialNumber: shared.serialNumber, shared: false };
    assert.deepEqual(appliancesAfter([shared], change)[0]?.sharedWith, []);
    assert.deepEqual(membersAfter([lea], change)[0]?.appliances, []);
    const back = { ...change, shared: true };
    assert.deepEqual(appliancesAfter(appliancesAfter([shared], change), back), [shared]);
    assert.deepEqual(membersAfter(membersAfter(membersAfter([lea], change), back), back), [lea]);
  });

  it('S2.29 a user without a name is spoken of by address', () => {
    assert.equal(nameOf(lea), 'Lea Rossi');
    assert.equal(nameOf({ ...lea, firstName: '', lastName: '' }), lea.email);
  });
});
