import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DataFolderInUse } from './database-errors.ts';
import { lockFolder } from './folder-lock.ts';

describe('the lock of the data folder', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'brina-test-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('is held until it is disposed, and leaves no file behind', async () => {
    const dataDir = join(folder, 'made', 'deep');
    const lock = lockFolder(dataDir);
    assert.throws(() => lockFolder(dataDir), DataFolderInUse);
    lock[Symbol.dispose]();
    assert.deepEqual(await readdir(dataDir), []);
    lockFolder(dataDir)[Symbol.dispose]();
  });

  it('is taken over from a process that is gone, and from one whose number was given to another', async () => {
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    const holders = [{ pid: gone, started: 'once' }, { pid: process.ppid, started: 'before its time' }, 'half a li'];
    for (const holder of holders) {
      await writeFile(join(folder, 'database.lock'), typeof holder === 'string' ? holder : JSON.stringify(holder));
      lockFolder(folder)[Symbol.dispose]();
    }
  });

  it('says in one sentence that the folder cannot be written', async () => {
    const dataDir = await mkdtemp(join(folder, 'read-only-'));
    await chmod(dataDir, 0o555);
    await chmod(folder, 0o755);
    // Permissions do not hold back root, so the program becomes nobody.
    const program = `
      import { lockFolder } from ${JSON.stringify(import.meta.resolve('./folder-lock.ts'))};
      if (process.getuid() === 0) process.setuid(65534);
      try { lockFolder(${JSON.stringify(dataDir)}); } catch (error) { console.log(error.name, error.message); }`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    assert.equal(
      stdout,
      `DataFolderReadOnly The data folder ${dataDir} cannot be written; make it writable or choose another BRINA_DATA_DIR.\n`,
    );
  });
});
