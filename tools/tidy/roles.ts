import {
  type Finding,
  findMatches,
  isCode,
  isTest,
  lineOfNode,
  nodesOf,
  type SourceFile,
  type SyntaxNode,
} from './source-tree.ts';

/** `u.role like '%SERVICE%'`, `role::text in ('USER', …`, `position('SERVICE' in role)`, `strpos(u.role, '…`. */
const comparedInSql =
  /\brole\s*(?:::\s*\w+\s*)?(?:=|<>|!=|~|(?:not\s+)?(?:i?like|in)\b)\s*(?:any\s*)?\(?\s*'|'\s+in\s+(?:\w+\.)?role\b|\bstrpos\(\s*(?:\w+\.)?role\b/i;
/** `.where('u.role', '=', 'USER')`, `eb('role', 'in', ['USER'])`. */
const comparedByKysely = /\(\s*'(?:\w+\.)?role',\s*'(?:[=<>!~]+|(?:not )?(?:i?like|in))',\s*\[?\s*'/g;

const inSql = "compares a role with a word: hasRole('u', 'SERVICE') knows the roles of an area";

/** Which roles an area has is `rolesOf`'s to say, and SQL gets it by a fragment. Tests and migrations keep what they say. */
export const rolesInSql = (files: SourceFile[]): Finding[] =>
  files
    .filter((file) => file.path.startsWith('server/src/') && isCode(file) && !isTest(file.path))
    .flatMap((file) => [
      ...nodesOf(file)
        .filter(({ type, raw }) => type === 'TemplateElement' && typeof raw === 'string' && comparedInSql.test(raw))
        .map((node) => ({ path: file.path, line: lineOfNode(file, node), message: inSql })),
      ...findMatches(file, comparedByKysely, () => inSql),
    ]);

/** `user.role === 'USER'`, `u['role'] !==`, `'USER' !== role`, `includes(user.role as string)`, `switch (role)`, `roleContains(…)`. */
const comparedInWeb = new RegExp(
  [
    /(?:\.role|\['role'\])\s*[!=]==/,
    /\brole\s*[!=]==\s*'[A-Z]/,
    /'[A-Z]\w+'\s*[!=]==\s*(?:\w+\??\.)*role\b/,
    /\b(?:includes|switch )\(\s*(?:(?:\w+[?!]?\.)*role|\w+\['role'\])(?:\s+as\s+\w+)?\s*\)/,
    /\broleContains\(/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** Functions of a role that the frame goes by. */
const ofRoles = new Set(['roleContains', 'isStaffRole', 'hasLiveUpdates', 'homeOf']);

/** `import { homeOf } from …`, under whatever name. */
const importsOfRoles = (file: SourceFile): SyntaxNode[] =>
  nodesOf(file).filter(
    ({ type, local, imported }) =>
      type === 'ImportSpecifier' && ofRoles.has(String(((imported ?? local) as SyntaxNode).value)),
  );

/**
 * What a user may do arrives with the data as `may`, decided by the rule that refuses the call: no screen concludes it from a role.
 * The frame around the screens (`app/`) opens and lists them by the rows of `screens.ts`.
 */
export const rolesInScreens = (files: SourceFile[]): Finding[] =>
  files
    .filter(({ path }) => /^web\/src\/(?!app\/)/.test(path) && !isTest(path))
    .filter(isCode)
    .flatMap((file) => [
      ...findMatches(file, comparedInWeb, () => inWeb),
      ...importsOfRoles(file).map((node) => ({ path: file.path, line: lineOfNode(file, node), message: inWeb })),
    ]);

const inWeb = 'concludes a right from a role: it comes as `may`';
