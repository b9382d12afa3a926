import * as z from 'zod/mini';
import { type CallSpec, json, type ListShape } from './call.ts';
import { line } from './values.ts';

/** A request of a filtered list (S3.20). Blank values filter nothing; several filters are a conjunction, but for values of an
 * attribute that may have several. */
export type ListRequest<A extends string = string, O extends string = string> = {
  /** From 0. The specification's paging counts the first row divided by the rows, which is the page. */
  page: number;
  nRows: number;
  filterAttributes: readonly { attribute: A; value: string }[];
  /** Absent: the order the list begins with. */
  orderAttr?: O | undefined;
  /** Absent: as the list begins, or ascending by another order. */
  ascOrDesc?: 'asc' | 'desc' | undefined;
};

/** A filtered list, whichever its rows are. */
export type ListCall<A extends string = string, O extends string = string, Row = unknown> = Omit<
  CallSpec,
  'body' | 'reply' | 'list'
> & {
  list: ListShape<A, O>;
  body: z.ZodMiniType<ListRequest<A, O>>;
  reply: { kind: 'json'; schema: z.ZodMiniType<{ items: Row[]; total: number }> };
};

/**
 * Declares a filtered list: a page of the items that all filters let through, in an order, and how many there are in all. What can be
 * asked of it is told here alone: the server gives SQL to each name (`pagedList`), a screen its fields (`useServerList`).
 */
export const listCall = <
  const C extends Omit<CallSpec, 'method' | 'body' | 'reply' | 'list'>,
  const A extends string,
  const O extends string,
  S extends z.ZodMiniType,
>({
  list,
  item,
  ...facts
}: C & { list: ListShape<A, O>; item: S }) =>
  ({
    ...facts,
    method: 'POST',
    list,
    body: requestOf(list),
    reply: json(z.object({ items: z.array(item), total: z.int() })),
  }) as const;

const requestOf = <A extends string, O extends string>({ attributes, orders }: ListShape<A, O>) =>
  z.strictObject({
    page: z.int().check(z.minimum(0), z.maximum(100_000)),
    nRows: z.int().check(z.minimum(1), z.maximum(200)),
    filterAttributes: z
      .array(z.strictObject({ attribute: z.enum(attributes as [A, ...A[]]), value: line(254) }))
      .check(z.maxLength(20)),
    orderAttr: z.optional(z.enum(orders as [O, ...O[]])),
    ascOrDesc: z.optional(z.enum(['asc', 'desc'])),
  });
