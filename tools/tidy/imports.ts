import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { isCode, lineOfNode, nodesOf, type SourceFile, type SyntaxNode } from './source-tree.ts';

/** One import, export-from or `import()` of a file; types count like values. */
export type Import = { from: string; line: number; specifier: string; to: Target };

/** What an import leads to: a file of the project (there or not), a package, or what the runtime brings. */
export type Target = { kind: 'file'; path: string } | { kind: 'package'; name: string } | { kind: 'runtime' };

/** The parts of a package.json that decide where imports lead. */
export type Manifest = {
  name?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  imports?: Record<string, string>;
  exports?: Record<string, string>;
};

/** Every import of the project's code, with where it leads by the package.json files among the files. */
export function importsOf(files: SourceFile[]): Import[] {
  const manifests = manifestsOf(files);
  return files.filter(isCode).flatMap((file) =>
    nodesOf(file).flatMap((node) => {
      const specifier = specifierOf(node);
      if (specifier === undefined) return [];
      const to = resolve(file.path, specifier.replace(/\?\w+$/, ''), manifests);
      return [{ from: file.path, line: lineOfNode(file, node), specifier, to }];
    }),
  );
}

/** Folder → its package.json; the root's folder is `.`. */
export const manifestsOf = (files: SourceFile[]): Map<string, Manifest> =>
  new Map(
    files
      .filter(({ path }) => /(^|\/)package\.json$/.test(path))
      .map(({ path, text }) => [dirname(path), JSON.parse(text) as Manifest]),
  );

/** The workspace a file belongs to: the first folder of its path. */
export const workspaceOf = (path: string): string => path.slice(0, path.indexOf('/'));

const importing = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'ExportNamedDeclaration']);

function specifierOf(node: SyntaxNode): string | undefined {
  if (importing.has(node.type)) return textOf(node.source);
  if (node.type === 'TsImportType') return textOf(node.argument);
  const callee = node.callee as SyntaxNode | undefined;
  if (node.type !== 'CallExpression' || callee?.type !== 'Import') return undefined;
  return textOf((node.arguments as { expression: unknown }[])[0]?.expression);
}

function textOf(node: unknown): string | undefined {
  const literal = node as SyntaxNode | null | undefined;
  return literal?.type === 'StringLiteral' ? (literal.value as string) : undefined;
}

function resolve(from: string, specifier: string, manifests: Map<string, Manifest>): Target {
  if (specifier.startsWith('.')) return { kind: 'file', path: join(dirname(from), specifier) };
  const workspace = workspaceOf(from);
  if (specifier.startsWith('#')) return inside(workspace, manifests.get(workspace)?.imports, specifier);
  if (isBuiltin(specifier) || specifier.startsWith('virtual:')) return { kind: 'runtime' };
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const [folder, manifest] = Array.from(manifests).find(([, { name: own }]) => own === name) ?? [];
  if (folder === undefined) return { kind: 'package', name };
  return inside(folder, manifest?.exports, `.${specifier.slice(name.length)}`);
}

/** Follows the `imports` or `exports` of a package.json; each of ours has one `*` on both sides. */
function inside(folder: string, map: Record<string, string> | undefined, specifier: string): Target {
  for (const [pattern, target] of Object.entries(map ?? {})) {
    const prefix = pattern.replace('*', '');
    if (specifier.startsWith(prefix))
      return { kind: 'file', path: join(folder, target.replace('*', specifier.slice(prefix.length))) };
  }
  return { kind: 'file', path: join(folder, specifier) };
}
