import { CallFailed } from '@brina/contract/wire/client';
import type { ErrorCode } from '@brina/contract/wire/errors';

/**
 * Shares a refused call out to a form: what the contract says of a field goes to that field, a refusal that concerns one
 * field by its nature goes there too, everything else is said once above the form.
 * @param fields names of the form's fields; the wire says `body.name`
 * @param owners refusals that belong to a field, such as a code that is not known
 * @returns texts by field, and whether something is left to say above the form
 */
export function formFaults<F extends string>(
  cause: unknown,
  fields: readonly F[],
  owners: Partial<Record<ErrorCode, F>> = {},
): { byField: Partial<Record<F, string>>; rest: boolean } {
  if (!(cause instanceof CallFailed)) return { byField: {}, rest: true };
  const { code, message, fields: refused = [] } = cause.error;
  const byField: Partial<Record<F, string>> = {};
  const owner = owners[code];
  if (owner) byField[owner] = message;
  for (const { path, message: said } of refused) {
    const field = fields.find((name) => path === `body.${name}` || path === `body.args.${name}`);
    if (field) byField[field] = said;
  }
  return { byField, rest: Object.keys(byField).length === 0 };
}
