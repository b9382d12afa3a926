import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getUserInfo } from '@brina/contract/account';
import { jsonb } from '#core/db/jsonb.ts';
import { roles } from '@brina/domain/roles';
import { given } from '../../../test/given.ts';
import { sharedPortal } from '../../../test/portal.ts';

describe('user-info', async () => {
  const portal = await sharedPortal();
  const { user } = given(portal);

  it('S7.3 S3.3 S3.4 S3.5 S3.34 tells a user its profile, role, language, flags, preferences and company', async () => {
    const owner = await user('USER', { language: 'it' });
    const preferences = {
      push_notification: true,
      offline_mail_notification: false,
      measurement_system: 'imperial',
      hours_display_system: '12h',
      appliance_report: true,
      haccp_report: false,
      alarm_mail_notification: true,
    } as const;
    const profile = {
      phone: '+39 0422 1',
      country: 'IT',
      address: 'Via Roma 1',
      city: 'Treviso',
      postal_code: '31100',
    };
    await portal.db.write((db) =>
      db
        .updateTable('app_user')
        .set({ ...profile, preferences: jsonb(preferences), pro: true, cycle_library: true })
        .where('id', '=', owner.id)
        .execute(),
    );
    const info = await owner.call(getUserInfo, {});
    assert.match(info.company?.name ?? '', /^Company /);
    const { postal_code: postalCode, ...same } = profile;
    assert.deepEqual(info, {
      id: owner.id,
      status: 'ACTIVE',
      tos: true,
      role: 'USER',
      language: 'it_IT',
      pro: true,
      cycleLibrary: true,
      energyPanel: false,
      firstName: 'Test',
      lastName: 'USER',
      email: owner.email,
      ...same,
      postalCode,
      preferences,
      company: { name: info.company?.name, timeZone: 'Europe/Rome' },
    });
  });

  it('S6.1 S6.8 every role reads its own', async () => {
    for (const role of roles) {
      const person = await user(role);
      const info = await person.call(getUserInfo, {});
      assert.deepEqual([info.id, info.role, info.company === null], [person.id, role, role !== 'USER']);
    }
  });

  it('S3.5 a new account has the defaults', async () => {
    const { preferences, language } = await (await user()).call(getUserInfo, {});
    assert.equal(language, 'en_GB');
    assert.deepEqual(preferences, {
      push_notification: true,
      offline_mail_notification: true,
      measurement_system: 'metric',
      hours_display_system: '24h',
      appliance_report: true,
      haccp_report: true,
      alarm_mail_notification: true,
    });
  });

  it('never tells the password’s hash', async () => {
    const owner = await user();
    assert.doesNotMatch(JSON.stringify(await owner.call(getUserInfo, {})), /argon|password/);
  });
});
