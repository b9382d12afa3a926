import {
  type Finding,
  findMatches,
  isCode,
  lineOfNode,
  nodesOf,
  type SourceFile,
  type SyntaxNode,
} from './source-tree.ts';

const clockFile = /^(server\/src\/core|simulator\/src|web\/src\/lib)\/clock\.ts$/;
const databaseClock =
  /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(\s*\)|\b(?:current|local)_?timestamp\b/gi;
const sqlComment = /--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Time comes from a Clock that tests can set: not from the database, not from Date (pg-boss and oidc-provider keep their own). */
export function clocks(files: SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    if (file.path.endsWith('.sql')) return databaseClockIn(blankComments(file));
    if (!isCode(file) || clockFile.test(file.path)) return [];
    return nodesOf(file).flatMap((node) => {
      const message = readsDate(node)
        ? 'the time of day comes from a Clock'
        : readsDatabaseClock(node)
          ? databaseMessage
          : undefined;
      return message ? [{ path: file.path, line: lineOfNode(file, node), message }] : [];
    });
  });
}

const databaseMessage = 'our SQL takes the time as a parameter';

const databaseClockIn = (file: SourceFile): Finding[] =>
  findMatches(file, databaseClock, (found) => `${found}: ${databaseMessage}`);

const blankComments = (file: SourceFile): SourceFile => ({
  path: file.path,
  text: file.text.replace(sqlComment, (comment) => comment.replace(/[^\n]/g, ' ')),
});

const isNamed = (node: unknown, name: string): boolean =>
  (node as SyntaxNode | undefined)?.type === 'Identifier' && (node as SyntaxNode).value === name;

/** `Date.now`, called or handed on, and `new Date()` or `Date()` without an argument. */
function readsDate(node: SyntaxNode): boolean {
  if (node.type === 'MemberExpression') return isNamed(node.object, 'Date') && isNamed(node.property, 'now');
  const bare = !Array.isArray(node.arguments) || node.arguments.length === 0;
  return (node.type === 'NewExpression' || node.type === 'CallExpression') && bare && isNamed(node.callee, 'Date');
}

/** A template tagged `sql`, `sql<Row>` or `sql.something` that reads the database's clock. */
function readsDatabaseClock(node: SyntaxNode): boolean {
  if (node.type !== 'TaggedTemplateExpression') return false;
  const tag = node.tag as SyntaxNode;
  if (!isNamed(tag, 'sql') && !isNamed(tag.object, 'sql')) return false;
  const quasis = (node.template as { quasis: { raw: string }[] }).quasis;
  return quasis.some(({ raw }) => raw.search(databaseClock) >= 0);
}
