import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderInUse, DataFolderReadOnly } from './database-errors.ts';

/** A process, told apart from a later one that got the same number. */
type Holder = { pid: number; started: string };

/**
 * Takes the data folder for this process, making it when absent: PGlite does not notice a second process, and two would
 * destroy the database. A lock whose process is gone, or whose number another process has now, is taken over.
 * @throws DataFolderInUse, DataFolderReadOnly
 */
export function lockFolder(dataDir: string): Disposable {
  const me: Holder = { pid: process.pid, started: startOf(process.pid) ?? 'unknown' };
  const path = join(dataDir, 'database.lock');
  const mine = `${path}.${me.pid}`;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(mine, JSON.stringify(me), { mode: 0o600 });
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? ''))
      throw new DataFolderReadOnly(dataDir, { cause: error });
    throw error;
  }
  try {
    // A link fails when the name exists and appears with its content: nobody ever reads half a lock.
    while (!tryLink(mine, path)) clearStale(path, dataDir);
  } finally {
    rmSync(mine, { force: true });
  }
  return {
    [Symbol.dispose]: () => {
      if (isSame(readHolder(path), me)) rmSync(path, { force: true });
    },
  };
}

function clearStale(path: string, dataDir: string): void {
  const holder = readHolder(path);
  if (holder === undefined) return;
  if (isAlive(holder)) throw new DataFolderInUse(dataDir, holder.pid);
  // Two processes may find the same stale lock. Moving it away shows which lock it was: a fresh one goes back.
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved !== undefined && !isSame(moved, holder)) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The holder named in a lock file; one that names none counts as a process that is gone. `undefined`: no such file. */
function readHolder(path: string): Holder | undefined {
  try {
    const { pid, started } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>;
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : { pid: -1, started: '' };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return { pid: -1, started: '' };
    throw error;
  }
}

const isSame = (a: Holder | undefined, b: Holder): boolean => a?.pid === b.pid && a.started === b.started;

const isAlive = (holder: Holder): boolean => holder.pid > 0 && startOf(holder.pid) === holder.started;

/** When a process started, in words that differ for each that ever had its number. `undefined`: no such process. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' }).trim();
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields after the program's name, which may itself hold spaces and brackets; starttime is the 22nd of all.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isZombie = fields[0] === 'Z';
    return isZombie ? undefined : `${boot} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
