import { storedNames } from '@brina/domain/appliance/families/families';
import { type RawBuilder, sql } from 'kysely';
import { containing } from '#core/db/pattern.ts';

/**
 * SQL condition that a text means the model of the appliance `a`, whatever the case of its letters: a whole stored name that model alone
 * ("CP Next 700" is not the Duo), anything else all models whose names contain it.
 */
export function isModelNamed(text: string): RawBuilder<boolean> {
  const whole = storedNames.find((name) => name.toLowerCase() === text.toLowerCase());
  return whole === undefined ? sql<boolean>`a.model ilike ${containing(text)}` : sql<boolean>`a.model = ${whole}`;
}
