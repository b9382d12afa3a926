import type { Finding, SourceFile } from './source-tree.ts';

const vagueWords = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'managers', 'misc']);
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const component = /^[A-Z][A-Za-z0-9]*$/;

/** Files say what they hold: kebab-case with a role suffix, a component's file its name, no word that fits everything. */
export function fileNames(files: SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => /^(domain|contract|server|web|simulator|e2e|bench|tools)\//.test(path))
    .flatMap(({ path }) => faultsOf(path).map((message) => ({ path, line: 1, message })));
}

function faultsOf(path: string): string[] {
  const vague = path.split(/[/.-]/).filter((word) => vagueWords.has(word.toLowerCase()));
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (!/\.(ts|tsx|mjs|css)$/.test(name)) return vague.map(vagueMessage);
  const [base = '', ...suffixes] = name.split('.').slice(0, -1);
  const rightCase =
    (kebab.test(base) || (component.test(base) && path.startsWith('web/'))) && suffixes.every((s) => kebab.test(s));
  return [...vague.map(vagueMessage), ...(rightCase ? [] : [`"${name}" is neither kebab-case nor a component's name`])];
}

const vagueMessage = (word: string): string => `"${word}" says nothing about what the file holds`;
