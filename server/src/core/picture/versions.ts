import { type Section, sections, type Versions } from '@brina/contract/live';
import { type RawBuilder, sql } from 'kysely';

/** The versions of `s`, a row of `live_state`, by section. */
export const versionsOf: RawBuilder<Versions> = sql`jsonb_build_object(${sql.join(
  sections.flatMap((section) => [sql.lit(section), sql.ref(`s.${columnOf(section)}`)]),
)})`;

/** Sets the versions of a row of `live_state` to those of `u.v`, by section. */
export const setVersions: RawBuilder<unknown> = sql.join(
  sections.map((section) => sql`${sql.ref(columnOf(section))} = (u.v->>${sql.lit(section)})::bigint`),
);

function columnOf(section: Section): `v_${Section}` {
  return `v_${section}`;
}
