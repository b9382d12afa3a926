import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { serverTestNeeds } from './server-tests.ts';

/** A server's tree in small; what a test needs shows in its imports only. */
const tree: Record<string, string> = {
  'server/package.json': '{ "name": "@brina/server", "imports": { "#core/*": "./src/core/*" } }',
  'domain/package.json': '{ "name": "@brina/domain" }',
  'contract/package.json': '{ "name": "@brina/contract" }',
  'server/test/portal.ts': 'export type Portal = number;',
  'server/test/given.ts': "import type { Portal } from './portal.ts';",
  'server/src/core/db/test-database.ts': "import { openDatabase } from './open-database.ts';",
  'server/src/core/db/open-database.ts': "import { PGlite } from '@electric-sql/pglite';",
  'server/src/features/a/a.calls.ts': "import { openDatabase } from '#core/db/open-database.ts';",
};

/** What a test with this text needs. */
async function needOf(text: string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'brina-needs-'));
  try {
    const test = 'server/src/features/a/a.test.ts';
    for (const [path, content] of Object.entries({ ...tree, [test]: text })) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    return serverTestNeeds(root)(test);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

it('tells by the imports which server tests need no database, and which only the embedded one', async () => {
  assert.equal(await needOf("import { a } from './a.calls.ts';"), 'nothing', 'what the feature imports runs nothing');
  assert.equal(await needOf("import { user } from '../../../test/given.ts';"), 'any database');
  assert.equal(await needOf("import { openTestDatabase } from '#core/db/test-database.ts';"), 'any database');
  const embedded = "import { makeEmbeddedPlace, type TestPlace } from '#core/db/test-database.ts';";
  assert.equal(await needOf(embedded), 'embedded');
  assert.equal(await needOf(`${embedded} import { user } from '../../../test/given.ts';`), 'any database');
  const both = "import { makeEmbeddedPlace, makeTestPlace } from '#core/db/test-database.ts';";
  assert.equal(await needOf(both), 'any database');
  assert.equal(await needOf("import { openDatabase } from '#core/db/open-database.ts';"), 'embedded');
});
