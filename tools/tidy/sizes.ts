import { isCode, isTest, lengthOfNode, lineOfNode, nodesOf, type SourceFile, type SyntaxNode } from './source-tree.ts';

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
  'MethodProperty',
  'GetterProperty',
]);

/** Whether a node is a function of any kind. */
export const isFunction = (node: SyntaxNode): boolean => functionTypes.has(node.type);

/** A function of the project; `name` is its own, or that of what it is given to. */
export type FunctionSize = { path: string; line: number; name: string; lines: number };

/** Code that runs, but for tests and texts. */
export const ownCode = (files: SourceFile[]): SourceFile[] =>
  files.filter((file) => isCode(file) && !isTest(file.path) && !file.path.endsWith('.messages.ts'));

/** The functions of a file that are longer than so many lines. */
export function functionsOver(lines_max: number, file: SourceFile): FunctionSize[] {
  // Most files have no such function: their nodes need no names.
  if (file.text.split('\n').length <= lines_max) return [];
  const nodes = nodesOf(file);
  const long = nodes.filter(isFunction).flatMap((node) => {
    const lines = lengthOfNode(file, node);
    return lines > lines_max ? [{ node, lines }] : [];
  });
  const names = long.length > 0 ? givenNames(nodes) : new Map<unknown, string>();
  return long.map(({ node, lines }) => ({
    path: file.path,
    line: lineOfNode(file, node),
    name: nameOf(node) ?? names.get(node) ?? '',
    lines,
  }));
}

/** The longest files and functions, longest first: a reader's eye decides whether each is still one thing. */
export function longest(files: SourceFile[], count: number): { files: string[]; functions: string[] } {
  const own = ownCode(files);
  const fileRows = own.map((file) => ({ lines: file.text.split('\n').length - 1, what: file.path }));
  const functionRows = own
    .flatMap((file) => functionsOver(0, file))
    .map(({ path, line, name, lines }) => ({ lines, what: `${path}:${line} ${name}`.trimEnd() }));
  return { files: top(fileRows, count), functions: top(functionRows, count) };
}

const top = (rows: { lines: number; what: string }[], count: number): string[] =>
  rows
    .sort((a, b) => b.lines - a.lines)
    .slice(0, count)
    .map(({ lines, what }) => `${String(lines).padStart(5)}  ${what}`);

function nameOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Constructor') return 'constructor';
  const name = (node.identifier ?? node.key) as SyntaxNode | undefined;
  return typeof name?.value === 'string' ? name.value : undefined;
}

/** Names of functions that have none of their own: of the variable or member they are, or of the call they go into. */
function givenNames(nodes: readonly SyntaxNode[]): Map<unknown, string> {
  const names = new Map<unknown, string>();
  const text = (node: unknown): string => {
    const value = (node as SyntaxNode | undefined)?.value;
    return typeof value === 'string' ? value : '';
  };
  for (const node of nodes) {
    if (node.type === 'VariableDeclarator') names.set(node.init, text(node.id));
    else if (node.type === 'KeyValueProperty') names.set(node.value, text(node.key));
    else if (node.type === 'CallExpression')
      for (const { expression } of node.arguments as { expression: unknown }[])
        names.set(expression, `${text(node.callee)}(…)`);
  }
  return names;
}
