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
 * Whole minutes, hours and days in milliseconds that are written out, `300_000`, `60 * 60 * 1000` or `minutes * 60 * 1000`:
 * `5 * minute_ms` says what it is and cannot miss a zero. Tests may.
 */
export const durations = (files: SourceFile[]): Finding[] =>
  files
    .filter((file) => isCode(file) && file.path !== home && !conformance.test(file.path) && !settings.test(file.path))
    .filter(({ path }) => !isTest(path) || path.startsWith('bench/'))
    .filter(({ text }) => /000/.test(text))
    .flatMap((file) => {
      const seen = new Set<SyntaxNode>();
      return nodesOf(file).flatMap((node) => {
        if (seen.has(node)) return [];
        const { products, factors } = chainOf(node);
        const numbers = factors.filter(isPlainNumber);
        const number = numbers.reduce((product, { value }) => product * (value as number), 1);
        // A part of a product is none of its own; one of its numbers may be whole minutes where all of them are not.
        for (const product of products) seen.add(product);
        if (number < minute_ms || number % minute_ms !== 0 || number > longest_ms) return [];
        for (const one of numbers) seen.add(one);
        const message = `${number} is whole minutes: write it by ${home}`;
        return [{ path: file.path, line: lineOfNode(file, node), message }];
      });
    });

/** `120e3` is a quantity, as data sheets have it. */
const isPlainNumber = ({ type, raw }: SyntaxNode): boolean => type === 'NumericLiteral' && !/e/i.test(String(raw));

/** The products within a product, itself one of them, and what they multiply; what is no product is its one factor. */
function chainOf(node: SyntaxNode): { products: SyntaxNode[]; factors: SyntaxNode[] } {
  if (node.type === 'ParenthesisExpression') return chainOf(node.expression as SyntaxNode);
  if (node.type !== 'BinaryExpression' || node.operator !== '*') return { products: [], factors: [node] };
  const [left, right] = [chainOf(node.left as SyntaxNode), chainOf(node.right as SyntaxNode)];
  return {
    products: [node, ...left.products, ...right.products],
    factors: [...left.factors, ...right.factors],
  };
}
