import type { SheetPart, SheetTable } from '@brina/domain/paper/sheet';
import { DataTable } from './DataTable.tsx';
import styles from './SheetTable.module.css';

type Row = SheetTable['rows'][number];

/** A table of a sheet on the screen; nothing where it has no rows. */
export function SheetTable({ part: { title, table } }: { part: SheetPart }) {
  if (!table || table.rows.length === 0) return null;
  return (
    <div>
      <h3 className={styles.title}>{title}</h3>
      <DataTable
        label={title}
        rows={table.rows}
        rowKey={({ key }) => key}
        columns={table.columns.map((column, place) => ({
          key: column.title,
          ...column,
          cell: ({ cells }: Row) => cells[place],
        }))}
      />
    </div>
  );
}
