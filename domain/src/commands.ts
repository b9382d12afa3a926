/** Check of a command before it is sent, from the family's row. */
import { checkStart, type StartFault } from './cycle-plan.ts';
import { familyOf } from './families/families.ts';
import type { ArgumentRow, CommandRow, ModelRow, Package } from './families/family.ts';

/** The row of a command of a model's family, undefined when the family does not know it. */
export function commandRow(model: ModelRow, name: string): CommandRow | undefined {
  const commands = familyOf(model.storedName)?.commands;
  return commands && Object.hasOwn(commands, name) ? commands[name] : undefined;
}

/**
 * Checks a command's name and arguments for a model and the unit's package; an empty list: it may be sent. A command the family does
 * not know is `not_compatible` at path `name`.
 */
export function checkCommand(
  model: ModelRow,
  name: string,
  args: Readonly<Record<string, unknown>>,
  unitPackage: Package = 'Excellence',
): readonly StartFault[] {
  const row = commandRow(model, name);
  if (!row) return [{ path: 'name', code: 'not_compatible' }];
  if (!row.args) return checkStart(model, args, unitPackage);
  const rows = row.args;
  const unknown = Object.keys(args).filter((path) => !Object.hasOwn(rows, path));
  return [
    ...unknown.map((path): StartFault => ({ path, code: 'bad_argument' })),
    ...Object.entries(rows).flatMap(([path, argument]) => argumentFaults(path, argument, args[path])),
  ];
}

function argumentFaults(path: string, row: ArgumentRow, value: unknown): readonly StartFault[] {
  const bad: StartFault = { path, code: 'bad_argument' };
  if (value === undefined) return row.optional ? [] : [bad];
  switch (row.type) {
    case 'boolean':
      return typeof value === 'boolean' ? [] : [bad];
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return [bad];
      const { min, max } = row;
      return value < min || value > max ? [{ path, code: 'out_of_range', min, max }] : [];
    }
    case 'text':
      if (typeof value !== 'string') return [bad];
      return value.length > row.length_max ? [{ path, code: 'out_of_range', max: row.length_max }] : [];
  }
}
