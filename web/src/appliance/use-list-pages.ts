import { useNavigate, useSearch } from '@tanstack/react-router';
import { useFormat } from '../lib/format.ts';
import { useMessages } from '../lib/messages.ts';
import { listMessages } from '../lib/paged-list.messages.ts';
import type { Paging, TableWords } from '../ui/DataTable.tsx';

/** So many rows are a page: on a phone each is a card. */
const nRows = 20;

/** A list that came whole, shown a page at a time; the page stands in the URL, counted as people do. */
export function useListPages<Row>(all: readonly Row[]): {
  rows: readonly Row[];
  words: TableWords;
  paging: Paging | undefined;
} {
  const { t } = useMessages(listMessages);
  const format = useFormat();
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const pages = Math.ceil(all.length / nRows);
  const page = Math.min(Math.max(1, Math.floor(Number(search.page)) || 1), Math.max(1, pages)) - 1;
  const rows = all.slice(page * nRows, (page + 1) * nRows);
  const turn = (next: number) =>
    void navigate({
      to: '.',
      search: (now: Record<string, unknown>) => ({ ...now, page: next === 0 ? undefined : String(next + 1) }),
    });
  return {
    rows,
    words: {
      sortBy: t('sortBy'),
      ascending: t('ascending'),
      descending: t('descending'),
      previous: t('previous'),
      next: t('next'),
    },
    paging:
      pages > 1
        ? {
            page,
            pages,
            range: t('range', {
              from: format.number(page * nRows + 1),
              to: format.number(page * nRows + rows.length),
              total: format.number(all.length),
            }),
            onPage: turn,
          }
        : undefined,
  };
}
