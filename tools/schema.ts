import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../server/src/core/clock.ts';
import { openDatabase } from '../server/src/core/db/open-database.ts';
import { describeSchema } from '../server/src/core/db/schema.ts';
import { makeEmbeddedPlace } from '../server/src/core/db/test-database.ts';
import { runMain } from './fault.ts';

const file = resolve(import.meta.dirname, '../server/src/core/db/schema.sql');

/** Writes the schema that the migrations make, for readers and for the test that compares it. */
async function main(): Promise<number> {
  await using place = await makeEmbeddedPlace();
  await using database = await openDatabase({ ...place, clock: systemClock });
  writeFileSync(file, await database.read(describeSchema));
  console.log(`Written: ${file}`);
  return 0;
}

if (import.meta.main) await runMain(main);
