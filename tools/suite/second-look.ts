import type { FileResult, Outcome, Unsteady } from './outcome.ts';

/** With more failed files than this the fault is in the project, and a second look at all of them only costs time. */
const most = 5;

/**
 * Runs each failed file once more, alone, unless a failure of it is final. What passes then counts as passed, and its
 * failed tests as unsteady; what fails again keeps both errors.
 */
export async function secondLook(first: Outcome, again: (file: string) => Promise<Outcome>): Promise<Outcome> {
  const failed = first.files.filter(({ failures }) => failures.length > 0);
  if (failed.length > most) return first;
  const outcome = { ...first, unsteady: [...first.unsteady] };
  for (const file of failed.filter(({ failures }) => failures.every(({ final }) => !final))) {
    const second = await again(file.file);
    outcome.cpu_s += second.cpu_s;
    const [result, ...others] = second.files;
    if (!result || others.length > 0 || second.failures.length > 0) {
      // It excuses nothing, and what went wrong with it is told too.
      outcome.failures = [...outcome.failures, ...second.failures];
      continue;
    }
    const merged = result.failures.length === 0 ? passedAlone(file, result) : failedTwice(file, result);
    outcome.files = outcome.files.map((one) => (one === file ? merged : one));
    if (result.failures.length === 0) outcome.unsteady.push(...unsteadyOf(file, result));
  }
  return outcome;
}

const passedAlone = (first: FileResult, second: FileResult): FileResult => ({
  ...second,
  wall_s: first.wall_s + second.wall_s,
});

const failedTwice = (first: FileResult, second: FileResult): FileResult => ({
  ...first,
  wall_s: first.wall_s + second.wall_s,
  failures: first.failures.map((failure) => {
    const same = second.failures.find(({ title }) => title === failure.title);
    const words =
      same === undefined
        ? 'alone it passes, but another test failed'
        : same.error === failure.error
          ? 'the same alone'
          : `alone: ${same.error}`;
    return { ...failure, text: `${failure.text}\n    (${words})` };
  }),
});

const unsteadyOf = (first: FileResult, second: FileResult): Unsteady[] =>
  first.failures.map(({ title, error, text }) => ({
    file: first.file,
    title,
    error,
    text: [
      text,
      ...wrote('the first time', first),
      ...(first.after.length > 0 ? [`    ran before it in the same process: ${first.after.join(', ')}`] : []),
      ...wrote('alone, when it passed', second),
    ].join('\n'),
  }));

const wrote = (when: string, { wrote: text }: FileResult): string[] => [
  text ? `    it wrote ${when}:\n${text.replace(/^/gm, '      ')}` : `    it wrote nothing ${when}`,
];
