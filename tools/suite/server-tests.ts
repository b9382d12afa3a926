import { type Import, importsOf } from '../tidy/imports.ts';
import { isTest, projectFiles, type SourceFile } from '../tidy/source-tree.ts';

/** What a server test needs: nothing, the embedded database in any case, or whichever database the run is on. */
export type DatabaseNeed = 'nothing' | 'embedded' | 'any database';

const databases = 'server/src/core/db/test-database.ts';
const portal = 'server/test/portal.ts';
/** What opens a database when a test calls it. */
const opens = new Set(['server/src/core/db/open-database.ts', 'server/src/core/db/pglite.ts']);
const workspaces = ['server', 'domain', 'contract'];

/**
 * Tells by the imports what a server test needs. A test that reaches no test portal and no test database, and opens
 * none itself, is pure; one that takes only `makeEmbeddedPlace` of them does not care on which database the run is.
 */
export function serverTestNeeds(root: string): (file: string) => DatabaseNeed {
  const files = workspaces.flatMap((workspace) => projectFiles(root, workspace));
  const byPath = new Map(files.map((file) => [file.path, file]));
  const manifests = files.filter(({ path }) => path.endsWith('/package.json'));
  const known = new Map<string, Import[]>();
  const importsIn = (path: string): Import[] => {
    const file = byPath.get(path);
    const found = known.get(path) ?? (file ? importsOf([file, ...manifests]) : []);
    known.set(path, found);
    return found;
  };
  return (file) => {
    const reached = new Set([file]);
    let need: DatabaseNeed = 'nothing';
    for (const path of reached) {
      // Beyond them every test needs a database; what they themselves import says nothing more.
      if (path === portal) return 'any database';
      if (path === databases) continue;
      for (const one of importsIn(path)) {
        const target = one.to.kind === 'file' ? one.to.path : undefined;
        if (target === databases) {
          if (!onlyEmbedded(byPath.get(path))) return 'any database';
          need = 'embedded';
        }
        const itself = (target && opens.has(target)) || (one.to.kind === 'package' && /pglite|^pg$/.test(one.to.name));
        if (itself && isTest(path) && need === 'nothing') need = 'embedded';
        if (target) reached.add(target);
      }
    }
    return need;
  };
}

/** Whether all that a file takes from the test databases is the embedded one, and types. */
function onlyEmbedded(file: SourceFile | undefined): boolean {
  const [, names = ''] = /import \{([^}]*)\} from '[^']*\/test-database\.ts'/.exec(file?.text ?? '') ?? [];
  const values = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
  return values.length > 0 && values.every((name) => name === 'makeEmbeddedPlace');
}
