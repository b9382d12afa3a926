import { type Finding, findMatches, isCode, isTest, type SourceFile } from './source-tree.ts';

/** What is written in one place, or not in some: a pattern, the files it may stand in, and what to do instead. */
type Row = {
  pattern: RegExp;
  /** Files the row holds; absent: all. */
  within?: RegExp;
  home?: RegExp;
  /** Whether tests are held to it too. */
  tests?: boolean;
  message: (found: string) => string;
};

const rows: readonly Row[] = [
  {
    // Who lists points of needles elsewhere forgets some, and food at a forgotten one is warm unseen. The simulator has a probe behind each.
    pattern: /\bTCore(?:\d|\$\{)/g,
    home: /^domain\/src\/appliance\/metrics(?:\.messages)?\.ts$|^simulator\//,
    message: (found) => `${found}: ask corePointsOf for the points of a model`,
  },
  {
    // The conformance tool may know the device's wire only.
    pattern: /\bconst (?:second|minute|hour|day)_ms\b/g,
    home: /^domain\/src\/language\/durations\.ts$|^tools\/conformance\//,
    tests: true,
    message: (found) => `${found}: domain/src/language/durations.ts has it`,
  },
  {
    // Who compares by itself forgets that the address must be a partner's.
    pattern: /\blower\(\s*(?:\w+\.)?assistance_center\b/g,
    home: /^server\/src\/core\/access\/views\.ts$/,
    within: /^server\/src\//,
    message: (found) => `${found}: namesPartner says whom a kitchen names`,
  },
  {
    // Its words are neither escaped nor looked at by the rules of SQL; `unnest` has names of types, `explain` what another query compiled to.
    pattern: /\b(?:sql|CompiledQuery)\.raw\(/g,
    within: /^server\/src\//,
    home: /^server\/src\/core\/db\/(?:unnest|explain)\.ts$/,
    message: (found) => `${found}…): a value is a parameter, a name sql.ref, a list sql.join`,
  },
  {
    // `getAppliance.example.reply`: the built app has no examples (web/vite/contract-plugin.ts).
    pattern: /\b[a-z]\w+\.example\.(?:params|query|headers|body|reply)\b/g,
    within: /^web\/src\//,
    message: () => 'uses the example of a call, which the built app has not',
  },
];

/** Facts outside of the place where they are written, and what must not be used in some place. */
export const writtenOnce = (files: SourceFile[]): Finding[] =>
  rows.flatMap(({ pattern, within, home, tests = false, message }) =>
    files
      .filter((file) => isCode(file) && (tests || !isTest(file.path)))
      .filter(({ path }) => (within?.test(path) ?? true) && !home?.test(path))
      .flatMap((file) => findMatches(file, pattern, message)),
  );
