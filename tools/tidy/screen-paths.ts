import { screenRows } from '@brina/contract/screens';
import { type Finding, isCode, lineOfNode, nodesOf, type SourceFile, type SyntaxNode } from './source-tree.ts';

const table = 'contract/src/screens.ts';
/** First segments of the screens' paths. */
const firsts = new Set(Object.values(screenRows).flatMap(({ path }) => path.split('/')[1] || []));
const screenPath = new RegExp(`^/(?:(?:${[...firsts].join('|')})(?![\\w.-])|[?#])`);
const linking = new Set(['to', 'href']);

/**
 * Paths of screens stand in their table alone: whoever needs one asks `pathOf`. Tests write them out, as people type them and as the
 * specification has them.
 */
export const screenPaths = (files: SourceFile[]): Finding[] =>
  files.filter(isHeldToIt).flatMap((file) =>
    nodesOf(file).flatMap((node) =>
      pathsIn(node).map((path) => ({
        path: file.path,
        line: lineOfNode(file, node),
        message: `"${path}" is the path of a screen: pathOf in ${table} knows it`,
      })),
    ),
  );

const isHeldToIt = (file: SourceFile): boolean =>
  isCode(file) && /^(?:server|web|e2e|bench)\//.test(file.path) && !/\.test\.tsx?$|\/testing\//.test(file.path);

/** Paths of screens that a node writes out: a text, what follows a value in a template, a pattern, or a link to `/`. */
function pathsIn(node: SyntaxNode): string[] {
  switch (node.type) {
    case 'StringLiteral':
      return [String(node.value)].filter(isScreenPath);
    case 'TemplateLiteral':
      return ((node.quasis ?? []) as { raw: string }[]).map(({ raw }) => raw).filter(isScreenPath);
    case 'RegExpLiteral':
      return [String(node.pattern).replaceAll('\\/', '/').replace(/^\^/, '')].filter(isScreenPath);
    case 'JSXAttribute':
      return linksHome(node.name, node.value);
    case 'ObjectExpression':
      return (node.properties as SyntaxNode[]).flatMap(({ key, value }) => linksHome(key, value));
    default:
      return [];
  }
}

const isScreenPath = (text: string): boolean => screenPath.test(text);

const linksHome = (name: unknown, value: unknown): string[] =>
  linking.has(valueOf(name)) && valueOf(value) === '/' ? ['/'] : [];

const valueOf = (node: unknown): string => String((node as SyntaxNode | null | undefined)?.value);
