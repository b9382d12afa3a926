import assert from 'node:assert/strict';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { given } from '../../../test/given.ts';
import { startTestPortal } from '../../../test/portal.ts';
import { makeTestPlace } from '../db/test-database.ts';

/** A place in which a portal has issued a certificate. */
async function usedPlace() {
  const place = await makeTestPlace();
  await using portal = await startTestPortal({ place });
  await given(portal).unit();
  return place;
}

const forgotten = (place: Awaited<ReturnType<typeof makeTestPlace>>) =>
  startTestPortal({ place }).then(async (portal) => {
    await portal.db.write((db) => db.deleteFrom('setting').where('name', '=', 'pki.root').execute());
    await portal[Symbol.asyncDispose]();
  });

describe('the authority that appliances trust', () => {
  it('B2.1 is never made anew beside a database that knows one: the portal does not start, and says why', async () => {
    await using place = await usedPlace();
    const folder = join(place.dataDir, 'pki');
    await rm(folder, { recursive: true });
    await assert.rejects(startTestPortal({ place }), /AuthorityFault|holds no certificate authority/);
    // It has made none either.
    await assert.rejects(startTestPortal({ place }), /holds no certificate authority/);
  });

  it('B2.1 of another installation does not start with this database', async () => {
    await using place = await usedPlace();
    await using other = await usedPlace();
    const files = ['root.pem', 'root.key', 'issuing.pem', 'issuing.key'];
    for (const file of files) await copyFile(join(other.dataDir, 'pki', file), join(place.dataDir, 'pki', file));
    await assert.rejects(startTestPortal({ place }), /holds another certificate authority/);
  });

  for (const [words, foreign, gone, says] of [
    ['the certificate that issues', ['issuing.pem'], [], /issuing\.key is not the key of issuing\.pem/],
    ['the key that issues', ['issuing.key'], [], /issuing\.key is not the key of issuing\.pem/],
    ['what issues', ['issuing.pem', 'issuing.key'], [], /issuing\.pem is not signed by root\.pem/],
    ['the root’s key', ['root.key'], [], /root\.key is not the key of root\.pem/],
    ['the root’s key alone', ['root.key'], ['issuing.pem', 'issuing.key'], /root\.key is not the key of root\.pem/],
  ] as const)
    it(`B2.1 of which ${words} came from another installation is told in a sentence`, async () => {
      await using place = await usedPlace();
      await using other = await usedPlace();
      for (const file of foreign) await copyFile(join(other.dataDir, 'pki', file), join(place.dataDir, 'pki', file));
      for (const file of gone) await rm(join(place.dataDir, 'pki', file));
      await assert.rejects(startTestPortal({ place }), (error: Error) => {
        assert.match(error.message, says);
        assert.match(error.message, /put back its files from the backup/);
        return true;
      });
    });

  it('B2.1 of a database from before is known by what it issued', async () => {
    await using place = await usedPlace();
    await forgotten(place);
    await using portal = await startTestPortal({ place });
    const kept = await portal.db.read((db) =>
      db.selectFrom('setting').select('value').where('name', '=', 'pki.root').executeTakeFirst(),
    );
    assert.match(kept?.value ?? '', /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  });

  it('B2.1 that cannot be read is told in a sentence', async () => {
    await using place = await usedPlace();
    await writeFile(join(place.dataDir, 'pki', 'issuing.key'), '');
    await assert.rejects(startTestPortal({ place }), /cannot be read .*put back its files/);
  });
});
