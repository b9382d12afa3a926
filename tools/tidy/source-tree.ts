import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Module, parseSync } from '@swc/core';
import { Fault } from '../fault.ts';

/** A text file of the project; `path` is relative to the root, with slashes. */
export type SourceFile = { path: string; text: string };

/** Something that a rule of the house forbids, at a place a person can go to. */
export type Finding = { path: string; line: number; message: string };

/** A node of swc's syntax tree; `span` counts bytes of the UTF-8 text from 1. */
export type SyntaxNode = { type: string; span: { start: number; end: number } } & Record<string, unknown>;

const foreignFolders = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'test-results', 'playwright-report']);
const textFile = /\.(ts|tsx|mjs|css|sql|md|json|csv|html|svg|sh)$|\/run$/;

/** Every text file of the project but the lock file, in the order of their paths. */
export function projectFiles(root: string, folder = ''): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return foreignFolders.has(entry.name) ? [] : projectFiles(root, path);
      if (!textFile.test(path) || path === 'package-lock.json') return [];
      return [{ path, text: readFileSync(join(root, path), 'utf8') }];
    });
}

/** Source code of any workspace or tool. */
export const isCode = (file: SourceFile): boolean => /\.(ts|tsx|mjs)$/.test(file.path);

/** Tests and what only they import. */
export const isTest = (path: string): boolean =>
  /\.(test|fault|e2e)\.tsx?$|^(server|web)\/test\/|\/testing\/|^(e2e|bench)\//.test(path);

const trees = new WeakMap<SourceFile, Module>();

function treeOf(file: SourceFile): Module {
  const known = trees.get(file);
  if (known) return known;
  const tree = parsed(file);
  trees.set(file, tree);
  return tree;
}

function parsed(file: SourceFile): Module {
  try {
    return parseSync(file.text, { syntax: 'typescript', tsx: file.path.endsWith('x'), target: 'esnext' });
  } catch (error) {
    throw new Fault(`${file.path} does not parse: ${(error as Error).message}`);
  }
}

/** Statements at the top of a file. */
export const statementsOf = (file: SourceFile): SyntaxNode[] => treeOf(file).body as unknown as SyntaxNode[];

/** Every node of a file, each before what it contains. */
export function nodesOf(file: SourceFile): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value && 'span' in value) found.push(value as SyntaxNode);
    Object.values(value).forEach(walk);
  };
  walk(treeOf(file).body);
  return found;
}

/** The line on which a node of the file begins. */
export const lineOfNode = (file: SourceFile, node: SyntaxNode): number => linesBefore(file, node.span.start);

/** How many lines a node of the file covers. */
export const lengthOfNode = (file: SourceFile, node: SyntaxNode): number =>
  linesBefore(file, node.span.end) - linesBefore(file, node.span.start) + 1;

const linesBefore = (file: SourceFile, byte: number): number =>
  lineAt(
    Buffer.from(file.text)
      .subarray(0, byte - 1)
      .toString(),
    Number.POSITIVE_INFINITY,
  );

/** The line at a character offset of a text, counted from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** A finding for each match of a pattern in a file. */
export function findMatches(file: SourceFile, pattern: RegExp, message: (found: string) => string): Finding[] {
  return Array.from(file.text.matchAll(pattern), (match) => ({
    path: file.path,
    line: lineAt(file.text, match.index),
    message: message(match[0].trim()),
  }));
}
