/** How appliances share a wall display: what stands on which page, and how large (S2.21). */

/** Columns and rows of a page. */
export type Grid = { columns: number; rows: number };

/** Smallest tile that is read from four metres, in hundredths of the screen's shorter side: its number is then about a tenth of it high. */
const tile = { width: 40, height: 27 } as const;

/**
 * The grid for a number of tiles in a field.
 * @param count tiles to show; more than fit at a readable size fill pages
 * @param field size in px
 * @param screen_px the screen's shorter side
 */
export function gridFor(count: number, field: { width: number; height: number }, screen_px: number): Grid {
  const unit = screen_px / 100;
  const most = {
    columns: Math.max(1, Math.floor(field.width / (tile.width * unit))),
    rows: Math.max(1, Math.floor(field.height / (tile.height * unit))),
  };
  let best: Grid & { scale: number } = { ...most, scale: 0 };
  for (let columns = 1; columns <= most.columns; columns += 1) {
    const rows = Math.ceil(count / columns);
    const scale = Math.min(field.width / columns / tile.width, field.height / rows / tile.height);
    if (rows <= most.rows && scale > best.scale) best = { columns, rows, scale };
  }
  return { columns: best.columns, rows: Math.max(1, best.rows) };
}

/**
 * Shares appliances out to pages of about equal length. Those with an alarm stand on every page, as long as they leave half of it to
 * the others: whoever looks up sees them, whichever page is shown.
 * @param entries the most urgent first
 * @param places tiles of a page
 */
export function pagesOf<T extends { attention: string | null }>(entries: readonly T[], places: number): T[][] {
  if (entries.length <= places) return [[...entries]];
  const alarmed = entries.filter(({ attention }) => attention === 'alarm');
  const pinned = alarmed.slice(0, Math.floor(places / 2));
  const others = entries.filter((entry) => !pinned.includes(entry));
  const pages = Math.ceil(others.length / (places - pinned.length));
  const each = Math.ceil(others.length / pages);
  return Array.from({ length: pages }, (_, page) => [...pinned, ...others.slice(page * each, (page + 1) * each)]);
}
