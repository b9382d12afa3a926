/** A test, or a file as a whole, that failed. */
export type Failure = {
  title: string;
  /** For a person: the title, where it stands, and the error. */
  text: string;
  /** First line of the error. */
  error: string;
  /** Whether chance is out of the question: no second look. */
  final: boolean;
};

/** What came of the tests of one file. */
export type FileResult = {
  /** Path from the root, with slashes. */
  file: string;
  passed: number;
  skipped: number;
  failures: Failure[];
  wall_s: number;
  /** User and system; absent where a browser did the work. */
  cpu_s?: number;
  /** What it wrote, its last lines. */
  wrote: string;
  /** Files that ran before it in the same process. */
  after: string[];
};

/** A test that failed, and passed when its file ran once more. */
export type Unsteady = { file: string; title: string; error: string; text: string };

/** What came of one kind of tests. */
export type Outcome = {
  files: FileResult[];
  /** What failed and belongs to no file. */
  failures: Failure[];
  unsteady: Unsteady[];
  /** Figures that tests tell. */
  notes: string[];
  /** User and system of all processes that ran for it and were waited for. */
  cpu_s: number;
};

/** Nothing ran. */
export const noOutcome = (): Outcome => ({ files: [], failures: [], unsteady: [], notes: [], cpu_s: 0 });

/** A failure that no second look may excuse: a crash, a hang, a program that cannot run. */
export const finalFailure = (title: string, error: string, text = error): Failure => ({
  title,
  error,
  text: `${title}\n${text.replace(/^/gm, '    ')}`,
  final: true,
});

/** Every failure of an outcome, those of files first. */
export const failuresOf = ({ files, failures }: Outcome): Failure[] => [
  ...files.flatMap((file) => file.failures),
  ...failures,
];

/** Tests that passed, and that were skipped. */
export const passedIn = ({ files }: Outcome): number => files.reduce((sum, { passed }) => sum + passed, 0);
export const skippedIn = ({ files }: Outcome): number => files.reduce((sum, { skipped }) => sum + skipped, 0);
