import { CallFailed } from '@brina/contract/wire/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useErrorText } from './errors.ts';
import { useMessages } from './messages.ts';
import { listMessages } from './paged-list.messages.ts';

/** By which attribute a list is put in order. */
export type ListOrder<O extends string> = { key: O; direction: 'asc' | 'desc' };

/** What can be asked of a list: its filters, its orders, the order it begins with, and how many rows are a page. */
export type ListShape<A extends string, O extends string> = {
  attributes: readonly A[];
  orders: readonly O[];
  first: ListOrder<O>;
  nRows: number;
};

/**
 * Filters, order and page of a list on the server (S3.20). They live in the URL, so that a reload, the way back and a link
 * that is passed on show the same rows. A new filter or order replaces the entry of the history and begins at the first page;
 * a page is a step of its own.
 */
export function usePagedList<A extends string, O extends string>(shape: ListShape<A, O>) {
  const { attributes, orders, first, nRows } = shape;
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();

  const filters: Partial<Record<A, string>> = {};
  for (const attribute of attributes) {
    const value = search[attribute];
    if (typeof value === 'string' && value !== '') filters[attribute] = value;
  }
  // The address counts pages as people do, the call from 0.
  const page = Math.max(1, Math.floor(Number(search.page)) || 1) - 1;
  const key = orders.find((one) => one === search.sort);
  const order: ListOrder<O> = key ? { key, direction: search.dir === 'desc' ? 'desc' : 'asc' } : first;

  const change = useCallback(
    (next: Readonly<Record<string, string | undefined>>, replace: boolean) =>
      void navigate({
        to: '.',
        search: (now: Record<string, unknown>) => ({ ...now, page: undefined, ...next }),
        replace,
      }),
    [navigate],
  );
  return {
    filters,
    order,
    page,
    nRows,
    filtered: Object.keys(filters).length > 0,
    /** The body of the call. */
    request: {
      page,
      nRows,
      filterAttributes: attributes.flatMap((attribute) => {
        const value = filters[attribute];
        return value === undefined ? [] : [{ attribute, value }];
      }),
      orderAttr: order.key,
      ascOrDesc: order.direction,
    },
    /** What the field of a filter shows and does; an empty text takes the filter away. */
    field: (attribute: A) => ({
      value: filters[attribute] ?? '',
      onChange: (value: string) => change({ [attribute]: value }, true),
    }),
    clearFilters: () => change(Object.fromEntries(attributes.map((attribute) => [attribute, undefined])), true),
    setOrder: (next: { key: string; direction: 'asc' | 'desc' }) =>
      change({ sort: next.key, dir: next.direction }, true),
    setPage: (next: number) => change({ page: next === 0 ? undefined : String(next + 1) }, false),
  };
}

/** What a list tells its frame: the part of `usePagedList` that names no attribute. */
type ShownList = Pick<
  ReturnType<typeof usePagedList<string, string>>,
  'filtered' | 'clearFilters' | 'order' | 'setOrder' | 'page' | 'nRows' | 'setPage'
>;

/** What was asked for a list, as the query library gives it. */
type AskedRows<Row> = {
  data: { items: readonly Row[]; total: number } | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
};

/**
 * Everything about a list that does not depend on what it lists: words, order, page, and why there are no rows.
 * @param failed says that the rows could not be shown
 */
export function useListFrame<Row>(list: ShownList, asked: AskedRows<Row>, failed: string) {
  const { t } = useMessages(listMessages);
  const failureWords = useFailureWords();
  const { page, nRows } = list;
  const { data, error, isPlaceholderData, refetch } = asked;
  return {
    rows: data?.items ?? [],
    isLoading: !data && !error,
    isStale: isPlaceholderData,
    failure: error && !data ? { ...failureWords(failed, error), onRetry: () => void refetch() } : null,
    filterBar: {
      label: t('filters'),
      clear: list.filtered ? { label: t('clearFilters'), onClear: list.clearFilters } : null,
    },
    words: {
      sortBy: t('sortBy'),
      ascending: t('ascending'),
      descending: t('descending'),
      previous: t('previous'),
      next: t('next'),
    },
    ordering: { order: list.order, onOrder: list.setOrder },
    paging: data && {
      page,
      pages: Math.ceil(data.total / nRows),
      range: t('range', {
        from: Math.min(page * nRows + 1, data.total),
        to: Math.min((page + 1) * nRows, data.total),
        total: data.total,
      }),
      onPage: list.setPage,
    },
  };
}

/** What stands in place of something that could not be shown: why, the request for whom to ask for help, and a way to retry. */
export function useFailureWords(): (
  what: string,
  cause: unknown,
) => { title: string; trace: string | undefined; retryLabel: string } {
  const { t } = useMessages(listMessages);
  const errorText = useErrorText();
  return (what, cause) => {
    const id = cause instanceof CallFailed ? cause.error.requestId : '';
    return { title: `${what} ${errorText(cause)}`, trace: id ? t('trace', { id }) : undefined, retryLabel: t('retry') };
  };
}
