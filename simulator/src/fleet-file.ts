/** The file that says which units there are, and what happened to them. */
import { modelRow } from '@brina/domain/appliance/families/families';
import type { Package } from '@brina/domain/appliance/families/family';
import { type PhaseEndKind, phaseEnds } from '@brina/domain/appliance/phase-plan';
import { checkDefinition } from '@brina/domain/recipes/recipe-check';
import { type Incident, incidentFault } from './incidents.ts';
import { isZone } from './kitchen.ts';
import { type Routine, routines } from './routines/kitchen-day.ts';
import type { KitchenCycle } from './routines/own-cycles.ts';
import { type PanelAnswers, panelAnswers } from './unit/panel.ts';

/** A unit of the fleet file. */
export type FleetUnit = {
  readonly serial: string;
  /** Stored name of the model. */
  readonly model: string;
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
  readonly timeZone: string;
  readonly name: string;
  readonly routine: Routine;
  /** Whether it produces a past. */
  readonly history: boolean;
  /** What was sold; absent: Excellence. */
  readonly package?: Package;
  /** Ends of a phase that its software does not know, as older software. */
  readonly withoutEnds?: readonly PhaseEndKind[];
  /** Modes of a cabinet's zones; absent: as it left the factory. */
  readonly modes?: readonly number[];
};

/** The fleet file. */
export type FleetFile = {
  readonly mqttUrl: string;
  /** PEM of the authority that signed the edge's certificate. */
  readonly ca: string;
  /** Port of the control on loopback; 0 any free one. */
  readonly controlPort?: number;
  /** Who answers at the panels; absent: somebody agrees at once. */
  readonly panelAnswers?: PanelAnswers;
  /** What happened in the past; absent: a power cut, and a late batch at each unit. */
  readonly incidents?: readonly Incident[];
  /** The kitchen's own cycles, which its cooks start at the blast chillers; absent: none. */
  readonly cycles?: readonly KitchenCycle[];
  readonly units: readonly FleetUnit[];
};

/** Checks a fleet file; throws with every fault it has. */
export function parseFleet(text: string): FleetFile {
  const file = JSON.parse(text) as Partial<FleetFile>;
  const faults: string[] = [];
  if (typeof file.mqttUrl !== 'string') faults.push('mqttUrl is missing');
  if (typeof file.ca !== 'string') faults.push('ca is missing');
  if (!Array.isArray(file.units)) faults.push('units are missing');
  if (file.panelAnswers !== undefined && !panelAnswers.includes(file.panelAnswers)) faults.push('panelAnswers');
  for (const incident of file.incidents ?? []) {
    const fault = incidentFault(incident);
    if (fault) faults.push(fault);
  }
  for (const { number, definition } of file.cycles ?? [])
    if (checkDefinition(definition).length > 0) faults.push(`cycle ${number}`);
  for (const unit of (file.units ?? []) as readonly Partial<FleetUnit>[]) {
    const name = `unit ${unit.serial ?? '?'}`;
    if (!/^[A-Za-z0-9-]{1,64}$/.test(unit.serial ?? '')) faults.push(`${name}: serial`);
    if (!modelRow(unit.model ?? '')) faults.push(`${name}: unknown model "${unit.model}"`);
    if (typeof unit.certificate !== 'string' || typeof unit.key !== 'string')
      faults.push(`${name}: certificate or key`);
    if (!isZone(unit.timeZone ?? '')) faults.push(`${name}: unknown time zone "${unit.timeZone}"`);
    if (unit.withoutEnds?.some((end) => !phaseEnds.includes(end))) faults.push(`${name}: withoutEnds`);
    if (!routines.some((routine) => routine === unit.routine))
      faults.push(`${name}: unknown routine "${unit.routine}"`);
  }
  if (faults.length > 0) throw new Error(`The fleet file is not usable: ${faults.join('; ')}.`);
  return file as FleetFile;
}
