import { type EventBody, type EventMessage, type PanelTold, panelOf, type TwinMessage } from '@brina/contract/devices';
import type { Reported } from '@brina/contract/live';
import type { Db } from '../db/database.ts';
import type { Unit } from '../picture/unit.ts';
import { bootIn, type Fresh, type KnownBoots, learnBoots, toldBy } from './boots.ts';
import type { EventFact, Facts, OffsetFact, Origin, PanelFact, ResultFact, Sample } from './facts.ts';
import { evidence, momentOf } from './moment.ts';
import { samplesOf, statusOf, twinValues } from './readings.ts';
import { type Timing, timingOf } from './timing.ts';
import { dueAgain_ms, keepUntimed, type Untimed } from './untimed.ts';

/**
 * Turns messages into facts with a moment, moves the live pictures, and keeps aside what has no moment yet or is nobody's.
 * @param known what was known of their boots
 */
export async function collectFacts(db: Db, fresh: readonly Fresh[], known: KnownBoots, now_ms: number): Promise<Facts> {
  const boots = await learnBoots(db, fresh, known, now_ms);
  const collected: Collected = { samples: [], events: [], results: [], panels: [] };
  const untimed: Untimed[] = [];
  for (const one of fresh) {
    const told = toldBy(one);
    const boot = bootIn(boots, one);
    const moment = momentOf(told, boot, now_ms);
    const placed = collect(collected, one, timingOf(told, { boot, moment, handOvers_ms: one.unit.handOvers_ms }));
    if (one.parsed.topic !== 'tel' && one.parsed.topic !== 'evt') continue;
    if (moment === 'untimed') untimed.push({ one, due_ms: dueAgain_ms(one, boot, now_ms) });
    // What is nobody's by weak evidence may be somebody's by better one.
    else if (placed !== 'all')
      untimed.push({ one, due_ms: placed === 'none' && boot?.evidence !== evidence.clock ? Infinity : null });
  }
  await keepUntimed(db, untimed);
  return { ...collected, offsets: fresh.flatMap(offsetOf), now_ms };
}

type Collected = { samples: Sample[]; events: EventFact[]; results: ResultFact[]; panels: PanelFact[] };

/** @returns how much of the message is not nobody's */
function collect({ samples, events, results, panels }: Collected, one: Fresh, timing: Timing): 'all' | 'some' | 'none' {
  const { unit, message, parsed } = one;
  const origin: Origin = { unit, ...parsed.identity, received_ms: message.received_ms };
  const isNewest = unit.follow(parsed.identity, message.connection);
  if (parsed.topic === 'tel') {
    const read = samplesOf(origin, parsed.message, timing);
    if (isNewest && !parsed.message.hist) for (const sample of read) move(unit, sample.columns, sample.at_ms);
    if (timing.isTimed) samples.push(...read);
    return read.length === parsed.message.s.length ? 'all' : read.length > 0 ? 'some' : 'none';
  }
  const at_ms = timing.at_ms(0);
  if (at_ms === undefined) return 'none';
  if (parsed.topic === 'evt') {
    const body = bodyOf(parsed.message, at_ms);
    if (timing.isTimed) events.push({ ...origin, at_ms, clockShift_ms: timing.clockShift_ms(at_ms, 0), body });
  } else if (parsed.topic === 'twin') {
    const stands_ms = inHoldersTime(unit, parsed.message, at_ms);
    if (isNewest) move(unit, twinValues(unit, parsed.message.reported), stands_ms);
    const told = panelIn(parsed.message, at_ms);
    if (isNewest && isOfHolder(unit, stands_ms)) panels.push({ unit, at_ms: stands_ms, told });
  } else if (parsed.topic === 'res') {
    const { id, result, reason } = parsed.message;
    results.push({ ...origin, at_ms, id, result, reason });
  }
  return 'all';
}

/** An event without its head; other moments that it tells move with its own. */
function bodyOf(message: EventMessage, at_ms: number): EventBody {
  const { log: _log, seq: _seq, boot: _boot, at, sent: _sent, up: _up, ...body } = message;
  const moved = movedWith(at, at_ms);
  if (body.type === 'gap') return { ...body, from: moved(body.from), to: moved(body.to) };
  if (body.type === 'power' && body.lostAt !== undefined) return { ...body, lostAt: moved(body.lostAt) };
  return body as EventBody;
}

/** What a unit tells of its panel, with the moments at which timers began as they were by our clock. */
function panelIn({ at, reported }: TwinMessage, at_ms: number): PanelTold {
  const { trayTimers, ...told } = panelOf(reported);
  if (!trayTimers) return told;
  const moved = movedWith(at, at_ms);
  return { ...told, trayTimers: trayTimers.map((timer) => ({ ...timer, from: moved(timer.from) })) };
}

/** Moves what a message tells of time as its own moment is moved. What fell into an unset clock stays without a moment: 0. */
const movedWith =
  (at: number, at_ms: number) =>
  (moment: number): number =>
    at > 0 && moment > 0 ? moment + at_ms - at : moment;

const offsetOf = ({ unit, message: { received_ms }, parsed: { sent_ms } }: Fresh): OffsetFact[] =>
  sent_ms > 0 ? [{ unit, received_ms, offset_ms: received_ms - sent_ms }] : [];

/**
 * Moves the live picture on. What was measured before the present owner's time never enters it, however late it comes: it
 * would stand there beside the owner's own values (docs/SECURITY.md).
 */
function move(unit: Unit, values: Reported, at_ms: number): void {
  if (!isOfHolder(unit, at_ms)) return;
  unit.report(values, at_ms);
  unit.show('status', statusOf(unit.picture.reported), at_ms);
}

const isOfHolder = ({ heldSince_ms }: Unit, at_ms: number): boolean => heldSince_ms === null || at_ms >= heldSince_ms;

/**
 * The moment of a whole state. What names the present holder was said in its time, though the unit's clock is behind ours by the split
 * second that counts as right: a unit answers so quickly to whom it belongs that its own clock may still show the time before.
 */
function inHoldersTime({ desired, heldSince_ms }: Unit, { reported }: TwinMessage, at_ms: number): number {
  const { holder } = desired.desired;
  const knows = holder !== undefined && panelOf(reported).holder === holder;
  return knows && heldSince_ms !== null ? Math.max(at_ms, heldSince_ms) : at_ms;
}
