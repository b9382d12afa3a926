import { type Finding, isCode, lineOfNode, type SourceFile, type SyntaxNode, statementsOf } from './source-tree.ts';

/** Whoever needs a thing imports the file it stands in: nothing is handed on by a file in between. */
export function barrels(files: SourceFile[]): Finding[] {
  return files.filter(isCode).flatMap((file) =>
    statementsOf(file)
      .filter(handsOn)
      .map((node) => ({
        path: file.path,
        line: lineOfNode(file, node),
        message: 'hands on what another file exports',
      })),
  );
}

/** `export * from …` and `export { … } from …`. */
const handsOn = (node: SyntaxNode): boolean =>
  node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && Boolean(node.source));
