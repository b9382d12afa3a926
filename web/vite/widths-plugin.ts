import { languageDialogBreakpoint_px, missingDataBreakpoint_px, mobileBreakpoint_px } from '@brina/domain/constants';
import type { Plugin } from 'vite';

const upTo = (width_px: number): string => `(max-width: ${width_px / 16}em)`;
const beyond = (width_px: number): string => `(min-width: ${(width_px + 1) / 16}em)`;

/** The widths of the specification (S9.4) at which layouts change, by the names that style sheets call them: `@media (--mobile)`. */
const widths = {
  '--mobile': upTo(mobileBreakpoint_px),
  '--desktop': beyond(mobileBreakpoint_px),
  '--phone': upTo(missingDataBreakpoint_px),
  '--beyond-phone': beyond(missingDataBreakpoint_px),
  '--languages-stacked': upTo(languageDialogBreakpoint_px),
} as const;

/** A width by its name in the head of a media query. @throws for a name that no width has: browsers would drop its rules and say nothing */
function widthOf(name: string): string {
  const width = Object.entries(widths).find(([known]) => known === name)?.[1];
  if (width === undefined)
    throw new Error(`@media (${name}): no width is called so, but ${Object.keys(widths).join(', ')}`);
  return width;
}

/** The style sheet with the widths of the specification, where a custom property cannot stand. */
export const writeWidths = (css: string): string =>
  css.replaceAll(/@media[^{;]*/g, (query) => query.replaceAll(/\((--[\w-]+)\)/g, (_, name: string) => widthOf(name)));

/** Writes the widths of the specification into style sheets. */
export const widthsPlugin = (): Plugin => ({
  name: 'brina-widths',
  enforce: 'pre',
  transform(code, id) {
    if (!/\.css(\?|$)/.test(id) || id.includes('node_modules')) return null;
    const written = writeWidths(code);
    return written === code ? null : { code: written, map: null };
  },
});
