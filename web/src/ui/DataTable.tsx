import type { ReactNode } from 'react';
import styles from './DataTable.module.css';

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end, so that their digits line up. */
  align?: 'start' | 'end';
};

/**
 * The one table: rows and columns on a wide screen, a card per row at the mobile breakpoint and below.
 * @param label names the table and its scroll area
 * @param narrow keeps rows and columns on a phone too, for short columns such as time and value
 */
export function DataTable<Row>(props: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  narrow?: boolean;
  maxHeight?: number;
}) {
  const { label, columns, rows, rowKey, narrow = false, maxHeight } = props;
  return (
    // A region that scrolls must be reachable by keyboard.
    <div
      className={styles.region}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard only so (WCAG 2.1.1)
      tabIndex={0}
      style={{ maxHeight }}
    >
      <table className={styles.table} data-cards={!narrow || undefined} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.key} role="columnheader" scope="col" data-align={column.align}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column) => (
                <td key={column.key} role="cell" data-label={column.title} data-align={column.align}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
