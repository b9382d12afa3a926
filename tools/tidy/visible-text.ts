import { type Finding, isTest, lineOfNode, nodesOf, type SourceFile, type SyntaxNode } from './source-tree.ts';

/** Attributes whose text a person sees or hears. */
const shownAttributes = new Set([
  'aria-label',
  'aria-description',
  'title',
  'placeholder',
  'label',
  'description',
  'alt',
]);
const letter = /\p{L}/u;

/** Text a person can see stands in `*.messages.ts` and nowhere else, or it exists in one language only (S1.1). */
export function visibleText(files: SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => /^web\/src\/.*\.tsx$/.test(path) && !isTest(path))
    .flatMap((file) =>
      nodesOf(file).flatMap((node) =>
        textsShownBy(node)
          .filter((text) => letter.test(text))
          .map((text) => ({
            path: file.path,
            line: lineOfNode(file, node),
            message: `visible text "${text.trim()}" belongs into a *.messages.ts`,
          })),
      ),
    );
}

/** The literal texts that an element shows between its tags or an attribute shows. */
function textsShownBy(node: SyntaxNode): string[] {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    return (node.children as SyntaxNode[]).flatMap((child) =>
      child.type === 'JSXText' ? [child.value as string] : literalsIn(child),
    );
  }
  if (node.type !== 'JSXAttribute' || !shownAttributes.has(attributeName(node.name as SyntaxNode))) return [];
  return node.value ? literalsIn(node.value as SyntaxNode) : [];
}

const attributeName = (name: SyntaxNode): string => (typeof name.value === 'string' ? name.value : '');

/** Texts of a literal, also in braces, in a template and on both sides of a condition. */
function literalsIn(node: SyntaxNode): string[] {
  switch (node.type) {
    case 'StringLiteral':
      return [node.value as string];
    case 'TemplateLiteral':
      return (node.quasis as { raw: string }[]).map(({ raw }) => raw);
    case 'JSXExpressionContainer':
      return literalsIn(node.expression as SyntaxNode);
    case 'ParenthesisExpression':
      return literalsIn(node.expression as SyntaxNode);
    case 'ConditionalExpression':
      return [...literalsIn(node.consequent as SyntaxNode), ...literalsIn(node.alternate as SyntaxNode)];
    default:
      return [];
  }
}
