import assert from 'node:assert/strict';
import { it } from 'node:test';
import { claimAppliance } from '@brina/contract/calls/kitchen/appliances';
import { anotherSession, onlyPostgres } from '../../../../test/another-session.ts';
import { given } from '../../../../test/given.ts';
import { startTestPortal } from '../../../../test/portal.ts';

it(
  'S6.7 a claim waits for what the unit tells meanwhile, which does not wait for the claim',
  onlyPostgres,
  async () => {
    await using portal = await startTestPortal();
    const { user, laboratory, unit } = given(portal);
    const owner = await user();
    const labId = await laboratory(owner);
    const { activationCode, serialNumber: serial } = await unit();
    // As ingestion does: the unit's live picture first, then rows that refer to the unit.
    await using ingestion = await anotherSession(portal);
    await ingestion.query('begin');
    await ingestion.query(
      'select from live_state s join appliance a on a.id = s.appliance where a.serial = $1 for update of s',
      [serial],
    );
    const claimed = owner.call(claimAppliance, { body: { activationCode, name: 'Chiller', labId } });
    await ingestion.hasStopped('the claim waits for the live picture', 'live_state');
    await ingestion.query(
      `insert into connection_interval select id, '1', 'edge', now(), null, null from appliance where serial = $1`,
      [serial],
    );
    await ingestion.query('commit');
    assert.equal((await claimed).serialNumber, serial);
  },
);
