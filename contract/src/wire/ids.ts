import * as z from 'zod/mini';

/**
 * Kinds of things that belong to somebody. Every id on the wire says its kind, and the server checks ownership from
 * that alone, in every position it stands (docs/ARCHITECTURE.md, calls).
 *
 * `appliance`: the caller may look at it now: its company holds it and, for an invited person, shares it with it; it serves it; it is
 * the maker's staff. `applianceRecord`: it might at some time; what is read is cut to that time (docs/SECURITY.md). `companyAppliance`: the company holds
 * it, shared with the caller or not, for who shares it. `batch`, `holdDay`: what its company recorded while it held the unit, a batch or a
 * day of holding, for an invited person of what is shared with it. `member`: the e-mail address of somebody whom the caller's company has
 * invited. `membership`, `session`, `factor`: the caller's own. `recipe`: a cycle of the library, the number of a preset, which is everybody's,
 * or the id of a Custom one of the company, or of who holds a unit that the caller serves. `schedule`: a planned start of the company on a
 *  unit that it holds and, for an invited person, shares with it. `record`: what of the company can be signed, by the id that it has in the
 * book: a batch, a day of what was held, a check of a probe, an action, or a kitchen for its plan. `action`: a corrective action of the company, for an invited person
 * one about nothing but units that are shared with it. `inspectionLink`, `haccpReport`: a link of the company to its records, a report of a
 * period, for an invited person those it has made itself, and likewise `subscription`: ordered letters about records. `legalHold`: one of the company. `manual`: a cooling
 * without an appliance in a kitchen that the caller sees. `poster`: the one that hangs in a kitchen that the caller sees.
 */
export const ownedKinds = [
  'appliance',
  'applianceRecord',
  'companyAppliance',
  'laboratory',
  'command',
  'notice',
  'batch',
  'holdDay',
  'member',
  'membership',
  'session',
  'factor',
  'recipe',
  'schedule',
  'record',
  'action',
  'inspectionLink',
  'poster',
  'haccpReport',
  'subscription',
  'legalHold',
  'manual',
] as const;
export type OwnedKind = (typeof ownedKinds)[number];

/** Kinds of things that the maker's staff tends for everybody: for anyone else they do not exist. */
export const staffKinds = ['user', 'news', 'anyAppliance'] as const;
export type StaffKind = (typeof staffKinds)[number];

/** Kinds of things of which something is public: they are anybody's to ask for, with a user or without one. */
export const publicKinds = ['publicAppliance'] as const;
export type PublicKind = (typeof publicKinds)[number];

/** What an id can stand for. */
export type IdKind = OwnedKind | StaffKind | PublicKind;

const registry = z.registry<{ kind: IdKind }>();

/** A serial number: what stands on the rating plate, in the certificate and in every topic. */
export const serialNumber = /^[A-Z0-9][A-Z0-9-]{5,31}$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const address = /^[^\s@]{1,64}@[^\s@]{1,189}$/;
const patterns: Record<IdKind, RegExp> = {
  appliance: serialNumber,
  applianceRecord: serialNumber,
  companyAppliance: serialNumber,
  laboratory: uuid,
  command: uuid,
  notice: uuid,
  batch: uuid,
  holdDay: uuid,
  member: address,
  membership: uuid,
  session: uuid,
  factor: uuid,
  recipe: /^(?:\d{1,3}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/,
  schedule: uuid,
  record: uuid,
  action: uuid,
  inspectionLink: uuid,
  poster: uuid,
  haccpReport: uuid,
  subscription: uuid,
  legalHold: uuid,
  manual: uuid,
  user: uuid,
  news: uuid,
  anyAppliance: serialNumber,
  publicAppliance: serialNumber,
};

/** Schema of the id of an owned thing. Each call makes its own schema, so that its kind can be found again. */
export const id = (kind: IdKind): z.ZodMiniString => {
  const schema = z.string().check(z.regex(patterns[kind]));
  registry.add(schema, { kind });
  return schema;
};

/** The kind of an id schema, `undefined` for any other schema. */
export const kindOf = (schema: z.core.$ZodType): IdKind | undefined => registry.get(schema)?.kind;
