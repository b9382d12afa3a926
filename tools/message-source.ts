import { nodesOf, type SourceFile, type SyntaxNode } from './tidy/source-tree.ts';

/** One form of one text in one language; `form` is empty where the text has no plural forms. */
export type Phrase = { namespace: string; key: string; form: string; locale: string; text: string };

/**
 * Puts phrases into the source of a `*.messages.ts` file, each in the place of the literal that stands there for its key,
 * language and form. `homeless` are those for which there is none.
 */
export function rewritePhrases(
  file: SourceFile,
  phrases: readonly Phrase[],
): { text: string; changed: number; homeless: Phrase[] } {
  const literals = literalsOf(file);
  const homeless = phrases.filter((phrase) => !literals.has(addressOf(phrase)));
  const changes = phrases
    .flatMap((phrase) => {
      const literal = literals.get(addressOf(phrase));
      return literal && literal.value !== phrase.text ? [{ literal, text: phrase.text }] : [];
    })
    .sort((a, b) => b.literal.span.start - a.literal.span.start);
  let bytes = Buffer.from(file.text);
  // From the last to the first, so that the places before a change stay where the tree says.
  for (const { literal, text } of changes) {
    const [before, after] = [bytes.subarray(0, literal.span.start - 1), bytes.subarray(literal.span.end - 1)];
    bytes = Buffer.concat([before, Buffer.from(quoted(text)), after]);
  }
  return { text: bytes.toString(), changed: changes.length, homeless };
}

const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

const addressOf = ({ namespace, key, locale, form }: Phrase): string => JSON.stringify([namespace, key, locale, form]);

/** Address → string literal, for every text of every `messages('namespace', { … })` in the file. */
function literalsOf(file: SourceFile): Map<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>();
  for (const node of nodesOf(file)) {
    if (node.type !== 'CallExpression' || (node.callee as SyntaxNode).value !== 'messages') continue;
    const [name, texts] = (node.arguments as { expression: SyntaxNode }[]).map(({ expression }) => expression);
    const namespace = name?.value as string;
    for (const [key, row] of properties(texts)) {
      for (const [locale, text] of properties(row)) {
        const forms: [string, SyntaxNode][] = text.type === 'StringLiteral' ? [['', text]] : properties(text);
        for (const [form, literal] of forms) {
          if (literal.type === 'StringLiteral')
            found.set(addressOf({ namespace, key, locale, form, text: '' }), literal);
        }
      }
    }
  }
  return found;
}

/** Names and values of an object literal. */
function properties(node: SyntaxNode | undefined): [string, SyntaxNode][] {
  if (node?.type !== 'ObjectExpression') return [];
  return (node.properties as SyntaxNode[]).flatMap((property) => {
    const key = property.key as SyntaxNode | undefined;
    return property.type === 'KeyValueProperty' ? [[String(key?.value), property.value as SyntaxNode]] : [];
  });
}
