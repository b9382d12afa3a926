import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Chart } from '@brina/contract/calls/record/telemetry';
import { isComputed, type MetricName } from '@brina/domain/appliance/metrics';
import { useEffect, useMemo, useState } from 'react';
import { now } from '../../../../lib/clock.ts';

type Values = Readonly<Record<string, number | null>>;
/** As many live values are kept: five minutes of the quickest sampling, several times over. */
const tail_max = 900;

/**
 * A stored chart with the live values behind it, one whenever the picture changes. While the unit is not heard the tail is a gap.
 * @param live whether the period runs up to now
 */
export function useLiveTail(
  appliance: Appliance,
  chart: Chart | undefined,
  names: readonly MetricName[],
  live: boolean,
): Chart | undefined {
  const [tail, setTail] = useState<readonly { at: number; online: boolean; values: Values }[]>([]);
  useEffect(() => {
    const { online, twin } = appliance;
    const values = Object.fromEntries(
      Object.entries(twin.reported).map(([name, value]) => [name, online && typeof value === 'number' ? value : null]),
    );
    setTail((before) => [...before.slice(-tail_max), { at: now(), online, values }]);
  }, [appliance]);
  return useMemo(() => {
    if (!chart || !live) return chart;
    const end = (chart.at.at(-1) ?? chart.from) + chart.step_ms / 2;
    const added = tail.filter(({ at }) => at > end);
    const lengthened = names.map((name) => {
      const own = chart.series[name] ?? emptyFor(chart);
      // What the portal computes comes with the next answer; until then its last value stands.
      const computed = isComputed(name) ? (own.mean.at(-1) ?? null) : null;
      const values = added.map((point) => point.values[name] ?? (point.online ? computed : null));
      return [name, { min: [...own.min, ...values], mean: [...own.mean, ...values], max: [...own.max, ...values] }];
    });
    return {
      ...chart,
      at: [...chart.at, ...added.map(({ at }) => at)],
      series: Object.fromEntries(lengthened) as Chart['series'],
    };
  }, [chart, tail, names, live]);
}

const emptyFor = ({ at }: Chart) => {
  const nothing = at.map(() => null);
  return { min: nothing, mean: nothing, max: nothing };
};
