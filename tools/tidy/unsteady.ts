import { unsteadyFile, unsteadyRows } from '../suite/unsteady-list.ts';
import { type Finding, isCode, nodesOf, type SourceFile } from './source-tree.ts';

const testFile = /\.(?:test|e2e|fault|load)\.tsx?$/;
const header = 1;

/** Rows of the list of unsteady tests whose test, or test file that failed as a whole, is gone, or whose last day is none. */
export function unsteadyTests(files: SourceFile[]): Finding[] {
  const list = files.find(({ path }) => path === unsteadyFile);
  if (!list) return [];
  const rows = unsteadyRows(list.text);
  const tests = files.filter((file) => isCode(file) && testFile.test(file.path));
  const titles = rows.length > 0 ? [...titlesIn(tests), ...tests.map(({ path }) => pattern([path]))] : [];
  return rows.flatMap(({ title, lastDay }, index) =>
    [
      ...(titles.some((pattern) => pattern.test(title))
        ? []
        : [`there is no test "${title}" any more: remove the row`]),
      ...(isDay(lastDay) ? [] : [`"${lastDay}" is no day (yyyy-mm-dd)`]),
    ].map((message) => ({ path: list.path, line: index + 1 + header, message })),
  );
}

const isDay = (text: string): boolean => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

/** What the texts of the files can be as titles: a template stands for all that may fill it. */
const titlesIn = (files: SourceFile[]): RegExp[] =>
  files.flatMap((file) =>
    nodesOf(file).flatMap((node) => {
      if (node.type === 'StringLiteral') return [pattern([node.value as string])];
      if (node.type !== 'TemplateLiteral') return [];
      const fixed = (node.quasis as { cooked?: string; raw: string }[]).map(({ cooked, raw }) => cooked ?? raw);
      // One that is nothing but what fills it would stand for every title.
      return fixed.join('').trim() === '' ? [] : [pattern(fixed)];
    }),
  );

const pattern = (fixed: readonly string[]): RegExp => new RegExp(`^${fixed.map(RegExp.escape).join('.*')}$`, 's');
