import { type Finding, findMatches, isCode, isTest, type SourceFile } from './source-tree.ts';

/** `getAppliance.example.reply`. */
const example = /\b[a-z]\w+\.example\.(?:params|query|headers|body|reply)\b/g;

/** Examples of calls are for tests: the built app has none (web/vite/contract-plugin.ts). */
export const examplesInApp = (files: SourceFile[]): Finding[] =>
  files
    .filter(({ path }) => path.startsWith('web/src/') && !isTest(path))
    .filter(isCode)
    .flatMap((file) => findMatches(file, example, () => 'uses the example of a call, which the built app has not'));
