import { formatFor, type Reader as Reading } from '@brina/domain/language/reader';
import { speechIn } from '@brina/domain/language/speech';
import type { Mail } from '#core/mail/mail.ts';
import { greeting, type Reader } from '#core/mail/reader.ts';
import { typed } from '#core/mail/typed.ts';
import type { Waiting } from '#features/record/actions/waiting.queries.ts';
import { letterMessages } from './letters.messages.ts';

/** So many stand in a letter by name; how many there are stands above. */
const named_max = 10;

type Given = {
  to: Reader;
  hours: Reading['hours'];
  waiting: readonly Waiting[];
  /** The way to the records that need somebody. */
  records: string;
  /** Where the letters are switched off. */
  off: string;
  /** Of the portal, as people know it. */
  host: string;
};

/** The letter about records of which nobody has said for a day what was done (B2.5). */
export function waitingMail({ to, hours, waiting, records, off, host }: Given): Mail {
  // It names no quantity.
  const reader = { locale: to.locale, hours, measurement: 'metric' } as const;
  const t = speechIn({ letter: letterMessages }, reader).letter;
  const placeOf = ({ name, kitchen }: Waiting): string =>
    [...new Set([typed(name), typed(kitchen ?? '')])].filter((one) => one !== '').join(', ') || '–';
  const subject = t('waiting', { n: waiting.length });
  return {
    kind: 'records.waiting',
    to: to.to,
    locale: to.locale,
    content: {
      subject,
      title: subject,
      paragraphs: [greeting(to), t('waitingHint')],
      facts: waiting.slice(0, named_max).map((one) => ({
        term: placeOf(one),
        detail: formatFor({ ...reader, timeZone: one.timeZone }).dateTime(one.at, one.timeZone, 'document'),
      })),
      action: { label: t('openRecords'), url: records },
      after: [t('why.waiting', { host })],
      links: [{ label: t('off'), url: off }],
      unsubscribe: off,
    },
  };
}
