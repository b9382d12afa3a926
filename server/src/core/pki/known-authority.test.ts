import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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
    await portal.db.write((db) => db.deleteFrom('setting').where('name', 'in', ['pki.root', 'pki.issuing']).execute());
    await portal[Symbol.asyncDispose]();
  });

describe('the authority that appliances trust', () => {
  it('is never made anew beside a database that knows one: the portal does not start, and says why', async () => {
    await using place = await usedPlace();
    const folder = join(place.dataDir, 'pki');
    await rm(folder, { recursive: true });
    await assert.rejects(startTestPortal({ place }), /AuthorityFault|holds no certificate authority/);
    // It has made none either.
    await assert.rejects(startTestPortal({ place }), /holds no certificate authority/);
  });

  it('of another installation does not start with this database', async () => {
    await using place = await usedPlace();
    await using other = await usedPlace();
    const files = ['root.pem', 'root.key', 'issuing.pem', 'issuing.key'];
    for (const file of files) await copyFile(join(other.dataDir, 'pki', file), join(place.dataDir, 'pki', file));
    await assert.rejects(startTestPortal({ place }), /holds another certificate authority/);
  });

  for (const [words, foreign, gone, says] of [
    ['the certificate that issues', ['issuing.pem'], [], /holds another issuing\.pem/],
    ['the key that issues', ['issuing.key'], [], /issuing\.key is not the key of issuing\.pem/],
    ['what issues', ['issuing.pem', 'issuing.key'], [], /holds another issuing\.pem/],
    ['the root’s key', ['root.key'], [], /root\.key is not the key of root\.pem/],
    ['the root’s key alone', ['root.key'], ['issuing.pem', 'issuing.key'], /holds no issuing\.pem/],
  ] as const)
    it(`of which ${words} came from another installation is told in a sentence`, async () => {
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

  it('of a database from before is known by what it issued', async () => {
    await using place = await usedPlace();
    await forgotten(place);
    await using portal = await startTestPortal({ place });
    const kept = await portal.db.read((db) =>
      db.selectFrom('setting').select('value').where('name', 'like', 'pki.%').orderBy('name', 'desc').execute(),
    );
    assert.deepEqual(
      kept.map(({ value }) => /^([0-9A-F]{2}:){31}[0-9A-F]{2}$|^[0-9a-f]{64}$/.test(value)),
      [true, true],
    );
  });

  it('does not make what issues anew where it is gone, and leaves every file as it is', async () => {
    await using place = await usedPlace();
    const folder = join(place.dataDir, 'pki');
    const filesOf = async () =>
      Promise.all((await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name), 'utf8')]));
    await rm(join(folder, 'issuing.pem'));
    const before = await filesOf();
    await assert.rejects(startTestPortal({ place }), /holds no issuing\.pem/);
    await rm(join(folder, 'issuing.key'));
    await assert.rejects(startTestPortal({ place }), /holds no issuing\.pem/);
    assert.deepEqual(
      await filesOf(),
      before.filter(([name]) => name !== 'issuing.key'),
    );
  });

  const broken: Record<string, (folder: string) => Promise<void>> = {
    'whose key is empty': (folder) => writeFile(join(folder, 'issuing.key'), ''),
    'whose root is a folder': async (folder) => {
      await rm(join(folder, 'root.pem'));
      await mkdir(join(folder, 'root.pem'));
    },
    'whose folder is a file': async (folder) => {
      await rm(folder, { recursive: true });
      await writeFile(folder, 'x');
    },
  };
  for (const [what, breakIt] of Object.entries(broken))
    it(`${what} cannot be read, and that is told in a sentence`, async () => {
      await using place = await usedPlace();
      await breakIt(join(place.dataDir, 'pki'));
      await assert.rejects(startTestPortal({ place }), /cannot be read .*put back its files/);
    });
});
