import type { FamilyCode } from '@brina/domain/appliance/families/family-code';
import type { PhaseEndKind } from '@brina/domain/appliance/phase-plan';
import { serialOf } from '@brina/domain/appliance/serial-number';
import { definitionOf } from '@brina/domain/recipes/presets';

/** Days of past that the demo's units tell. */
export const historyDays = 30;

/** Kitchens of the demo company. The first names the demo's service partner as its assistance center. */
export const demoKitchens = ['Cucina centrale', 'Laboratorio di pasticceria', 'Forno'] as const;
type Kitchen = 0 | 1 | 2;

/** A unit of the demo: its model, where it stands (or that it waits to be added), and who uses it. */
export type DemoUnit = {
  serial: string;
  model: string;
  name: string;
  laboratory: Kitchen | 'spare';
  routine: 'restaurant' | 'pastry' | 'bakery' | 'always' | 'idle';
  /** Modes of a cabinet's zones. */
  modes?: readonly number[];
  /** Ends of a phase that its software does not know. */
  withoutEnds?: readonly PhaseEndKind[];
};

const yearOfBuild = 2026;

/** Function of MF. */
const chill = 0;

/** The demo's serial numbers count from here: each family has its own numbers. */
const numbers = new Map<FamilyCode, number>();
function nextSerial(family: FamilyCode): string {
  const number = (numbers.get(family) ?? 100) + 1;
  numbers.set(family, number);
  return serialOf(family, yearOfBuild, number);
}

type Use = Pick<DemoUnit, 'routine'> & Partial<Pick<DemoUnit, 'modes' | 'withoutEnds'>>;
const standing = (laboratory: Kitchen, family: FamilyCode, model: string, name: string, use: Use): DemoUnit => ({
  serial: nextSerial(family),
  model,
  name,
  laboratory,
  ...use,
});
const spare = (family: FamilyCode, model: string): DemoUnit => ({
  serial: nextSerial(family),
  model,
  name: '',
  laboratory: 'spare',
  routine: 'idle',
});

/** Every family, in three kitchens, and one unit of each that waits to be added. */
export const demoUnits: readonly DemoUnit[] = [
  standing(1, 'MF', 'MF Next XS 12', 'Abbattitore banco', { routine: 'pastry' }),
  standing(1, 'MF', 'MF Next S 20', 'Abbattitore dolci', { routine: 'pastry' }),
  standing(0, 'MF', 'MF Next M 30', 'Abbattitore 1', { routine: 'restaurant' }),
  standing(0, 'MF', 'MF Next L 45', 'Abbattitore 2', { routine: 'always' }),
  standing(0, 'EF', 'EF Next M 25', 'Abbattitore pesce', { routine: 'restaurant' }),
  standing(0, 'SF', 'SF Roll 100 RWL', 'Cella carrelli', { routine: 'restaurant' }),
  standing(0, 'CP', 'CP Next 700', 'Frigo carne', { routine: 'restaurant', modes: [2] }),
  standing(0, 'CP', 'CP Next 1400', 'Congelatore', { routine: 'restaurant', modes: [1] }),
  standing(0, 'CP', 'CP Next 700 Duo', 'Frigo doppio', { routine: 'restaurant', modes: [2, 1] }),
  standing(1, 'CP', 'CP Next 350', 'Armadio cioccolato', { routine: 'pastry', modes: [3] }),
  standing(1, 'MYA', 'MYA 20', 'Vetrina praline', { routine: 'pastry', modes: [1] }),
  standing(2, 'PL', 'PL Next 20', 'Fermalievita cornetti', { routine: 'bakery' }),
  standing(2, 'PL', 'PL Roll 1', 'Fermalievita pane', { routine: 'bakery' }),
  standing(2, 'EF', 'EF Next XS 8', 'Abbattitore forno', { routine: 'pastry', withoutEnds: ['even'] }),
  spare('MF', 'MF Next M 30'),
  spare('EF', 'EF Next S 15'),
  spare('SF', 'SF Roll 150 RWL'),
  spare('CP', 'CP Next 700'),
  spare('MYA', 'MYA 10 U'),
  spare('PL', 'PL Next 10 U'),
];

const serialNamed = (name: string): string => demoUnits.find((unit) => unit.name === name)?.serial ?? '';
const inKitchen = (kitchen: Kitchen): string[] =>
  demoUnits.filter(({ laboratory }) => laboratory === kitchen).map(({ serial }) => serial);

/** A place that both sides filled while they did not hear each other: what the portal wishes for it, and what was made at the panel. */
export const editedAtPanel = {
  wished: 'Vitello arrosto',
  unit: serialNamed('Abbattitore 2'),
  slot: 24,
  title: 'Vitello, taglio spesso',
} as const;

const tuesday = 2;
const thursday = 4;

/**
 * What happened in the demo's past, so that its book holds a record of each verdict: faults that were mended, cuts of the power, batches
 * that went wrong and days off, and a change at a panel.
 */
export const demoIncidents = [
  { kind: 'oddDay', what: 'tooThick', daysAgo: 3, unit: serialNamed('Abbattitore dolci') },
  { kind: 'oddDay', what: 'plugPulled', daysAgo: 12, unit: serialNamed('Abbattitore forno') },
  { kind: 'oddDay', what: 'needleInAir', daysAgo: 8, unit: serialNamed('Abbattitore banco') },
  { kind: 'oddDay', what: 'stopped', daysAgo: 5, unit: serialNamed('Abbattitore banco') },
  { kind: 'oddDay', what: 'coldFood', daysAgo: 11, unit: serialNamed('Abbattitore pesce') },
  // A weekday is a usual one after three weeks in which there was work on it: these lie in the last nine days.
  { kind: 'oddDay', what: 'closed', daysAgo: 2, weekday: tuesday, unit: serialNamed('Abbattitore forno') },
  { kind: 'oddDay', what: 'closed', daysAgo: 2, weekday: thursday, unit: serialNamed('Abbattitore pesce') },
  { kind: 'powerCut', daysAgo: 9.4, minutes: 42, units: inKitchen(0) },
  // A loose contact: never long, but too much of the day, on whichever side of midnight it falls.
  { kind: 'brokenProbe', daysAgo: 13.2, unit: serialNamed('Frigo carne'), probe: 'cell', hours: 0.4, times: 8 },
  { kind: 'brokenProbe', daysAgo: 20.2, unit: serialNamed('Frigo doppio'), probe: 'cell', hours: 8 },
  { kind: 'fault', daysAgo: 16.3, unit: serialNamed('Congelatore'), fault: 'defrostDead', value: 1, hours: 34 },
  { kind: 'fault', daysAgo: 7.3, unit: serialNamed('Frigo carne'), fault: 'compressor', value: 1, hours: 6 },
  // Emptied and cleaned over a whole day.
  { kind: 'standBy', daysAgo: 24.5, unit: serialNamed('Armadio cioccolato'), hours: 50 },
  { kind: 'fault', daysAgo: 5.6, unit: serialNamed('Fermalievita cornetti'), fault: 'waterOff', value: 1, hours: 7 },
  {
    kind: 'panelEdit',
    daysAgo: 1.3,
    unit: editedAtPanel.unit,
    slot: editedAtPanel.slot,
    title: editedAtPanel.title,
    ...definitionOf(chill, '-15/100/-/s3 · 0/90/-/c3 · H2/40/-'),
  },
] as const;
