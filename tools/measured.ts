import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { factsOf, partNames } from '../bench/src/parts.ts';
import { readResults } from '../bench/src/results.ts';
import { runMain } from './fault.ts';

/** How many commits since one have changed some files; undefined where the history does not have it. */
type ChangesSince = (commit: string, paths: readonly string[]) => number | undefined;

/** What has been measured: of each part the commit, which may be followed by words, and its rows. */
type Measured = Readonly<Record<string, { commit: string; rows: readonly { what: string }[] } | undefined>>;

/** Which rows of the bench are older than the code they speak of, a line each. */
export function oldRows(measured: Measured, changesSince: ChangesSince): string[] {
  return partNames.flatMap((name) => {
    const part = measured[name];
    if (!part) return [];
    const [commit = ''] = part.commit.split(' ');
    const changes = changesSince(commit, factsOf(name).speaksOf);
    if (changes === 0) return [];
    const age = changes === undefined ? 'which is not in the history' : `its code changed in ${changes} commits since`;
    return part.rows.map(({ what }) => `${what} (${commit}, ${age})`);
  });
}

function inHistory(root: string): ChangesSince {
  return (commit, paths) => {
    try {
      const args = ['rev-list', '--count', '--no-merges', `${commit}..HEAD`, '--', ...paths];
      return Number(execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    } catch {
      return undefined;
    }
  };
}

/** Tells; it never fails, for figures are taken where and when a machine is quiet. */
async function main(): Promise<number> {
  const old = oldRows(readResults().parts, inHistory(resolve(import.meta.dirname, '..')));
  if (old.length > 0)
    console.log(['Rows of bench/RESULTS.md that are older than the code they speak of', ...old].join('\n  '));
  return 0;
}

if (import.meta.main) await runMain(main);
