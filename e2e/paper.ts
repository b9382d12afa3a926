import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';

const run = promisify(execFile);

/** A word of a page, and between which shares of the page's width it stands. */
type Word = { text: string; left: number; right: number };

/** A page of what was printed, as an eye and a text search meet it. */
export type PrintedPage = {
  text: string;
  words: readonly Word[];
  /** RGB, row by row. */
  picture: { width: number; height: number; pixels: Buffer };
};

/** Prints a page as its button does, on paper of a size, and reads it back by programs that know nothing of browsers. */
export async function printed(page: Page, format: 'A4' | 'Letter' = 'A4'): Promise<PrintedPage[]> {
  const folder = await mkdtemp(join(tmpdir(), 'brina-paper-'));
  try {
    const file = join(folder, 'paper.pdf');
    await writeFile(file, await page.pdf({ format }));
    const text = (await run('pdftotext', ['-layout', file, '-'])).stdout;
    const boxes = (await run('pdftotext', ['-bbox', file, '-'])).stdout;
    await run('pdftoppm', ['-r', '80', file, join(folder, 'page')]);
    // Each page ends with a form feed.
    const texts = text.split('\f').slice(0, -1);
    const words = boxes.split('<page ').slice(1).map(wordsOf);
    return await Promise.all(
      texts.map(async (one, place) => ({
        text: one,
        words: words[place] ?? [],
        picture: await pictureOf(join(folder, `page-${place + 1}.ppm`)),
      })),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function wordsOf(page: string): Word[] {
  const width = Number(/width="([\d.]+)"/.exec(page)?.[1]);
  return Array.from(
    page.matchAll(/<word xMin="([\d.]+)"[^>]*xMax="([\d.]+)"[^>]*>([^<]*)</g),
    ([, left, right, text]) => ({
      text: text ?? '',
      left: Number(left) / width,
      right: Number(right) / width,
    }),
  );
}

/** A picture in the simplest of formats: `P6`, width, height and the largest value, each ended by white space, then the pixels. */
async function pictureOf(file: string): Promise<PrintedPage['picture']> {
  const bytes = await readFile(file);
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 40));
  if (!head) throw new Error(`${file} is no PPM`);
  return { width: Number(head[1]), height: Number(head[2]), pixels: bytes.subarray(head[0].length) };
}

/** What tells prints apart to the last pixel, in a line a page. */
export const looksOf = (pages: readonly PrintedPage[]): string[] =>
  pages.map(({ picture: { width, height, pixels } }) => {
    return `${width} × ${height}: ${createHash('sha256').update(pixels).digest('hex')}`;
  });

/** Between which shares of the width a colour is to be seen; null where it is not. */
export function stretchOf(
  { width, pixels }: PrintedPage['picture'],
  is: (red: number, green: number, blue: number) => boolean,
): { from: number; to: number } | null {
  let [from, to] = [width, -1];
  for (let place = 0; place * 3 < pixels.length; place += 1) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(place * 3, place * 3 + 3);
    if (!is(red, green, blue)) continue;
    from = Math.min(from, place % width);
    to = Math.max(to, place % width);
  }
  return to < 0 ? null : { from: from / width, to: to / width };
}
