import type { BrowserCall, Input, Reply } from '@brina/contract/wire/call';
import { CallFailed } from '@brina/contract/wire/client';
import { second_ms } from '@brina/domain/language/durations';
import { QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keepsReplies } from './caches.ts';
import { send } from './transport.ts';

/** A refusal stays a refusal; what did not arrive, or stumbled on the way, is worth another two tries. */
const worthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof CallFailed && error.status >= 400 && error.status < 500);

/** Makes a cache with the app's rules. Server data lives in the cache only. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // `always`: a kitchen's own network may reach the portal while the browser believes to be offline.
      queries: { networkMode: 'always', staleTime: 30 * second_ms, retry: worthRetrying },
      mutations: { networkMode: 'always' },
    },
  });

/** The one cache of the app. */
export const queryClient = createQueryClient();
keepsReplies(
  () => queryClient.clear(),
  () => void queryClient.resetQueries(),
);

/** Query of a reading call: the key is the call's id and its input, so that a call can be refreshed by name alone. */
export const callQuery = <C extends BrowserCall>(call: C, input: Input<C>) =>
  queryOptions<Reply<C>, Error, Reply<C>, readonly [string, Input<C>]>({
    queryKey: [call.id, input] as const,
    queryFn: ({ signal }) => send(call, input, signal),
  });

/** What `useCall` gives to a component. */
export type CallHandle<C extends BrowserCall> = {
  /** Makes the call; rejects with CallFailed. Resolves when the refreshed calls have been asked again. */
  send: (input: Input<C>) => Promise<Reply<C>>;
  isPending: boolean;
  /** The last failure, until the next try or `reset`. */
  error: Error | null;
  reset: () => void;
};

/**
 * A changing call for a component.
 * @param options `refresh`: the reading calls whose answers it makes old
 */
export function useCall<C extends BrowserCall>(
  call: C,
  options: { refresh?: readonly BrowserCall[] } = {},
): CallHandle<C> {
  const client = useQueryClient();
  const { mutateAsync, isPending, error, reset } = useMutation<Reply<C>, Error, Input<C>>({
    mutationFn: (input) => send(call, input),
    onSuccess: () => refresh(client, ...(options.refresh ?? [])),
  });
  return { send: useCallback((input: Input<C>) => mutateAsync(input), [mutateAsync]), isPending, error, reset };
}

/** Asks every cached answer of these calls again, and waits for those that are on the screen. */
export async function refresh(client: QueryClient, ...calls: readonly BrowserCall[]): Promise<void> {
  await Promise.all(calls.map((call) => client.invalidateQueries({ queryKey: [call.id] })));
}
