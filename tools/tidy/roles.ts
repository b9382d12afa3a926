import { type Finding, findMatches, isCode, isTest, lineOfNode, nodesOf, type SourceFile } from './source-tree.ts';

/** `u.role like '%SERVICE%'`, `role in ('USER', …`. */
const comparedInSql = /\brole\s*(?:=|<>|!=|~|(?:not\s+)?(?:i?like|in)\b)\s*(?:any\s*)?\(?\s*'/i;
/** `.where('u.role', '=', 'USER')`. */
const comparedByKysely = /\bwhere\(\s*'(?:\w+\.)?role',\s*'[^']+',\s*\[?\s*'/g;

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
