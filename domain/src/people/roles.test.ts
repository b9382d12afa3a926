import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translate } from '../language/messages.ts';
import { roleMessages } from './roles.messages.ts';
import { hasLiveUpdates, homeOf, isRole, type Role, roleContains, roles, rolesOf } from './roles.ts';

const those = (test: (role: Role) => boolean): Role[] => roles.filter(test);

describe('roles', () => {
  it('S6.8 the eleven codes, each with its shown name', () => {
    assert.equal(new Set(roles).size, 11);
    assert.deepEqual(Object.keys(roleMessages.texts), [...roles]);
    assert.equal(translate(roleMessages, 'en', 'SERVICE_SALES'), 'Service sales rep.');
    assert.equal(translate(roleMessages, 'de', 'FACTORY'), 'Werksservice');
    assert.equal(isRole('user'), false);
  });

  it('S2.44 containing for SERVICE, FACTORY and INTERNAL, exact for the rest', () => {
    assert.deepEqual(
      those((role) => roleContains(role, 'SERVICE')),
      ['SERVICE', 'SERVICE_SALES'],
    );
    assert.deepEqual(
      those((role) => roleContains(role, 'FACTORY')),
      ['FACTORY', 'SUPERFACTORY'],
    );
    assert.deepEqual(
      those((role) => roleContains(role, 'INTERNAL')),
      ['INTERNAL', 'INTERNAL_SUB', 'INTERNAL_DOC'],
    );
    assert.deepEqual(
      those((role) => roleContains(role, 'USER')),
      ['USER'],
    );
    assert.deepEqual(
      those((role) => roleContains(role, 'SUPERFACTORY')),
      ['SUPERFACTORY'],
    );
    assert.equal(roleContains(undefined, 'USER'), false);
    for (const area of roles)
      assert.deepEqual(
        rolesOf(area),
        those((role) => roleContains(role, area)),
      );
  });

  it('S2.6 the home of every role, and of a missing one', () => {
    assert.deepEqual(Object.fromEntries(roles.map((role) => [role, homeOf(role)])), {
      USER: 'dashboard',
      SERVICE: 'service',
      SERVICE_SALES: 'service',
      FACTORY: 'factory',
      SUPERFACTORY: 'factory',
      SUBSIDIARY: 'factory',
      INTERNAL: 'factory',
      INTERNAL_SUB: 'factory',
      INTERNAL_DOC: 'factory',
      ADMIN: 'access',
      KITCHEN_MANAGER: 'access',
    });
    assert.equal(homeOf(null), 'access');
  });

  it('S4.10 only USER and the service roles open the live connection', () => {
    assert.deepEqual(those(hasLiveUpdates), ['USER', 'SERVICE', 'SERVICE_SALES']);
  });
});
