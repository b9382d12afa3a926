import { useNavigate, useSearch } from '@tanstack/react-router';
import { useFormat } from './format.ts';
import { useMessages } from './messages.ts';
import { listMessages } from './paged-list.messages.ts';
import { useTableWords } from './paged-list.ts';

/** So many rows are a page: on a phone each is a card. */
const nRows = 20;

/** A list that came whole, shown a page at a time; the page stands in the URL, counted as people do. */
export function useListPages<Row>(all: readonly Row[]) {
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
    words: useTableWords(),
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
