import { type Chart, getTelemetry } from '@brina/contract/calls/record/telemetry';
import type { Input } from '@brina/contract/wire/call';
import { second_ms } from '@brina/domain/language/durations';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../lib/query.ts';

/** What came late is ready to be shown within seconds. */
const arriving_ms = 3 * second_ms;

/** Query of a chart; as long as something of it is arriving it is asked again. */
export const chartQuery = (input: Input<typeof getTelemetry>) =>
  queryOptions({
    ...callQuery(getTelemetry, input),
    refetchInterval: ({ state: { data } }) => data !== undefined && isArriving(data) && arriving_ms,
  });

/** Whether a part of a chart has come, and is not ready to be shown. */
export const isArriving = ({ gaps }: Pick<Chart, 'gaps'>): boolean => gaps.some(({ reason }) => reason === 'arriving');
