import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { endingWords } from '../children.ts';
import { type Run, tail } from '../quiet-run.ts';
import { type FileResult, finalFailure, noOutcome, type Outcome } from './outcome.ts';

/** Lines of one failure that are shown: enough for the error and where it was, too few for a whole page's tree. */
const failureLines = 40;
const lastLines = 60;

/**
 * Runs a program that writes a JSON report into the file it is given, and reads it. One that ends without a report, or
 * badly with a report in which nothing failed, crashed: that counts as a failure of its own.
 */
export async function reported<T>(
  program: string,
  run: (file: string) => Promise<Run>,
  read: (report: T) => Pick<Outcome, 'files' | 'failures'>,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'brina-report-'));
  try {
    const file = join(folder, 'report.json');
    const { ending, output } = await run(file);
    const report = await readJson<T>(file);
    const outcome: Outcome = { ...noOutcome(), ...(report && read(report)), cpu_s: ending.cpu_s };
    const failed = outcome.failures.length > 0 || outcome.files.some(({ failures }) => failures.length > 0);
    if (report === undefined || (ending.code !== 0 && !failed)) {
      const text = tail(stripVTControlCharacters(output), lastLines);
      outcome.failures.push(finalFailure(`${program} crashed (${endingWords(ending)})`, 'crashed', text));
    }
    return outcome;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readJson<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

/** An error's text as a browser's runner gives it, without colours and without end, below a title. */
export function browserFailure(
  title: string,
  place: string,
  error: string,
  timedOut = false,
): FileResult['failures'][0] {
  const lines = stripVTControlCharacters(error).split('\n');
  return {
    title,
    error: lines[0] ?? '',
    text: `${title}  (${place})\n${lines.slice(0, failureLines).join('\n').replace(/^/gm, '    ')}`,
    final: timedOut || error.includes('the portal logged errors'),
  };
}
