/** Appliances in the states that screens must show, for tests. */
import { type Appliance, getAppliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { minute_ms } from '@brina/domain/language/durations';
import { now } from '../../lib/clock.ts';
import { portalFixture } from '../../lib/testing/portal-fixture.ts';

const [lab] = listLaboratories.example.reply;
const pastry = { ...lab, id: '0198c0de-0000-7000-8000-00000000000b', name: 'Pastry' };

/** The contract's example, changed; what it reports is joined with the example's. */
export function applianceWith(
  change: Partial<Omit<Appliance, 'twin'>> & { reported?: Appliance['twin']['reported'] },
): Appliance {
  const example: Appliance = getAppliance.example.reply;
  const { reported, ...others } = change;
  const serialNumber = others.serialNumber ?? example.serialNumber;
  return { ...example, ...others, twin: { serialNumber, reported: { ...example.twin.reported, ...reported } } };
}

/** Chilling since half an hour, in its second phase of three. */
export const chilling = (): Appliance =>
  applianceWith({
    status: 'running',
    cycleRunning: true,
    cycle: {
      runId: 'run-1',
      batchId: '0198c0de-0000-8000-8000-0000000000b1',
      function: 0,
      state: 'running',
      phaseIndex: 2,
      phaseCount: 3,
      phase: 3,
      startedAt: now() - 30 * minute_ms,
      endedAt: null,
      coreTarget: 3,
      reason: null,
    },
    reported: { TCell: -3.2, cellSetTemp: 0, TCore1: 22.1, TCore2: 24.6, coreSetTemp: 3, cycleRemaining: 38 * 60 },
  });

/** Holding at +2 °C with its door open for too long. */
export const alarmed = (): Appliance =>
  applianceWith({
    serialNumber: 'MFM30-26-000207',
    name: 'Blast chiller 2',
    model: 'MF Next M 30',
    status: 'ended',
    door: 1,
    alarms: [{ name: 'openDoorAlarm', active: true, since: now() - 6 * minute_ms }],
    reported: { TCell: 9.6, cellSetTemp: 2, door: 1 },
  });

/** Not heard since 26 minutes. */
export const offline = (): Appliance =>
  applianceWith({
    serialNumber: 'MFXS12-26-000099',
    name: 'Ice cream',
    model: 'MF Next XS 12',
    lab: { id: pastry.id, name: pastry.name, timeZone: pastry.timeZone },
    online: false,
    lastSeenAt: now() - 26.5 * minute_ms,
    reported: { TCell: -21.3, cellSetTemp: -20 },
  });

/** A holding cabinet that keeps chilled food. */
export const cabinet = (change: Parameters<typeof applianceWith>[0] = {}): Appliance =>
  applianceWith({
    serialNumber: 'CP26007245',
    name: 'Cold store',
    model: 'CP Next 700',
    gamma: 'CONSERVATORE',
    status: 'unknown',
    ...change,
    reported: {
      TCell: 3.4,
      cellSetTemp: 2,
      levelHumidity: 78,
      cellSetHumidity: 80,
      operatingMode: 2,
      powerState: 1,
      defrostState: 0,
      sanigenLevel: 2,
      lightState: 0,
      compressorState: 1,
      evapFanPercentage: 60,
      dailyOpenDoor1Counter: 37,
      instantPower: 310,
      TAmbient: 24.5,
      ...change.reported,
    },
  });

/** A cabinet of two compartments, one freezes and one chills. */
export const duo = (change: Parameters<typeof applianceWith>[0] = {}): Appliance =>
  cabinet({
    serialNumber: 'CP26007246',
    name: 'Duo',
    model: 'CP Next 700 Duo',
    ...change,
    reported: {
      operatingMode: 1,
      TCell: -20.4,
      cellSetTemp: -20,
      levelHumidity: null,
      cellSetHumidity: null,
      operatingModeZone2: 2,
      TCellZone2: 2.6,
      cellSetTempZone2: 2,
      levelHumidityZone2: 74,
      cellSetHumidityZone2: 80,
      dailyOpenDoor2Counter: 12,
      ...change.reported,
    },
  });

/** A pastry cabinet in its automatic mode, pralines. */
export const mya = (change: Parameters<typeof applianceWith>[0] = {}): Appliance =>
  cabinet({
    serialNumber: 'MY25000614',
    name: 'Pralines',
    model: 'MYA 20',
    ...change,
    reported: {
      operatingMode: 2,
      cycleId: 1,
      TCell: 14.2,
      cellSetTemp: 14,
      levelHumidity: 51,
      cellSetHumidity: 50,
      sanigenLevel: 65_535,
      lightState: 1,
      ...change.reported,
    },
  });

/** A prover in standby. */
export const prover = (change: Parameters<typeof applianceWith>[0] = {}): Appliance =>
  cabinet({
    serialNumber: 'PL26001456',
    name: 'Prover',
    model: 'PL Next 20 F',
    gamma: 'FERMALIEVITA',
    status: 'standby',
    ...change,
    reported: {
      operatingMode: 0,
      TCell: 22.3,
      cellSetTemp: null,
      levelHumidity: 48,
      cellSetHumidity: null,
      sanigenLevel: null,
      cyclePhase: 0,
      ...change.reported,
    },
  });

/** A portal with these appliances in two kitchens, and a third kitchen without any. */
export function portalWith(appliances: readonly Appliance[]): ReturnType<typeof portalFixture> {
  const portal = portalFixture();
  portal.reply(listAppliances, [...appliances]);
  portal.reply(listLaboratories, [
    ...[lab, pastry].map((one) => ({
      ...one,
      applianceCount: appliances.filter((appliance) => appliance.lab?.id === one.id).length,
    })),
    {
      ...lab,
      id: '0198c0de-0000-7000-8000-00000000000c',
      name: 'Banqueting',
      applianceCount: 0,
      may: { edit: true, delete: true },
    },
  ]);
  for (const appliance of appliances) {
    const id = appliance.serialNumber;
    portal.reply(getAppliance, appliance, { id });
    portal.reply(getTelemetry, () => chartOfLastHours(), { id });
  }
  return portal;
}

/** Two hours in steps of ten minutes: 16 °C, nothing for twenty minutes, then falling to −12 °C. */
function chartOfLastHours() {
  const to = now();
  const step_ms = 10 * minute_ms;
  const at = Array.from({ length: 12 }, (_, step) => to - (12 - step) * step_ms);
  const air = [16, 16, 16, null, null, 16, 16, 10, 2, -5, -10, -12];
  const core = [null, null, null, null, null, null, 70, 58, 47, 38, 31, 25];
  const series = (values: (number | null)[]) => ({ min: values, mean: values, max: values });
  return {
    from: at[0] ?? to,
    to,
    level: 'raw' as const,
    step_ms,
    at,
    series: { TCell: series(air), TCore1: series(core), cellSetTemp: series(at.map(() => -14)) },
    gaps: [{ from: at[3] ?? to, to: at[5] ?? to, reason: 'link_lost' as const }],
    arriving: false,
  };
}
