import type { ReactNode } from 'react';
import { type Column, DataTable, type Ordering, type Paging, type TableWords } from './DataTable.tsx';
import { ErrorState } from './ErrorState.tsx';
import { FilterBar } from './FilterBar.tsx';

/** A page of rows as it was asked for, with what was chosen; `useServerList` makes it. */
export type ListFrame<Row> = {
  rows: readonly Row[];
  /** The first answer is on its way. */
  isLoading: boolean;
  /** The rows are those of the former question while the answer to the present one is on its way. */
  isStale: boolean;
  /** Why there are no rows to show, and the way to ask again. */
  failure: { title: string; trace: string | undefined; retryLabel: string; onRetry: () => void } | null;
  filterBar: { label: string; chosen: number; clear: { label: string; onClear: () => void } | null };
  words: TableWords;
  ordering: Ordering;
  paging: Paging | undefined;
};

/**
 * A list that is filtered, put in order and paged through where its rows are kept: filters above, the table below, and in place of
 * rows that are not there the reason. While there is nothing at all there is nothing to filter.
 * @param loading what is loading, in words
 * @param filters the fields of the filter bar
 * @param empty why there is no row, and what to do
 */
export function FilteredList<Row>(props: {
  frame: ListFrame<Row>;
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  loading: string;
  filters: ReactNode;
  empty: ReactNode;
}) {
  const { frame, label, columns, rowKey, loading, filters, empty } = props;
  const { rows, isLoading, isStale, failure, filterBar, words, ordering, paging } = frame;
  const isEmpty = !isLoading && !isStale && !failure && rows.length === 0;
  const isFiltered = filterBar.clear !== null;
  return (
    <>
      {(!isEmpty || isFiltered) && <FilterBar {...filterBar}>{filters}</FilterBar>}
      <DataTable
        {...{ label, columns, rows, rowKey, words, ordering, paging }}
        loading={isLoading ? loading : undefined}
        stale={isStale}
        instead={failure ? <ErrorState {...failure} /> : !isLoading && rows.length === 0 && empty}
      />
    </>
  );
}
