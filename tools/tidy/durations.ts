import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { type Finding, isCode, isTest, lineOfNode, nodesOf, type SourceFile, type SyntaxNode } from './source-tree.ts';

const home = 'domain/src/language/durations.ts';
/** Its programs know the device's wire only. */
const conformance = /^tools\/conformance(?:\/|\.ts$)/;
/** Limits of tests. */
const settings = /\/vitest\.config\.ts$/;
/** Longer than that is a moment, or a number of something else. */
const longest_ms = 1000 * day_ms;

/**
 * Whole minutes, hours and days in milliseconds that are written out, `300_000` or `60 * 60 * 1000`: `5 * minute_ms` says what it is and
 * cannot miss a zero. Tests may.
 */
export const durations = (files: SourceFile[]): Finding[] =>
  files
    .filter((file) => isCode(file) && file.path !== home && !conformance.test(file.path) && !settings.test(file.path))
    .filter(({ path }) => !isTest(path) || path.startsWith('bench/'))
    .filter(({ text }) => /000/.test(text))
    .flatMap((file) => {
      const inside = new Set<unknown>();
      return nodesOf(file).flatMap((node) => {
        const number = numberOf(node);
        if (number === undefined || inside.has(node)) return [];
        for (const part of partsOf(node)) inside.add(part);
        if (number < minute_ms || number % minute_ms !== 0 || number > longest_ms) return [];
        const message = `${number} is whole minutes: write it by ${home}`;
        return [{ path: file.path, line: lineOfNode(file, node), message }];
      });
    });

/** What a number, or a product of numbers, is that is written out; `120e3` is a quantity, as data sheets have it. */
function numberOf(node: SyntaxNode): number | undefined {
  if (node.type === 'NumericLiteral') return /e/i.test(String(node.raw)) ? undefined : (node.value as number);
  if (node.type !== 'BinaryExpression' || node.operator !== '*') return undefined;
  const [left, right] = [numberOf(node.left as SyntaxNode), numberOf(node.right as SyntaxNode)];
  return left === undefined || right === undefined ? undefined : left * right;
}

const partsOf = (node: SyntaxNode): SyntaxNode[] =>
  node.type === 'BinaryExpression'
    ? [node.left as SyntaxNode, node.right as SyntaxNode].flatMap((part) => [part, ...partsOf(part)])
    : [];
