import type * as z from 'zod/mini';
import type { CallSpec, Echoes } from './call.ts';

/** The fields of one thing that the GET of a PUT replies, each with its schema. */
export function shownFields({ of, among }: Echoes): Readonly<Record<string, z.ZodMiniType>> {
  const { reply } = of as CallSpec;
  const fields = 'schema' in reply && reply.schema ? fieldsOf(reply.schema) : undefined;
  const within = among?.within;
  const shown = within === undefined ? fields : fields?.[within] && fieldsOf(fields[within]);
  if (!shown) throw new Error(`${of.id} replies no thing that a PUT could take back`);
  return shown;
}

/** The fields of a thing, or of those of a list. */
function fieldsOf(schema: z.core.$ZodType): Readonly<Record<string, z.ZodMiniType>> | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return def.shape as Readonly<Record<string, z.ZodMiniType>>;
  if (def.type === 'nullable') return fieldsOf(def.innerType);
  return def.type === 'array' ? fieldsOf(def.element) : undefined;
}

/** The fields that a PUT takes back and cannot change, each with its schema; none of a call that takes nothing back. */
export function readOnlyFields({ echoes, body }: CallSpec): Readonly<Record<string, z.ZodMiniType>> {
  if (!echoes) return {};
  const { shape } = body as z.ZodMiniObject;
  return Object.fromEntries(Object.entries(shownFields(echoes)).filter(([name]) => !Object.hasOwn(shape, name)));
}
