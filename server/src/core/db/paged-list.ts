import type { ListShape } from '@brina/contract/wire/call';
import type { ListRequest } from '@brina/contract/wire/lists';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** What the names of a filtered list are in SQL. A name of the contract that is missing here does not compile. */
type ListSql<A extends string, O extends string> = {
  /**
   * The condition that a value of each attribute is. It may refuse a value; `path` is where that stands in the request.
   */
  filters: Record<A, (value: string, path: string) => RawBuilder<boolean>>;
  /** What each order goes by, ascending; as a function of `asc` or `desc` where the direction is not all there is to say. */
  orders: Record<O, RawBuilder<unknown> | ((direction: RawBuilder<unknown>) => RawBuilder<unknown>)>;
  /** What rows go by that an order leaves equal. It ends with what no two rows share: without, pages would tell rows twice or never. */
  ties: RawBuilder<unknown>;
};

/** Where the rows of a list come from. */
type ListSource<Row, Item> = {
  columns: RawBuilder<unknown>;
  /** Tables that filters and orders speak of. */
  from: RawBuilder<unknown>;
  /** Joins that columns alone speak of, each with exactly one row: nobody counts them. */
  beside?: RawBuilder<unknown>;
  /** What all rows fulfil, whatever is asked for. */
  where?: RawBuilder<boolean>;
  /** A row as the reply tells it. */
  present: (row: Row) => Item;
};

/**
 * Makes the reader of a filtered list: a page of the rows that all filters let through, in order, and how many there are in
 * all (S3.20).
 */
export const pagedList =
  <A extends string, O extends string>(
    { list: { first, several = [] } }: { list: ListShape<A, O> },
    { filters, orders, ties }: NoInfer<ListSql<A, O>>,
  ) =>
  async <Row, Item>(
    db: Db,
    { page, nRows, filterAttributes, orderAttr = first.key, ascOrDesc }: ListRequest<A, O>,
    { columns, from, beside = sql``, where = sql`true`, present }: ListSource<Row, Item>,
  ): Promise<{ items: Item[]; total: number }> => {
    const conditions = filterAttributes.flatMap(({ attribute, value }, i) =>
      value === '' ? [] : [{ attribute, is: filters[attribute](value, `body.filterAttributes[${i}].value`) }],
    );
    const byAttribute = Array.from(
      Map.groupBy(conditions, ({ attribute }) => attribute),
      ([attribute, values]) => {
        const parts = values.map(({ is }) => is);
        return sql`(${sql.join(parts, several.includes(attribute) ? sql` or ` : sql` and `)})`;
      },
    );
    const matching = sql.join([where, ...byAttribute], sql` and `);
    const direction =
      (ascOrDesc ?? (orderAttr === first.key ? first.direction : 'asc')) === 'asc' ? sql`asc` : sql`desc`;
    const order = orders[orderAttr];
    const { rows } = await sql<Row>`
      select ${columns} from ${from} ${beside} where ${matching}
      order by ${typeof order === 'function' ? order(direction) : sql`${order} ${direction}`}, ${ties}
      limit ${nRows} offset ${page * nRows}`.execute(db);
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from ${from} where ${matching}`.execute(db);
    return { items: rows.map(present), total: counted.rows[0]?.total ?? 0 };
  };
