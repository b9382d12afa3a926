import type { ListShape } from '@brina/contract/wire/call';
import type { ListCall, ListRequest } from '@brina/contract/wire/lists';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useFailure } from './errors.ts';
import { useMessages } from './messages.ts';
import { listMessages } from './paged-list.messages.ts';
import { callQuery } from './query.ts';

/**
 * A filtered list on the server: asked for by what stands in the URL, with what its filter fields and its frame show and do.
 * @param call a list call of the contract, which tells what can be asked
 * @param failed says that the rows could not be shown
 * @param refetch_ms asks again this often
 */
export function useServerList<A extends string, O extends string, Row>(
  call: ListCall<A, O, Row>,
  failed: string,
  refetch_ms?: number,
) {
  const { request, filters, field, choice, ...asked } = useListSearch(call.list);
  const { t } = useMessages(listMessages);
  const words = useTableWords();
  const failureOf = useFailure();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...callQuery(call, { body: request }),
    placeholderData: keepPreviousData,
    refetchInterval: refetch_ms ?? false,
  });
  const { page, nRows } = request;
  const set = Object.keys(filters);
  const filtered = set.length > 0;
  return {
    filters,
    filtered,
    /** What the field of a filter shows and does; an empty text takes the filter away. */
    field,
    /** What the field of a filter with several values shows and does. */
    choice,
    /** Everything about the list that does not depend on what it lists: words, order, page, and why there are no rows. */
    frame: {
      rows: data?.items ?? [],
      isLoading: !data && !error,
      isStale: isPlaceholderData,
      failure: error && !data ? failureOf(error, refetch, failed) : null,
      filterBar: {
        label: t('filters'),
        // Words are typed into a field that is never folded.
        chosen: set.filter((attribute) => attribute !== 'freeSearch').length,
        clear: filtered ? { label: t('clearFilters'), onClear: asked.clearFilters } : null,
      },
      words,
      ordering: { keys: call.list.orders, order: asked.order, onOrder: asked.setOrder },
      paging: data && {
        page,
        pages: Math.ceil(data.total / nRows),
        range: t('range', {
          from: Math.min(page * nRows + 1, data.total),
          to: Math.min((page + 1) * nRows, data.total),
          total: data.total,
        }),
        onPage: asked.setPage,
      },
    },
  };
}

/** The words of any list's table. */
export function useTableWords() {
  const { t } = useMessages(listMessages);
  return {
    sortBy: t('sortBy'),
    ascending: t('ascending'),
    descending: t('descending'),
    previous: t('previous'),
    next: t('next'),
  };
}

/**
 * Filters, order and page of a list. They live in the URL, so that a reload, the way back and a link that is passed on show the
 * same rows. A new filter or order replaces the entry of the history and begins at the first page; a page is a step of its own.
 */
function useListSearch<A extends string, O extends string>({ attributes, orders, first, nRows }: ListShape<A, O>) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();

  const filters: Partial<Record<A, string>> = {};
  const chosen: Partial<Record<A, readonly string[]>> = {};
  for (const attribute of attributes) {
    const values = [search[attribute] ?? []].flat().filter((value) => typeof value === 'string' && value !== '');
    const [first] = values as string[];
    if (first === undefined) continue;
    filters[attribute] = first;
    chosen[attribute] = values as string[];
  }
  // The address counts pages as people do, the call from 0.
  const page = Math.max(1, Math.floor(Number(search.page)) || 1) - 1;
  const key = orders.find((one) => one === search.sort);
  const order: ListShape<A, O>['first'] = key ? { key, direction: search.dir === 'desc' ? 'desc' : 'asc' } : first;

  const change = useCallback(
    (next: Readonly<Record<string, string | readonly string[] | undefined>>, replace: boolean) =>
      void navigate({
        to: '.',
        search: (now: Record<string, unknown>) => ({ ...now, page: undefined, ...next }),
        replace,
      }),
    [navigate],
  );
  const request: ListRequest<A, O> = {
    page,
    nRows,
    filterAttributes: attributes.flatMap((attribute) =>
      (chosen[attribute] ?? []).map((value) => ({ attribute, value })),
    ),
    orderAttr: order.key,
    ascOrDesc: order.direction,
  };
  return {
    request,
    filters,
    order,
    field: (attribute: A) => ({
      value: filters[attribute] ?? '',
      onChange: (value: string) => change({ [attribute]: value }, true),
    }),
    choice: (attribute: A) => ({
      value: chosen[attribute] ?? [],
      onChange: (values: readonly string[]) => change({ [attribute]: values }, true),
    }),
    clearFilters: () => change(Object.fromEntries(attributes.map((attribute) => [attribute, undefined])), true),
    setOrder: (next: { key: string; direction: 'asc' | 'desc' }) =>
      change({ sort: next.key, dir: next.direction }, true),
    setPage: (next: number) => change({ page: next === 0 ? undefined : String(next + 1) }, false),
  };
}
