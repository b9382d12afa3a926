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

/** Writes the widths of the specification into style sheets, where a custom property cannot stand in a media query. */
export const widthsPlugin = (): Plugin => ({
  name: 'brina-widths',
  enforce: 'pre',
  transform(code, id) {
    if (!/\.css(\?|$)/.test(id) || id.includes('node_modules')) return null;
    const written = code.replaceAll(
      /\((--[\w-]+)\)/g,
      (found, name: string) => widths[name as keyof typeof widths] ?? found,
    );
    return written === code ? null : { code: written, map: null };
  },
});
