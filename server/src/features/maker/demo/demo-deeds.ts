import type { ActionCause, Disposition } from '@brina/domain/haccp/actions/action';
import type { MissingReason } from '@brina/domain/haccp/missing/missing';
import type { SignatureMeaning } from '@brina/domain/haccp/signing';
import type { MembershipRole } from '@brina/domain/people/roles';

/** Whose account of the demo company does something. */
export type DemoPerson = 'USER' | MembershipRole;

/** What somebody says of a record that calls for it: why, what became of the food, and what is done that it does not happen again. */
type Answer = {
  cause: ActionCause;
  fate: Omit<Disposition, 'kg'>;
  prevention: string;
};

/** The latest record of a unit that says this and waits for an action, or the check of its needle. */
export type About = { unit: string; says: 'FAIL' | 'ABORTED' | 'check' };

/** Something that the demo's people do once its past has arrived, each once. */
export type Deed = { name: string; by: DemoPerson } & (
  | ({ does: 'act'; on: About } & Answer)
  /** Looks at what another did, and finds it enough. */
  | { does: 'verify'; on: About }
  | { does: 'sign'; on: About; meaning: SignatureMeaning }
  /** Holds a needle into ice water, and sets it right if it is wrong. */
  | { does: 'check'; unit: string; daysAgo: number; before_C: number; after_C: number | null }
  | { does: 'explain'; unit: string; reason: Exclude<MissingReason, 'OTHER'>; text: string }
  /** Answers for all else that waits for longer than some days. */
  | { does: 'actOnRest'; daysAgo: number }
  /** Opens the records of a kitchen to who inspects them, and looks once whether the link opens. */
  | { does: 'link'; kitchen: string }
);

/** What is usually said of a record by what it says itself. */
export const usualAnswers: Readonly<Record<string, Answer>> = {
  FAIL: {
    cause: 'TOO_THICK',
    fate: { fate: 'REHEATED', core_C: 75 },
    prevention: 'Trays are filled to the mark, 40 mm at most.',
  },
  ABORTED: {
    cause: 'PERSON',
    fate: { fate: 'SERVED_AT_ONCE' },
    prevention: 'Whoever needs the place asks in the kitchen first.',
  },
  NOT_PROVEN: {
    cause: 'PROBE',
    fate: { fate: 'SERVED_AT_ONCE' },
    prevention: 'Whoever starts a cycle looks whether the needle is in the food.',
  },
  EXCEEDED: {
    cause: 'UNIT',
    fate: { fate: 'MOVED', where: 'Cella carrelli' },
    prevention: 'The service partner has mended it; the alarm is read at once.',
  },
};

/** Latest records first, so that what is told of them stands where one looks first. */
export const demoDeeds: readonly Deed[] = [
  {
    name: 'too thick',
    by: 'ADMIN',
    does: 'act',
    on: { unit: 'Abbattitore dolci', says: 'FAIL' },
    cause: 'TOO_THICK',
    fate: { fate: 'DISCARDED' },
    prevention: 'Sponges are laid out flat before they are chilled.',
  },
  { name: 'too thick, verified', by: 'USER', does: 'verify', on: { unit: 'Abbattitore dolci', says: 'FAIL' } },
  {
    name: 'too thick, signed',
    by: 'USER',
    does: 'sign',
    on: { unit: 'Abbattitore dolci', says: 'FAIL' },
    meaning: 'VERIFIED',
  },
  {
    name: 'stopped',
    by: 'KITCHEN_MANAGER',
    does: 'act',
    on: { unit: 'Abbattitore banco', says: 'ABORTED' },
    cause: 'PERSON',
    fate: { fate: 'RECHILLED' },
    prevention: '',
  },
  { name: 'good check', by: 'ADMIN', does: 'check', unit: 'Abbattitore 2', daysAgo: 8, before_C: 0.1, after_C: null },
  { name: 'failed check', by: 'ADMIN', does: 'check', unit: 'Abbattitore 2', daysAgo: 4, before_C: -0.9, after_C: 0 },
  {
    name: 'failed check, action',
    by: 'ADMIN',
    does: 'act',
    on: { unit: 'Abbattitore 2', says: 'check' },
    cause: 'PROBE',
    fate: { fate: 'KEPT' },
    prevention: 'Its needle is checked each week.',
  },
  {
    name: 'day off',
    by: 'ADMIN',
    does: 'explain',
    unit: 'Abbattitore forno',
    reason: 'HOLIDAY',
    text: 'Bakers’ day off',
  },
  { name: 'what else waited', by: 'ADMIN', does: 'actOnRest', daysAgo: 4 },
  { name: 'inspector', by: 'USER', does: 'link', kitchen: 'Cucina centrale' },
];
