/** How far a value that a unit sends is to be believed. */

import { families } from './families/families.ts';
import type { FamilyCode } from './families/family-code.ts';
import { inFirstZone, type MetricName, type MetricRow, metrics, type Range } from './metrics.ts';
import { states } from './states.ts';

/** Plausible is stored, suspect is stored and counted in data quality, of a fault the column is null and the raw value is evidence. */
export type ValueClass = 'plausible' | 'suspect' | 'fault';

/** What broken probes and boards send instead of a value. */
const faultCodes: readonly number[] = [32_767, -32_768, 3276.7, 999.9, 65_535];

/** Largest magnitude a column takes: a value beyond it could not be stored at all. */
const columnMax = { real: 3.4e38, smallint: 32_767, integer: 2_147_483_647, bigint: Number.MAX_SAFE_INTEGER } as const;

/** What `cycleFunction` says between cycles, in every family. */
const idle = 255;

/**
 * Sorts a raw value into its class. A unit's `null` for a probe it knows to be broken is a fault, a state code unknown to the
 * family too. A fault code inside the plausible range is a value: a counter passes 32767 on its way.
 */
export function classifyValue(name: MetricName, raw: unknown, family: FamilyCode): ValueClass {
  const row: MetricRow = metrics[name];
  const range = row.plausibleIn?.[family] ?? row.plausible;
  if (row.sql === 'text') return typeof raw === 'string' && within(raw.length, range) ? 'plausible' : 'fault';
  if (typeof raw !== 'number' || !Number.isFinite(raw)) return 'fault';
  if (Math.abs(raw) > columnMax[row.sql] || (row.sql !== 'real' && !Number.isInteger(raw))) return 'fault';
  if (row.kind === 'state') return isStateCode(name, raw, family) ? 'plausible' : 'fault';
  if (within(raw, range)) return 'plausible';
  if (faultCodes.includes(raw)) return 'fault';
  return row.fault && !(raw > row.fault[0] && raw < row.fault[1]) ? 'fault' : 'suspect';
}

const within = (value: number, [min, max]: Range): boolean => value >= min && value <= max;

/** Codes of modes, functions, phases and Sanigen levels are the family's own; the others are everybody's. */
function isStateCode(name: MetricName, code: number, family: FamilyCode): boolean {
  const { functions, modes, phases, sanigen } = families[family];
  const metric = inFirstZone(name);
  if (metric === 'sanigenLevel') return sanigen?.includes(code) ?? false;
  if (metric === 'operatingMode') return code in modes;
  // A unit without functions repeats its mode.
  if (metric === 'cycleFunction') return code === idle || code in functions || code in modes;
  if (metric === 'cyclePhase') return code in phases;
  const listed = (states as Readonly<Record<string, object>>)[metric];
  return listed ? code in listed : within(code, metrics[name].plausible);
}
