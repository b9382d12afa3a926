/** What the editor of announcements derives: state by the clock, and moments as the browser's own fields write them. */
import type { EditedNews } from '@brina/contract/calls/maker/news';
import { minute_ms } from '@brina/domain/language/durations';
import { fromWireLocale, type Locale } from '@brina/domain/language/locales';

/** The time zone of who writes: fields of a browser are in it. */
export const writersZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment as a `datetime-local` field writes it, to the minute, in the browser's time zone. */
export function localMinuteOf(at: number): string {
  const offset_ms = new Date(at).getTimezoneOffset() * minute_ms;
  return new Date(at - offset_ms).toISOString().slice(0, 16);
}

/** The moment a `datetime-local` field says; null while it says none. */
export function momentOf(localMinute: string): number | null {
  const at = new Date(localMinute).getTime();
  return Number.isNaN(at) ? null : at;
}

/** Whether an announcement is still to come, shown, or over. */
export function stateOf({ from, to }: Pick<EditedNews, 'from' | 'to'>, now: number): 'planned' | 'shown' | 'over' {
  if (now < from) return 'planned';
  return now < to ? 'shown' : 'over';
}

/** The words of an announcement that a reader of this language would see: its own, English, or the first there are. */
export const wordsFor = (
  { texts }: Pick<EditedNews, 'texts'>,
  locale: Locale,
): EditedNews['texts'][number] | undefined =>
  texts.find(({ language }) => fromWireLocale(language) === locale) ??
  texts.find(({ language }) => language === 'en_GB') ??
  texts[0];
