import { type Finding, isCode, isTest, lineOfNode, nodesOf, type SourceFile, type SyntaxNode } from './source-tree.ts';

/** What a statement has that is written out in SQL, and why the query builder does not say it as well. */
type Reason = { construct: string; pattern: RegExp; why: string };

const reasons: readonly Reason[] = [
  {
    construct: 'lateral joins',
    pattern: /\blateral\b/i,
    why: 'their columns are expressions, each to be typed by hand',
  },
  { construct: 'windows', pattern: /\bover\s*\(|\bwindow \w+ as\b/i, why: 'their frames are SQL in the builder too' },
  { construct: 'unnest', pattern: /\bunnest\s*\(/i, why: 'arrays as rows: no table has their types' },
  {
    construct: 'functions as tables',
    pattern: /\bjsonb_(?:array_elements|to_recordset)\s*\(/i,
    why: 'no table has the types of their rows',
  },
  {
    // `viewOf` says the types of its rows, so that a builder can join it. A `from` that compares or takes a part names no rows.
    construct: 'rows of a fragment',
    pattern:
      /(?<!\bis\s+(?:not\s+)?distinct\s+|\b(?:extract|trim|substring|overlay)\s*\((?:[^()]|\([^()]*\))*)\b(?:from|join|using)\s+\(?\$\{(?!viewOf\()/i,
    why: 'a batch, the tables of a list: SQL that was made elsewhere, without types',
  },
  {
    // `in (${sql.join(…)})` is a list of values.
    construct: 'names known only when it runs',
    pattern: /(?<!\()\$\{(?:sql\.(?:join|table)|columns)\b/,
    why: 'of such tables and columns nothing can be inferred',
  },
  {
    construct: 'delete of a piece',
    pattern: /^\s*delete\b[^]*\busing \(\s*select\b/i,
    why: 'the builder deletes by a table, not by the rows of a limited query',
  },
  {
    construct: 'insert of a select',
    pattern: /^\s*insert\b[^]*\bselect\b/i,
    why: 'the builder, too, matches its columns by their places only',
  },
  { construct: 'the catalogue and locks', pattern: /\bpg_\w+|\bto_regclass\s*\(/i, why: 'not among our tables' },
];

const statement = /^\s*(?:with|select|insert|update|delete)\b/i;
const sqlComment = /--[^\n]*|\/\*[^]*?\*\//g;
const sqlText = /'[^']*'/g;

/** What may stand before a statement that is executed itself. */
const opening = /^[\s(]+/;

const message = `goes by the query builder, with \`sql\` for an expression or a condition; by hand go ${reasons
  .map(({ construct }) => construct)
  .join(', ')}`;

/**
 * Statements of the server that are written out though the query builder says them as well: it infers their rows, whereas `sql<Row>` is
 * a promise. A part of a statement stands in parentheses; what is executed itself is no part, with parentheses or without.
 */
export const sqlByHand = (files: SourceFile[]): Finding[] =>
  files
    .filter((file) => file.path.startsWith('server/src/') && isCode(file) && !isTest(file.path))
    .filter(({ text }) => text.includes('sql'))
    .flatMap((file) => {
      const nodes = nodesOf(file);
      const executed = new Set(nodes.map(executedBy));
      return nodes.flatMap((node) => {
        const bare = sqlOf(file, node)?.replace(sqlComment, '').replace(sqlText, "''");
        const text = executed.has(node) ? bare?.replace(opening, '') : bare;
        if (text === undefined || !statement.test(text) || reasons.some(({ pattern }) => pattern.test(text))) return [];
        return [{ path: file.path, line: lineOfNode(file, node), message }];
      });
    });

/** What stands before `.execute`. */
const executedBy = (node: SyntaxNode): unknown =>
  node.type === 'MemberExpression' && (node.property as SyntaxNode).value === 'execute' ? node.object : undefined;

/** What stands between the backticks of a template tagged `sql`. */
function sqlOf(file: SourceFile, node: SyntaxNode): string | undefined {
  if (node.type !== 'TaggedTemplateExpression' || (node.tag as SyntaxNode).value !== 'sql') return undefined;
  const { start, end } = (node.template as SyntaxNode).span;
  return Buffer.from(file.text)
    .subarray(start, end - 2)
    .toString();
}
