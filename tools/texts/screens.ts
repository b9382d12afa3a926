import { basename } from 'node:path';
import { importsOf } from '../tidy/imports.ts';
import { isTest, type SourceFile } from '../tidy/source-tree.ts';

/** More than so many name nothing any more. */
const named_max = 6;

/**
 * Where a translator finds the texts of a catalogue: the screens that reach it by their imports, `Dashboard, HaccpList`.
 * @returns path of a catalogue → screens; `many screens` for words that are everywhere, nothing for what no screen shows
 */
export function screensOf(files: SourceFile[]): ReadonlyMap<string, string> {
  const next = new Map<string, string[]>();
  for (const { from, to } of importsOf(files)) {
    if (to.kind === 'file' && !isTest(from)) next.set(from, [...(next.get(from) ?? []), to.path]);
  }
  const shown = new Map<string, string[]>();
  for (const { path } of files.filter((file) => /^web\/src\/.*Screen\.tsx$/.test(file.path))) {
    const screen = basename(path, 'Screen.tsx');
    for (const reached of reach(path, next))
      if (reached.endsWith('.messages.ts')) shown.set(reached, [...(shown.get(reached) ?? []), screen]);
  }
  return new Map(
    Array.from(shown, ([path, screens]) => [path, screens.length > named_max ? 'many screens' : screens.join(', ')]),
  );
}

/** All that a file imports, and what that imports. */
function reach(from: string, next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set([from]);
  // A set goes on over what is added meanwhile.
  for (const path of reached) for (const to of next.get(path) ?? []) reached.add(to);
  return reached;
}
