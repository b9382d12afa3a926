import { limits } from '@brina/contract/devices';
import type { Reported } from '@brina/contract/live';
import type { Db } from '../db/database.ts';
import type { Unit } from '../picture/unit.ts';
import { type Fresh, type KnownBoots, keepUntimed, learnBoots } from './boots.ts';
import {
  type EventFact,
  type Facts,
  flags,
  type OffsetFact,
  type Origin,
  type ResultFact,
  type Sample,
} from './facts.ts';
import { momentOf } from './moment.ts';
import type { Parsed } from './parse.ts';
import { samplesOf, statusOf, twinValues } from './readings.ts';

/** Turns new messages into facts with a moment, moves the live pictures, and keeps aside what has no moment yet. */
export async function collectFacts(db: Db, fresh: readonly Fresh[], known: KnownBoots, now_ms: number): Promise<Facts> {
  const { boots, revived } = await learnBoots(db, fresh, known);
  const samples: Sample[] = [];
  const events: EventFact[] = [];
  const results: ResultFact[] = [];
  const untimed: Fresh[] = [];
  for (const one of [...fresh, ...revived]) {
    const { unit, message, parsed } = one;
    const origin: Origin = { unit, ...parsed.identity, received_ms: message.received_ms };
    const moment = momentOf(parsed, message.received_ms, boots.bootedAt_ms(unit, parsed.boot));
    // What is no history needs no moment of its own: for its last fact that of its receipt will do.
    const at_ms = moment === 'untimed' ? message.received_ms - parsed.span_ms : moment.at_ms;
    const isNewest = unit.follow(parsed.identity, message.connection);
    if (parsed.topic === 'tel') {
      const timing = timingOf(parsed, moment !== 'untimed' && moment.rebuilt, message.received_ms);
      const read = samplesOf(origin, parsed.message, at_ms, timing);
      if (isNewest && !parsed.message.hist) for (const sample of read) move(unit, sample.columns, sample.at_ms);
      if (moment === 'untimed') untimed.push(one);
      else samples.push(...read);
    } else if (parsed.topic === 'evt') {
      const { log: _log, seq: _seq, boot: _boot, at: _at, sent: _sent, up: _up, ...body } = parsed.message;
      if (moment === 'untimed') untimed.push(one);
      else events.push({ ...origin, at_ms, body } as EventFact);
    } else if (parsed.topic === 'twin') {
      if (isNewest) move(unit, twinValues(unit, parsed.message.reported), at_ms);
    } else if (parsed.topic === 'res') {
      const { id, result, reason } = parsed.message;
      results.push({ ...origin, at_ms, id, result, reason });
    }
  }
  await keepUntimed(db, untimed);
  return { samples, events, results, offsets: fresh.flatMap(offsetOf), now_ms };
}

/** Marks of a sample that speak of its clock. */
function timingOf({ sent_ms }: Parsed, rebuilt: boolean, received_ms: number): number {
  const isOff = sent_ms > 0 && Math.abs(received_ms - sent_ms) > limits.clockOffset_ms;
  return (rebuilt ? flags.clockRebuilt : 0) | (isOff ? flags.clockOff : 0);
}

const offsetOf = ({ unit, message: { received_ms }, parsed: { sent_ms } }: Fresh): OffsetFact[] =>
  sent_ms > 0 ? [{ unit, received_ms, offset_ms: received_ms - sent_ms }] : [];

/**
 * Moves the live picture on. What was measured before the present owner's time never enters it, however late it comes: it
 * would stand there beside the owner's own values (docs/SECURITY.md).
 */
function move(unit: Unit, values: Reported, at_ms: number): void {
  if (unit.heldSince_ms !== null && at_ms < unit.heldSince_ms) return;
  unit.report(values, at_ms);
  unit.show('status', statusOf(unit.picture.reported), at_ms);
}
