import { stripVTControlCharacters } from 'node:util';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const slow_ms = 2 * minute_ms;

/**
 * Reporter of Playwright: tells who started it at once of each journey that failed or took long. The report itself comes with the end, which
 * a run that is too slow does not see.
 */
export default class JourneyProgress implements Reporter {
  onTestEnd(test: TestCase, { duration, error }: TestResult): void {
    if (test.ok() && duration < slow_ms) return;
    const words = test.ok() ? 'passed' : `failed: ${stripVTControlCharacters(error?.message ?? '').split('\n')[0]}`;
    process.send?.(`${(duration / second_ms).toFixed(0)} s  ${test.title}: ${words}`);
  }

  /** So that nothing else is written. */
  printsToStdio(): boolean {
    return false;
  }
}
