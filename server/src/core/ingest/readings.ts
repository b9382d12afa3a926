import type { TelemetryMessage } from '@brina/contract/devices';
import type { Reported, Status } from '@brina/contract/live';
import { tcpPort } from '@brina/contract/wire/values';
import { isSentMetric, type MetricRow, metrics } from '@brina/domain/appliance/metrics';
import { classifyValue } from '@brina/domain/appliance/value-class';
import { cycleStateOf } from '@brina/domain/cycles/cycle';
import type { Unit } from '../picture/unit.ts';
import { flags, type Origin, type Sample } from './facts.ts';
import type { Timing } from './timing.ts';

/**
 * The samples of a telemetry message, each value sorted by its metric's row: a fault leaves the column null with the raw
 * value kept as evidence, a metric unknown to this version goes to `other`; neither quarantines the message (docs/DEVICE-PROTOCOL.md).
 * Those that are nobody's are left out.
 */
export function samplesOf(origin: Origin, { s, hist }: TelemetryMessage, timing: Timing): Sample[] {
  const samples: Sample[] = [];
  for (const [ix, [offset_ms, values]] of s.entries()) {
    const at_ms = timing.at_ms(offset_ms);
    if (at_ms === undefined) continue;
    const read = readValues(origin.unit, values);
    samples.push({
      ...origin,
      ix,
      at_ms,
      clockShift_ms: timing.clockShift_ms(at_ms, offset_ms),
      clockOffset_s: timing.clockOffset_s,
      flags: timing.marks | read.flags | (hist ? flags.backlog : 0),
      columns: read.columns,
      other: read.other,
    });
  }
  return samples;
}

/** What the picture takes from a twin: the metrics in it, as samples would carry them, and its port. */
export function twinValues(unit: Unit, reported: Readonly<Record<string, unknown>>): Reported {
  const values = Object.entries(reported).filter(
    (entry): entry is [string, number | string | null] =>
      ['number', 'string'].includes(typeof entry[1]) || entry[1] === null,
  );
  return { ...readValues(unit, Object.fromEntries(values)).columns, ...portIn(unit, reported) };
}

/** A twin is the whole state: a port that an earlier one told of and this one does not is no more. */
function portIn(unit: Unit, reported: Readonly<Record<string, unknown>>): Reported {
  const { success, data } = tcpPort.safeParse(reported['port']);
  if (success) return { port: data };
  return 'port' in unit.picture.reported ? { port: null } : {};
}

type Value = number | string | null;

function readValues(
  unit: Unit,
  values: Readonly<Record<string, Value>>,
): { columns: Record<string, Value>; other: Record<string, unknown> | null; flags: number } {
  const columns: Record<string, Value> = {};
  let other: Record<string, unknown> | null = null;
  let marks = 0;
  // Not their entries: of a fleet's samples those are a third of what this takes.
  for (const name of Object.keys(values)) {
    const value = values[name] as Value;
    // What is assigned to this name is not kept, and null changes what the object is.
    if (name === '__proto__') continue;
    if (!isSentMetric(name)) {
      (other ??= {})[name] = value;
      continue;
    }
    if (value === null) {
      // Of a probe it is a fault the unit knows of; of a set-point or a clock of the cycle: none is in force.
      if ((metrics[name] as MetricRow).fault !== null) marks |= flags.fault;
      // Said, and not merely absent: the column alone could not tell.
      (other ??= {})[name] = null;
      columns[name] = null;
      continue;
    }
    const zone = classifyValue(name, value, unit.family);
    if (zone === 'suspect') marks |= flags.suspect;
    if (zone === 'fault') marks |= flags.fault;
    // A raw value that is no value stays as evidence beside its empty column.
    if (zone === 'fault') (other ??= {})[name] = value;
    columns[name] = zone === 'fault' ? null : value;
  }
  return { columns, other, flags: marks };
}

/**
 * What an appliance is doing as a whole, by the metrics it last reported. A chamber that holds its temperature in a mode, in
 * either zone, is running though no cycle is.
 */
export function statusOf(reported: Reported): Status {
  if (reported['powerState'] === 0) return 'off';
  const state = reported['cycleState'];
  const cycle = typeof state === 'number' ? cycleStateOf(state) : undefined;
  if (cycle && cycle !== 'standby') return cycle;
  const modes = [reported['operatingMode'], reported['operatingModeZone2']].filter((mode) => typeof mode === 'number');
  if (modes.some((mode) => mode !== standbyMode)) return 'running';
  return cycle ?? (modes.length > 0 ? 'standby' : 'unknown');
}

/** Every family numbers its modes from standby on. */
const standbyMode = 0;
