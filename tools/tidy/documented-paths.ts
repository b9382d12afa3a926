import { existsSync, globSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type Finding, lineAt, type SourceFile } from './source-tree.ts';

const codeSpan = /`([^`\n]+)`/g;
const link = /\]\(([^)\s]+)\)/g;
const projectPath = /^(?:\.\/)?(?:domain|contract|server|web|simulator|e2e|bench|tools|docs|\.ci)\/[\w./*@<>-]*$/;

/** Documents name files that exist: every link, and every path of the project in backquotes; `*`, `X` and `<x>` stand for any name. */
export function documentedPaths(files: SourceFile[], root: string): Finding[] {
  return files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap((file) => [
      ...missing(file, link, (target) => {
        if (/^(?:[a-z]+:|#)/.test(target)) return true;
        return exists(root, normalize(join(dirname(file.path), withoutAnchor(target))));
      }),
      ...missing(file, codeSpan, (span) => {
        const path = withoutAnchor(span);
        return !projectPath.test(path) || exists(root, path);
      }),
    ]);
}

const withoutAnchor = (target: string): string => target.replace(/(?:#.*|:\d+)$/, '');

function exists(root: string, path: string): boolean {
  const pattern = path.replaceAll(/(?<=\/)X(?=\/|$)|<\w+>/g, '*');
  return pattern.includes('*') ? globSync(pattern, { cwd: root }).length > 0 : existsSync(join(root, path));
}

function missing(file: SourceFile, pattern: RegExp, exists: (target: string) => boolean): Finding[] {
  return Array.from(file.text.matchAll(pattern))
    .filter(([, target = '']) => !exists(target))
    .map((match) => ({ path: file.path, line: lineAt(file.text, match.index), message: `${match[1]} does not exist` }));
}
