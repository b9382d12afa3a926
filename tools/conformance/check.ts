import { Breach, type Target, type Unit } from './unit.ts';

/** What the checks of a run work with. */
export type Bench = {
  unit: Unit;
  /** Certificate and key of a unit whose certificate was revoked; absent: its check is skipped. */
  revoked: Pick<Target, 'certificate' | 'key'> | undefined;
  /** How long a command is waited for, s; 0: its checks are skipped. */
  commandWait_s: number;
};

/** One sentence of docs/DEVICE-PROTOCOL.md and how it is tried. `try` resolves with what was seen, or throws a {@link Breach}. */
export type Check = { id: string; proves: string; try(bench: Bench): Promise<string> };

export type Outcome = {
  id: string;
  proves: string;
  result: 'pass' | 'fail' | 'skip';
  /** What was seen, or why it was not tried. */
  seen: string;
};

/** Why a check was not tried. */
export class NotTried extends Error {}

/** Throws with what was seen when it is not what the protocol says. */
export function expect(holds: boolean, seen: string): asserts holds {
  if (!holds) throw new Breach(seen);
}

/** Tries every check after the other, whatever became of those before. */
export async function runChecks(
  checks: readonly Check[],
  bench: Bench,
  tell: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const check of checks) {
    const outcome = await tried(check, bench);
    tell(outcome);
    outcomes.push(outcome);
  }
  return outcomes;
}

async function tried({ id, proves, try: attempt }: Check, bench: Bench): Promise<Outcome> {
  try {
    return { id, proves, result: 'pass', seen: await attempt(bench) };
  } catch (error) {
    const result = error instanceof NotTried ? 'skip' : 'fail';
    return { id, proves, result, seen: error instanceof Error ? error.message : String(error) };
  } finally {
    bench.unit.release();
  }
}
