import * as z from 'zod/mini';

/**
 * Kinds of things that belong to somebody. Every id on the wire says its kind, and the server checks ownership from
 * that alone, in every position it stands (docs/ARCHITECTURE.md, calls).
 *
 * `appliance`: the caller's company holds it now. `applianceRecord`: it held it at some time; what is read is cut to
 * the time of its tenure (docs/SECURITY.md).
 */
export const ownedKinds = ['appliance', 'applianceRecord', 'laboratory', 'command', 'batch'] as const;
export type OwnedKind = (typeof ownedKinds)[number];

const registry = z.registry<{ kind: OwnedKind }>();

/** A serial number: what stands on the rating plate, in the certificate and in every topic. */
const serialNumber = /^[A-Z0-9][A-Z0-9-]{5,31}$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const patterns: Record<OwnedKind, RegExp> = {
  appliance: serialNumber,
  applianceRecord: serialNumber,
  laboratory: uuid,
  command: uuid,
  batch: uuid,
};

/** Schema of the id of an owned thing. Each call makes its own schema, so that its kind can be found again. */
export const id = (kind: OwnedKind): z.ZodMiniString => {
  const schema = z.string().check(z.regex(patterns[kind]));
  registry.add(schema, { kind });
  return schema;
};

/** The kind of an id schema, `undefined` for any other schema. */
export const kindOf = (schema: z.core.$ZodType): OwnedKind | undefined => registry.get(schema)?.kind;
