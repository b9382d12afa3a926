import type { Failure } from './outcome.ts';

/** What a driver of tests says to the run that started it. */
export type DriverMessage =
  /** It is ready for a file. */
  | { is: 'ready' }
  /** A test begins; the last one begun is what a hanging process hangs in. */
  | { is: 'began'; title: string }
  | { is: 'passed' | 'skipped' }
  | { is: 'failed'; failure: Failure }
  /** A figure that a test tells. */
  | { is: 'note'; text: string }
  /** Something threw after its test had ended. */
  | { is: 'late'; text: string }
  /** The file waits, and nothing is left that could wake it. */
  | { is: 'stalled' }
  /** All tests of the file are reported. */
  | { is: 'reported' }
  /** What the file took, and how it left its process. */
  | { is: 'measured'; wall_s: number; cpu_s: number; exitCode: number; active: string[] }
  /** All is over, and this still keeps the process alive. */
  | { is: 'busy'; active: string[] };

/** What the run says to a driver: the next file (absolute), or that there is none. */
export type DriverOrder = { file: string } | { end: true };

/** Stands in both streams of a driver behind what a file wrote. */
export const endMark = '\u001eend of file\u001e';

/** Name of the driver's last test: what `atEnd` kept. */
export const lastStep = 'the end of what the files share';
