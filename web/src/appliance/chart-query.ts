import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import type { Input } from '@brina/contract/wire/call';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../lib/query.ts';
import { askAgainIn_ms } from './ask-again.ts';

/** Query of a chart; as long as something of it is arriving it is asked again, ever more seldom. */
export const chartQuery = (input: Input<typeof getTelemetry>) =>
  queryOptions({
    ...callQuery(getTelemetry, input),
    refetchInterval: (query) => {
      const { data } = query.state;
      return askAgainIn_ms(query, data?.arriving === true);
    },
  });
