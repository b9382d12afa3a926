import { resolve } from 'node:path';
import { runMain } from './fault.ts';
import { barrels } from './tidy/barrels.ts';
import { clocks, machineTime } from './tidy/clocks.ts';
import { closures } from './tidy/closures.ts';
import { documentedPaths } from './tidy/documented-paths.ts';
import { durations } from './tidy/durations.ts';
import { fileNames } from './tidy/file-names.ts';
import { importTable } from './tidy/import-table.ts';
import { longFunctions } from './tidy/long-functions.ts';
import { looks } from './tidy/looks.ts';
import { machinePaths } from './tidy/machine-paths.ts';
import { polling } from './tidy/polling.ts';
import { rolesInScreens, rolesInSql } from './tidy/roles.ts';
import { screenPaths } from './tidy/screen-paths.ts';
import { longest } from './tidy/sizes.ts';
import { type Finding, projectFiles, type SourceFile } from './tidy/source-tree.ts';
import { sqlByHand } from './tidy/sql-by-hand.ts';
import { suppressions } from './tidy/suppressions.ts';
import { tableWriters } from './tidy/table-writers.ts';
import { unsteadyTests } from './tidy/unsteady.ts';
import { visibleText } from './tidy/visible-text.ts';
import { writtenOnce } from './tidy/written-once.ts';

/** A rule of the house over the files of the project. */
type Rule = (files: SourceFile[], root: string) => Finding[];

const rules: Rule[] = [
  importTable,
  barrels,
  visibleText,
  suppressions,
  clocks,
  machineTime,
  polling,
  writtenOnce,
  durations,
  rolesInSql,
  rolesInScreens,
  sqlByHand,
  looks,
  unsteadyTests,
  documentedPaths,
  fileNames,
  machinePaths,
  screenPaths,
  tableWriters,
  longFunctions,
  closures,
];

/** Everything in the project that breaks a rule of the house (docs/ARCHITECTURE.md), in the order of the rules. */
export function tidyFindings(root: string): Finding[] {
  const files = projectFiles(root);
  return rules.flatMap((rule) => rule(files, root));
}

async function main(): Promise<number> {
  const root = resolve(import.meta.dirname, '..');
  const findings = tidyFindings(root);
  const sizes = longest(projectFiles(root), 10);
  console.log(['Longest files', ...sizes.files, 'Longest functions', ...sizes.functions].join('\n'));
  for (const { path, line, message } of findings) console.error(`${path}:${line} ${message}`);
  return findings.length === 0 ? 0 : 1;
}

if (import.meta.main) await runMain(main);
