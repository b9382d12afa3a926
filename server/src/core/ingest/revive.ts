import type { LiveFrame } from '@brina/contract/live';
import { second_ms } from '@brina/domain/language/durations';
import type { Db } from '../db/database.ts';
import { saveMoved } from '../picture/unit.ts';
import type { Round } from '../worker.ts';
import { bootNameOf, readBoots } from './boots.ts';
import { collectFacts } from './collect.ts';
import type { IngestParts } from './ingest.ts';
import { runSteps } from './steps.ts';
import { takeUntimed } from './untimed.ts';

type ReviveParts = Pick<IngestParts, 'db' | 'bus' | 'clock' | 'steps'>;

/**
 * The round that looks again at messages whose moment nobody could tell: something was learnt of their boot, their own `at` has become
 * believable, as after a while in which our clock was behind, or it is known by now whose clock was wrong. What has its moment goes
 * the way of all facts that come late; what has none yet waits for its next turn.
 */
export const reviving = (parts: ReviveParts): Round => ({
  name: 'untimed',
  every_ms: 2 * second_ms,
  run: () => reviveDue(parts),
});

/** @returns whether there was anything to look at */
async function reviveDue({ db, bus, clock, steps }: ReviveParts): Promise<boolean> {
  const outcome = await db.ingest((tx) => revivePiece(tx, steps, clock.now()));
  if (!outcome) return false;
  for (const tell of outcome.committed) tell();
  for (const frame of outcome.frames) bus.publish('live', { serial: frame.serialNumber, frame });
  return true;
}

async function revivePiece(
  db: Db,
  steps: IngestParts['steps'],
  now_ms: number,
): Promise<{ committed: (() => void)[]; frames: LiveFrame[] } | undefined> {
  const { units, taken } = await takeUntimed(db, now_ms);
  if (units.size === 0) return undefined;
  const boots = await readBoots(db, taken.map(bootNameOf));
  // How far a clock was off then is noted already.
  const facts = { ...(await collectFacts(db, taken, boots, now_ms)), offsets: [] };
  const committed = await runSteps(steps, db, facts);
  await saveMoved(db, [...units.values()]);
  return { committed, frames: [...units.values()].flatMap((unit) => unit.frames()) };
}
