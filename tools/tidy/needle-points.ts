import { type Finding, findMatches, isCode, isTest, type SourceFile } from './source-tree.ts';

const literalPoint = /\bTCore\d/g;

/** Where points of needles stand by their names: the rows and their words, and the simulator, which has a probe behind each. */
const named = /^domain\/src\/appliance\/metrics(?:\.messages)?\.ts$|^simulator\//;

/**
 * Which points a needle has, and that a trolley unit has two needles, is a row of the metrics: who lists points elsewhere forgets
 * some, and food at a forgotten one is warm unseen.
 */
export function needlePoints(files: SourceFile[]): Finding[] {
  return files.flatMap((file) =>
    !isCode(file) || named.test(file.path) || isTest(file.path)
      ? []
      : findMatches(file, literalPoint, (found) => `${found}: ask corePointsOf for the points of a model`),
  );
}
