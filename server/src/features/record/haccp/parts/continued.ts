import { isSilenced, warmestOf } from '@brina/domain/haccp/batch';
import { possible } from '@brina/domain/haccp/in-order';
import { minute_ms } from '@brina/domain/language/durations';
import { judgedSpan } from './judged-span.ts';
import type { RunSources } from './record.ts';
import { silencedBy } from './silenced.ts';

/** A run that begins so soon after one that was ended early may go on with its food. */
export const continuesWithin_ms = 30 * minute_ms;
/** It does if its first core differs from the last one by no more than this. */
const colder_max_K = 5;
const warmer_max_K = 3;

/**
 * The core at each sample, by what a needle can say and the unit does not know to be broken: the warmest point, of food that is heated the
 * coldest, with its sign turned.
 */
const coresOf = ({ kind, samples, silenced }: RunSources): readonly number[] =>
  samples.flatMap(({ at, core }) => {
    const heard = core.map((value, point) => (isSilenced(silenced, point, at) ? null : possible(value)));
    return warmestOf(kind === 'reheat' ? heard.map((value) => value && -value) : heard) ?? [];
  });

/** Whether the food of a run is that of the one before, by what the needle says. */
export function isSameFood(before: RunSources, next: RunSources): boolean {
  const [last, first] = [coresOf(before).at(-1), coresOf(next)[0]];
  return last !== undefined && first !== undefined && first >= last - colder_max_K && first <= last + warmer_max_K;
}

/** Whether two runs tell of one alarm; another zone's may have the same name and begin at the same moment. */
const isSame = (one: Alarm, other: Alarm): boolean =>
  one.name === other.name && one.from === other.from && one.to === other.to;

type Alarm = RunSources['alarms'][number];

/** What a run and the one it goes on with are together: one batch from the first start, with a gap between the cycles. */
export function joined(before: RunSources, next: RunSources): RunSources {
  const span = judgedSpan(before);
  // Of one food the earlier word counts.
  const said = [before.run.cookedAt, next.run.cookedAt].filter((at) => at !== undefined);
  const former = before.samples.filter(({ at }) => at < next.run.startedAt);
  const [last, first] = [former.at(-1), next.samples[0]];
  const between = last && first ? [{ from: last.at, to: first.at, reason: 'between_cycles' as const }] : [];
  const alarms = [...before.alarms.filter((one) => !next.alarms.some((other) => isSame(one, other))), ...next.alarms];
  alarms.sort((a, b) => a.from - b.from || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return {
    ...next,
    run: {
      ...next.run,
      startedAt: before.run.startedAt,
      ...(before.run.isBeginCut && { isBeginCut: true }),
      ...(span && span.from !== before.run.startedAt && { judgedFrom: span.from }),
      ...(said.length > 0 && { cookedAt: Math.min(...said) }),
    },
    continues: before.run.id,
    samples: [...former, ...next.samples],
    silences: [
      ...before.silences.filter(({ to }) => last !== undefined && to <= last.at),
      ...between,
      ...next.silences.filter(({ to }) => first === undefined || to > first.at),
    ],
    doors: [...before.doors, ...next.doors],
    alarms,
    silenced: silencedBy(alarms, next.pointNames),
  };
}
