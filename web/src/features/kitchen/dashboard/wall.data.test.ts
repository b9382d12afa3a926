import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gridFor, pagesOf } from './wall.data.ts';

const fullHd = { width: 1880, height: 850 };
const alarm = { attention: 'alarm' };
const calm = { attention: null };

describe('the wall display', () => {
  it('S2.21 few appliances are shown as large as the wall allows', () => {
    assert.deepEqual(gridFor(1, fullHd, 1080), { columns: 1, rows: 1 });
    assert.deepEqual(gridFor(2, fullHd, 1080), { columns: 2, rows: 1 });
    assert.deepEqual(gridFor(7, fullHd, 1080), { columns: 4, rows: 2 });
  });

  it('S2.21 more than fit at a readable size become pages', () => {
    const { columns, rows } = gridFor(200, fullHd, 1080);
    assert.ok(fullHd.width / columns >= 432 && fullHd.height / rows >= 270, `${columns} × ${rows}`);
    const pages = pagesOf(Array<typeof calm>(14).fill(calm), columns * rows);
    assert.deepEqual(
      pages.map((page) => page.length),
      [7, 7],
    );
  });

  it('S2.21 an alarm stands on every page, and leaves half of it to the others', () => {
    const pages = pagesOf([alarm, ...Array<typeof calm>(30).fill(calm)], 12);
    assert.ok(pages.length > 1 && pages.every((page) => page[0] === alarm && page.length <= 12));
    const flood = Array.from({ length: 40 }, (_, n) => ({ ...alarm, n }));
    const seen = pagesOf(flood, 12);
    assert.equal(new Set(seen.flat()).size, 40);
    assert.ok(seen.every((page) => page.length <= 12));
  });
});
