/** What a zone held over stored samples, as the rules see it: the food by the product channel, and the limit that it is held under. */
import { inZone } from '../../appliance/metrics.ts';
import type { Holding, HoldSample } from '../../haccp/holding/day.ts';
import { startEngine } from './engine.ts';
import type { SampleValues, UnitContext } from './input.ts';
import { takeIn } from './intake.ts';
import { courseLead_ms } from './product-course.ts';
import { UnitView } from './unit-view.ts';

/** Read so long before what is judged: by then the channel has forgotten where it began. */
export const holdLead_ms = courseLead_ms;

/** What is kept of a sample beside what is judged. */
export type HoldCourseSample = HoldSample & { readonly mode: number | null; readonly set: number | null };

/** A defrost of a zone; how it ended, by `lastDefrostEnd`. `to` null: it was not over. */
export type Defrost = { readonly from: number; readonly to: number | null; readonly end: number | null };

/** What a course says of a zone. */
export type HoldCourse = { readonly samples: readonly HoldCourseSample[]; readonly defrosts: readonly Defrost[] };

/**
 * The course of a zone.
 * @param samples ascending; an absent value is no news
 */
export function holdCourse(
  context: UnitContext,
  zone: 1 | 2,
  samples: readonly { readonly at_ms: number; readonly values: SampleValues }[],
): HoldCourse {
  const state = startEngine(context, samples[0]?.at_ms ?? 0);
  const defrosts: Defrost[] = [];
  const course = samples.map(({ at_ms, values }): HoldCourseSample => {
    state.at_ms = at_ms;
    takeIn(state, { kind: 'sample', at_ms, values }, context);
    const unit = new UnitView(state, context, zone);
    noteDefrost(defrosts, unit);
    const holding = holdingOf(unit);
    const { product, mode } = unit.here;
    return {
      at: at_ms,
      holding,
      // Hot food by its coldest point, or by the air where no needle is in it.
      food: holding === 'hot' ? (unit.coreMin ?? unit.product) : unit.product,
      ...(at_ms < product.notProvenUntil && { settling: true }),
      air: unit.cell,
      mode,
      set: unit.set,
    };
  });
  return { samples: course, defrosts };
}

function holdingOf({ stage, limit, isBlast }: UnitView): Holding {
  if (stage === 'holdHot') return 'hot';
  if (limit) return limit.frozen ? 'frozen' : 'chilled';
  // A cabinet that has not told its set-point yet holds something all the same: nobody knows what.
  return stage === 'off' || isBlast ? 'off' : 'free';
}

function noteDefrost(defrosts: Defrost[], unit: UnitView): void {
  const { defrost } = unit.here;
  if (!defrost) return;
  const end = unit.value(inZone('lastDefrostEnd', unit.zone));
  const last = defrosts.at(-1);
  const told = { from: defrost.since, to: defrost.endedAt, end: defrost.endedAt === null ? null : end };
  if (last?.from !== defrost.since) defrosts.push(told);
  // How it ended may be told a moment after its end.
  else if (last.to === null || last.end === null) defrosts[defrosts.length - 1] = told;
}
