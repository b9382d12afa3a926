const ends: (() => unknown)[] = [];

/**
 * Keeps what shall end after the last test file of this process, such as a portal that files share. Only the driver of
 * the tests runs it (`BRINA_TEST_DRIVER` is set then); an end that throws fails the run.
 */
export function atEnd(run: () => unknown): void {
  ends.push(run);
}

/** Runs what was kept, the latest first, each although one before failed; throws what they threw. */
export async function runEnds(): Promise<void> {
  const errors: unknown[] = [];
  for (let end = ends.pop(); end; end = ends.pop()) {
    try {
      await end();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('\n'));
}
