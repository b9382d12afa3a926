/** What every part of a report of a period is made of: its texts, how they are said, and its content. */
import { isOfHolding } from '@brina/domain/haccp/holding/day';
import { holdingMessages } from '@brina/domain/haccp/holding/holding.messages';
import { missingMessages } from '@brina/domain/haccp/missing/missing.messages';
import { spanOfDay } from '@brina/domain/language/local-day';
import { formatMoneyOf } from '@brina/domain/language/numbers';
import type { Format } from '@brina/domain/language/reader';
import type { Speech } from '@brina/domain/language/speech';
import { utcOffset } from '@brina/domain/language/time';
import { isRole } from '@brina/domain/people/roles';
import { roleMessages } from '@brina/domain/people/roles.messages';
import { periodMessages } from './period.messages.ts';
import type { PeriodContent } from './period-content.ts';
import { sheetCatalogues } from './record-sheet.ts';
import { batchName } from './record-words.ts';

/** The texts that a report of a period are made of. */
export const periodCatalogues = {
  ...sheetCatalogues,
  period: periodMessages,
  holding: holdingMessages,
  missing: missingMessages,
  role: roleMessages,
} as const;

type PeriodSpeech = Speech<typeof periodCatalogues>;

/** What every part is made of. */
export type PeriodGiven = {
  say: PeriodSpeech;
  t: PeriodSpeech['period'];
  format: Format;
  content: PeriodContent;
  words: ReturnType<typeof periodWords>;
};

/** How days, moments and records are said in a report; moments have the offset of their time where it is not that of the first day. */
export function periodWords(
  say: PeriodSpeech,
  format: Format,
  { from, timeZone }: Pick<PeriodContent, 'from' | 'timeZone'>,
) {
  const headOffset = utcOffset(spanOfDay(from, timeZone).from, timeZone);
  return {
    zone: `${timeZone}, ${headOffset}`,
    day: (day: string): string => format.date(spanOfDay(day, timeZone).from, timeZone, 'document'),
    time: (at: number | null, zone = timeZone): string =>
      format.dateTime(at, zone, 'document', { seconds: true, headOffset }),
    verdict: (verdict: PeriodContent['batches'][number]['verdict']): string =>
      verdict === null
        ? say.period('running')
        : isOfHolding(verdict)
          ? say.holding(`verdict.${verdict}`)
          : say.rule(`verdict.${verdict}`),
    batch: (one: Pick<PeriodContent['batches'][number], 'model' | 'function' | 'tray'>): string =>
      batchName(say, one.model, one),
    unit: ({ name, serialNumber }: { name: string; serialNumber: string }): string =>
      name === serialNumber ? name : `${name} (${serialNumber})`,
    role: (role: string): string => (role === 'USER' ? say.period('owner') : isRole(role) ? say.role(role) : role),
    money: (sums: readonly { amount: number; currency: string }[]): string =>
      sums.map(({ amount, currency }) => formatMoneyOf(amount, currency, format.reader.locale)).join(' + ') || '–',
  };
}
