/**
 * Appliances in the query cache: one entry each under `['appliance', serial]`, and lists that hold serial numbers only. A live frame
 * so touches one entry, and renders the one card that shows it.
 */
import { type Appliance, getAppliance, listAppliances, trendStep_ms } from '@brina/contract/calls/kitchen/appliances';
import { type LiveMessage, sections, type Versions } from '@brina/contract/live';
import { CallFailed } from '@brina/contract/wire/client';
import {
  notifyManager,
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { applyCommands, refetchCommands } from './commands.ts';
import { assumeOffline, type CachedAppliance, isBehind, mergeFetched, mergeLive } from './live-merge.ts';
import { send } from './transport.ts';

/** Key of the one entry of an appliance. */
export const applianceKey = (serial: string): readonly ['appliance', string] => ['appliance', serial];

/**
 * The serial numbers the user may see, in the server's order (by laboratory and name); fills the entries on the way. Who asks the call itself
 * (`callQuery`) has whole appliances under its key: this one is another.
 */
export const appliancesQuery = queryOptions({
  queryKey: [listAppliances.id, 'serials'] as const,
  queryFn: async ({ client, signal }) => {
    const fetched = await send(listAppliances, {}, signal);
    keepFetched(client, fetched);
    return fetched.map((appliance) => appliance.serialNumber);
  },
  refetchInterval: trendStep_ms,
});

/** The entry of one appliance. It is kept fresh by live frames and by the list, never by age. */
const applianceQuery = (serial: string) =>
  queryOptions<CachedAppliance, Error, Appliance, readonly ['appliance', string]>({
    queryKey: applianceKey(serial),
    queryFn: async ({ client, signal }) => {
      const fetched = await send(getAppliance, { params: { id: serial } }, signal);
      return joinFetched(client, client.getQueryData<CachedAppliance>(applianceKey(serial)), fetched);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** The serial numbers of the user's appliances. */
export const useApplianceSerials = (): UseQueryResult<string[]> => useQuery(appliancesQuery);

/** Whether a failure says that there is no such appliance, or that it is not the reader's, or not any more. */
export const isNotThere = (error: Error | null): boolean => error instanceof CallFailed && error.status === 404;

/** One appliance; renders again when this one changes, and for no other. */
export const useAppliance = (serial: string): UseQueryResult<Appliance> => useQuery(applianceQuery(serial));

/**
 * Something derived from all appliances, such as a count; renders again only when the derived value differs (compared as JSON, so
 * keep it small). A reply that renews a whole fleet is looked at once, not once for each appliance in it.
 * @param derive of the appliances alone: it is asked again when one of them has changed
 */
export function useAppliances<T>(derive: (appliances: readonly Appliance[]) => T): T {
  const client = useQueryClient();
  const last = useRef<{ from: readonly Appliance[]; json: string; value: T }>(undefined);
  const subscribe = useCallback(
    (changed: () => void) => {
      let asked = false;
      const look = (): void => {
        asked = false;
        changed();
      };
      return client.getQueryCache().subscribe(({ type, query }) => {
        // Entries are added while components render: only what they hold afterwards is news.
        if (asked || type !== 'updated' || !concernsAppliances(query.queryKey)) return;
        asked = true;
        queueMicrotask(look);
      });
    },
    [client],
  );
  return useSyncExternalStore(subscribe, () => {
    const from = cachedAppliances(client);
    const known = last.current;
    if (
      known &&
      known.from.length === from.length &&
      from.every((appliance, place) => appliance === known.from[place])
    ) {
      return known.value;
    }
    const value = derive(from);
    const json = JSON.stringify(value);
    last.current = { from, json, value: known?.json === json ? known.value : value };
    return last.current.value;
  });
}

const concernsAppliances = ([first]: readonly unknown[]): boolean =>
  first === 'appliance' || first === appliancesQuery.queryKey[0];

/** Every appliance of the list that is in the cache. */
function cachedAppliances(client: QueryClient): Appliance[] {
  const serials = client.getQueryData(appliancesQuery.queryKey) ?? [];
  return serials.flatMap((serial) => client.getQueryData<CachedAppliance>(applianceKey(serial)) ?? []);
}

/** Joins a reply with what is known, and asks for commands that it knows of and no frame has told yet. */
function joinFetched(client: QueryClient, known: CachedAppliance | undefined, fetched: Appliance): CachedAppliance {
  if (known && known.v.commands < fetched.v.commands) void refetchCommands(client, fetched.serialNumber);
  return mergeFetched(known, fetched);
}

/** Puts a reply's appliances into their entries, and drops the entries of those that are not in it any more. */
function keepFetched(client: QueryClient, fetched: readonly Appliance[]): void {
  const still = new Set(fetched.map((appliance) => appliance.serialNumber));
  notifyManager.batch(() => {
    for (const appliance of fetched)
      client.setQueryData<CachedAppliance>(applianceKey(appliance.serialNumber), (known) =>
        joinFetched(client, known, appliance),
      );
    for (const query of client.getQueryCache().findAll({ queryKey: ['appliance'] })) {
      // A page that shows it asks again, and learns that it may not see it any more.
      if (!still.has(query.queryKey[1] as string)) void client.resetQueries({ queryKey: query.queryKey, exact: true });
    }
  });
}

/**
 * Applies live messages to the entries they speak of, in one go.
 * @returns by serial number, the versions that were announced and have not arrived: frames that got lost or are still on their way
 */
export function applyLive(client: QueryClient, messages: readonly LiveMessage[]): Map<string, Versions> {
  const announced = new Map<string, Versions>();
  notifyManager.batch(() => {
    for (const message of messages) {
      if ('action' in message) {
        if (message.action === 'offline') setAllOffline(client);
        if (message.action === 'changed') void client.invalidateQueries({ queryKey: [message.call] });
        continue;
      }
      client.setQueryData<CachedAppliance>(applianceKey(message.serialNumber), (known) =>
        known ? mergeLive(known, message) : undefined,
      );
      if ('commands' in message) applyCommands(client, message.serialNumber, message.commands);
      announced.set(message.serialNumber, highest(announced.get(message.serialNumber), message.v));
    }
  });
  for (const [serial, versions] of announced) {
    const known = client.getQueryData<CachedAppliance>(applianceKey(serial));
    if (!known || !isBehind(known, versions)) announced.delete(serial);
  }
  return announced;
}

/** Asks again for those appliances whose announced versions have still not arrived. */
export function refetchBehind(client: QueryClient, announced: ReadonlyMap<string, Versions>): void {
  for (const [serial, versions] of announced) {
    const known = client.getQueryData<CachedAppliance>(applianceKey(serial));
    if (!known || !isBehind(known, versions)) continue;
    // A failure leaves what is known; the list comes again soon.
    void client.fetchQuery({ ...applianceQuery(serial), staleTime: 0 }).catch(() => {});
  }
}

/**
 * Asks again for what may have been missed: the list with all its appliances, also while a page shows only one of them; or that one,
 * where no list was ever wanted.
 */
export function catchUp(client: QueryClient): void {
  const { queryKey } = client.getQueryState(appliancesQuery.queryKey) ? appliancesQuery : { queryKey: ['appliance'] };
  void client.invalidateQueries({ queryKey, refetchType: 'all' });
  void refetchCommands(client);
}

/** Shows every appliance offline: nobody knows how they are (S4.10). */
export function setAllOffline(client: QueryClient): void {
  notifyManager.batch(() => {
    client.setQueriesData<CachedAppliance>({ queryKey: ['appliance'] }, (known) => known && assumeOffline(known));
  });
}

const highest = (one: Versions | undefined, other: Versions): Versions =>
  one
    ? (Object.fromEntries(sections.map((section) => [section, Math.max(one[section], other[section])])) as Versions)
    : other;
