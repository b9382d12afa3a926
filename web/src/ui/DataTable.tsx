import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconChevronLeft,
  IconChevronRight,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './DataTable.module.css';
import { Skeleton } from './Skeleton.tsx';

export type Column<Row> = {
  key: string;
  title: string;
  /** A link marked `data-row-link` makes the whole row its target. */
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end, so that their digits line up. */
  align?: 'start' | 'end';
  /** On a card the cell has no label: what it holds speaks for itself, such as a name or a menu. */
  plain?: boolean;
};

/** By which column the rows are put in order. */
export type Order = { key: string; direction: 'asc' | 'desc' };

/** The words of a table that is sorted and paged; a table that is neither needs none. */
export type TableWords = {
  sortBy: string;
  ascending: string;
  descending: string;
  previous: string;
  next: string;
};

/** Which rows of how many are shown; page from 0. */
export type Paging = { page: number; pages: number; range: string; onPage: (page: number) => void };

/**
 * Who puts rows in order and pages through them is whoever has them all: the table shows and asks.
 * `keys`: the columns by which they can be put in order.
 */
export type Ordering = { keys: readonly string[]; order: Order; onOrder: (order: Order) => void };

const placeholderRows = 6;

/**
 * The one table: rows and columns on a wide screen, a card per row at the mobile breakpoint and below.
 * @param label names the table and its scroll area
 * @param narrow keeps rows and columns on a phone too, for short columns such as time and value
 * @param loading what is loading, in words; place-holders stand where the rows will be
 * @param stale the rows are those of the former question while the answer to the present one is on its way
 * @param instead stands in place of the rows when there are none: why, and what to do
 */
export function DataTable<Row>(props: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  narrow?: boolean;
  maxHeight?: number;
  loading?: string | undefined;
  stale?: boolean;
  instead?: ReactNode;
  words?: TableWords;
  ordering?: Ordering;
  paging?: Paging | undefined;
}) {
  const { label, columns, rows, rowKey, narrow = false, maxHeight, loading, stale = false } = props;
  const { instead, words, ordering, paging } = props;
  if (instead && !loading) return instead;
  return (
    <div className={styles.whole} aria-busy={loading !== undefined || stale}>
      {words && ordering && <SortChoice columns={columns} words={words} {...ordering} />}
      {/* A region that scrolls must be reachable by keyboard. */}
      <div
        className={styles.region}
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard only so (WCAG 2.1.1)
        tabIndex={0}
        style={{ maxHeight }}
      >
        <table className={styles.table} data-cards={!narrow || undefined} data-stale={stale || undefined} role="table">
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th
                  key={column.key}
                  role="columnheader"
                  scope="col"
                  data-align={column.align}
                  aria-sort={ordering?.order.key === column.key ? `${ordering.order.direction}ending` : undefined}
                >
                  {ordering?.keys.includes(column.key) ? <SortButton column={column} {...ordering} /> : column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {loading
              ? Array.from({ length: placeholderRows }, (_, row) => (
                  <tr key={row} role="row">
                    {columns.map((column) => (
                      <td key={column.key} role="cell" data-align={column.align} data-plain>
                        <Skeleton height={20} width={`${55 + ((row * 17) % 40)}%`} />
                      </td>
                    ))}
                  </tr>
                ))
              : rows.map((row) => (
                  <tr key={rowKey(row)} role="row">
                    {columns.map((column) => (
                      <td
                        key={column.key}
                        role="cell"
                        data-label={column.title}
                        data-align={column.align}
                        data-plain={column.plain || undefined}
                      >
                        {column.cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
      {loading && <span className={styles.spoken} role="status" aria-label={loading} />}
      {words && paging && <Pager words={words} {...paging} />}
    </div>
  );
}

/** The order after a column was chosen: the other way round, or from its beginning. */
const chosen = (order: Order, key: string): Order => ({
  key,
  direction: order.key === key && order.direction === 'asc' ? 'desc' : 'asc',
});

function SortButton<Row>({ column, order, onOrder }: { column: Column<Row> } & Ordering) {
  const { key, title } = column;
  const Icon = order.key !== key ? IconArrowsSort : order.direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      className={styles.sort}
      data-on={order.key === key || undefined}
      onClick={() => onOrder(chosen(order, key))}
    >
      {title}
      <Icon size={16} aria-hidden />
    </button>
  );
}

/** The order on cards, which have no column heads to press. */
function SortChoice<Row>(props: { columns: readonly Column<Row>[]; words: TableWords } & Ordering) {
  const { columns, words, keys, order, onOrder } = props;
  const rising = order.direction === 'asc';
  return (
    <div className={styles.choice}>
      <NativeSelect
        label={words.sortBy}
        value={order.key}
        data={columns.filter(({ key }) => keys.includes(key)).map(({ key, title }) => ({ value: key, label: title }))}
        onChange={(event) => onOrder({ key: event.currentTarget.value, direction: 'asc' })}
      />
      <ActionIcon
        variant="default"
        size={46}
        aria-label={rising ? words.ascending : words.descending}
        onClick={() => onOrder(chosen(order, order.key))}
      >
        {rising ? <IconSortAscending size={22} aria-hidden /> : <IconSortDescending size={22} aria-hidden />}
      </ActionIcon>
    </div>
  );
}

function Pager({ page, pages, range, onPage, words }: Paging & { words: TableWords }) {
  return (
    <div className={styles.pager}>
      <span role="status">{range}</span>
      {pages > 1 && (
        <span className={styles.steps}>
          <Button
            variant="default"
            leftSection={<IconChevronLeft size={18} aria-hidden />}
            disabled={page <= 0}
            onClick={() => onPage(page - 1)}
          >
            {words.previous}
          </Button>
          <Button
            variant="default"
            rightSection={<IconChevronRight size={18} aria-hidden />}
            disabled={page >= pages - 1}
            onClick={() => onPage(page + 1)}
          >
            {words.next}
          </Button>
        </span>
      )}
    </div>
  );
}
