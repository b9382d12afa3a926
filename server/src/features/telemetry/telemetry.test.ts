import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance } from '@brina/contract/appliances';
import { getTelemetry } from '@brina/contract/telemetry';
import { TestDevice } from '../../../test/device.ts';
import { given } from '../../../test/given.ts';
import { sharedPortal } from '../../../test/portal.ts';

describe('telemetry', async () => {
  const portal = await sharedPortal();
  const { user, claimedUnit } = given(portal);

  it('S3.13 S1.5 a sample a unit sent is acknowledged, shown live and charted', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    using device = new TestDevice(portal, unit);
    await device.connect();
    const at = portal.clock.now();
    assert.equal(
      await device.sendSamples(
        [
          { TCell: 3.2, powerState: 1, cycleState: 0, door: 0 },
          { TCell: 3.4, powerState: 1, cycleState: 0, door: 0 },
        ],
        { at },
      ),
      'got',
    );
    const shown = await owner.call(getAppliance, { params: { id: unit.serialNumber } });
    assert.equal(shown.online, true);
    assert.equal(shown.status, 'standby');
    assert.equal(shown.twin.reported['TCell'], 3.4);
    const chart = await owner.call(getTelemetry, {
      params: { id: unit.serialNumber },
      query: { from: at - 3_600_000, to: at + 5000, metrics: 'TCell', points: 100 },
    });
    const { min = [], max = [] } = chart.series['TCell'] ?? {};
    assert.deepEqual(
      [Math.min(...min.filter((v) => v !== null)), Math.max(...max.filter((v) => v !== null))].map(
        (v) => Math.round(v * 10) / 10,
      ),
      [3.2, 3.4],
    );
  });
});
