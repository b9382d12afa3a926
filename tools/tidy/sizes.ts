import { isCode, isTest, lengthOfNode, lineOfNode, nodesOf, type SourceFile, type SyntaxNode } from './source-tree.ts';

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'MethodProperty',
]);

/** The longest files and functions, longest first: a reader's eye decides whether each is still one thing. */
export function longest(files: SourceFile[], count: number): { files: string[]; functions: string[] } {
  const own = files.filter((file) => isCode(file) && !isTest(file.path) && !file.path.endsWith('.messages.ts'));
  const fileRows = own.map((file) => ({ lines: file.text.split('\n').length - 1, what: file.path }));
  const functionRows = own.flatMap((file) =>
    nodesOf(file)
      .filter((node) => functionTypes.has(node.type))
      .map((node) => ({
        lines: lengthOfNode(file, node),
        what: `${file.path}:${lineOfNode(file, node)} ${nameOf(node)}`.trimEnd(),
      })),
  );
  return { files: top(fileRows, count), functions: top(functionRows, count) };
}

const top = (rows: { lines: number; what: string }[], count: number): string[] =>
  rows
    .sort((a, b) => b.lines - a.lines)
    .slice(0, count)
    .map(({ lines, what }) => `${String(lines).padStart(5)}  ${what}`);

function nameOf(node: SyntaxNode): string {
  const name = (node.identifier ?? node.key) as SyntaxNode | undefined;
  return typeof name?.value === 'string' ? name.value : '';
}
