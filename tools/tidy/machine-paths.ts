import { type Finding, findMatches, type SourceFile } from './source-tree.ts';

// Folders of one person's machine; put together here so that this file does not contain what it forbids.
const folders = ['work', 'tmp', 'home', 'Users', 'root'].map((name) => `/${name}/`);
const machinePath = new RegExp(`(?<![\\w.}/$*-])(?:${folders.join('|')})[\\w.-]+|\\.\\./${'shared'}/`, 'g');

/** A path of one machine helps nobody on another. */
export const machinePaths = (files: SourceFile[]): Finding[] =>
  files.flatMap((file) => findMatches(file, machinePath, (found) => `"${found}" is a path of one machine`));
