import { isFunction, ownCode } from './sizes.ts';
import { type Finding, lineOfNode, nodesOf, type SourceFile, type SyntaxNode } from './source-tree.ts';

/** So many variables may be shared by the functions inside a function. */
const shared_max = 3;

/** A function whose inner functions reassign more than three of its variables is a class that hides. */
export const closures = (files: SourceFile[]): Finding[] =>
  ownCode(files)
    .filter(({ text }) => /\blet\b/.test(text))
    .flatMap((file) =>
      nodesOf(file)
        .filter(isFunction)
        .flatMap((node) => {
          const shared = sharedIn(node);
          if (shared.length <= shared_max) return [];
          const message = `${shared.join(', ')} are changed by functions inside: make it a class with #private fields`;
          return [{ path: file.path, line: lineOfNode(file, node), message }];
        }),
    );

/** Names of the `let`s of a function that functions inside it reassign. */
function sharedIn(outer: SyntaxNode): string[] {
  const lets = new Set<string>();
  const changed = new Set<string>();
  const look = (value: unknown, hidden: ReadonlySet<string> | null): void => {
    if (Array.isArray(value)) return value.forEach((one) => look(one, hidden));
    if (typeof value !== 'object' || value === null) return;
    const node = value as SyntaxNode;
    // Names of a function inside hide those of the function around it.
    const own =
      'type' in node && node !== outer && isFunction(node) ? new Set([...(hidden ?? []), ...namesOf(node)]) : hidden;
    if (node.type === 'VariableDeclaration' && node.kind === 'let' && own === null)
      for (const { id } of node.declarations as { id: unknown }[]) for (const name of bound(id)) lets.add(name);
    const target =
      node.type === 'AssignmentExpression' ? node.left : node.type === 'UpdateExpression' ? node.argument : null;
    if (target && own) for (const name of bound(target)) if (!own.has(name)) changed.add(name);
    for (const part of Object.values(node)) look(part, own);
  };
  look(outer, null);
  return [...lets].filter((name) => changed.has(name));
}

/** Names that a function declares: its parameters and variables, those of functions inside it left out. */
function namesOf(inner: SyntaxNode): string[] {
  const names: string[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (typeof value !== 'object' || value === null) return;
    const node = value as SyntaxNode;
    if ('type' in node && node !== inner && isFunction(node)) return;
    if (node.type === 'VariableDeclarator') names.push(...bound(node.id));
    for (const [key, part] of Object.entries(node)) {
      if (key === 'params') names.push(...bound(part));
      look(part);
    }
  };
  look(inner);
  return names;
}

/** Names that a pattern binds or assigns; members of objects are none. */
function bound(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(bound);
  if (typeof pattern !== 'object' || pattern === null) return [];
  const node = pattern as SyntaxNode;
  switch (node.type) {
    case 'Identifier':
      return [node.value as string];
    case 'AssignmentPatternProperty':
      return bound(node.key);
    case 'KeyValuePatternProperty':
      return bound(node.value);
    case 'AssignmentPattern':
      return bound(node.left);
    case 'ArrayPattern':
      return bound(node.elements);
    case 'ObjectPattern':
      return bound(node.properties);
    case 'RestElement':
      return bound(node.argument);
    case 'Parameter':
      return bound(node.pat);
    default:
      return [];
  }
}
