import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { familyOf } from '@brina/domain/appliance/families/families';
import { classifyValue } from '@brina/domain/appliance/value-class';
import { day_ms } from '@brina/domain/language/durations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reportedNumber } from '../../../appliance/appliance-state.ts';
import { chartQuery } from '../../../appliance/chart-query.ts';
import { now } from '../../../lib/clock.ts';
import type { MeasuredStart } from './forecast.ts';
import { median } from './median.ts';

/** Means of a quarter of an hour: a door that stands open for a minute does not make the room. */
const points = 96;

/** What an appliance reports of itself, as long as it is connected and the value can be. */
function reported(unit: Appliance, metric: 'TCell' | 'TAmbient'): number | undefined {
  const value = reportedNumber(unit, metric);
  const family = familyOf(unit.model)?.code;
  const isKnown = unit.online && value !== null && family && classifyValue(metric, value, family) === 'plausible';
  return isKnown ? value : undefined;
}

const whole = (value: number | undefined): number | undefined => (value === undefined ? undefined : Math.round(value));

/**
 * Where a forecast on an appliance begins: the air of its chamber now, and the last day's median of the room around it; until that is
 * known, or for who may not read it, the room as it is now. Whole degrees: the answer does not change with every reading.
 */
export function useStart(unit: Appliance | undefined): MeasuredStart {
  const [to] = useState(now);
  const { data } = useQuery({
    ...chartQuery({
      params: { id: unit?.serialNumber ?? '' },
      query: { from: to - day_ms, to, metrics: 'TAmbient', points },
    }),
    enabled: unit !== undefined,
  });
  const day = data?.series.TAmbient?.mean.filter((mean) => mean !== null);
  const cell = unit && whole(reported(unit, 'TCell'));
  const ambient = unit && whole(median(day ?? []) ?? reported(unit, 'TAmbient'));
  return { ...(cell !== undefined && { cell }), ...(ambient !== undefined && { ambient }) };
}
