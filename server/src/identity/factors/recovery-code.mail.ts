import type { Locale } from '@brina/domain/language/locales';
import { translate } from '@brina/domain/language/messages';
import { formatDateTime } from '@brina/domain/language/time';
import { letterMessages } from '#core/mail/letter.messages.ts';
import type { Mail } from '#core/mail/mail.ts';
import { greeting, type Reader } from '#core/mail/reader.ts';
import { recoveryCodeMailMessages as texts } from './recovery-code-mail.messages.ts';

/** When (epoch ms) something was done, on what device, as its User-Agent says (empty: it does not), and from which network address. */
export type Circumstances = { at: number; device: string; address: string };

/** The line of a letter by which its reader sees whether it was they. */
export const circumstancesLine = (locale: Locale, { at, device, address }: Circumstances): string =>
  translate(texts, locale, 'where', {
    time: formatDateTime(at, { locale, hours: '24h', timeZone: 'UTC' }, 'document'),
    device: device || translate(texts, locale, 'deviceUnknown'),
    address,
  });

/** A recovery code was used: whoever did not do it must hear of it. `left`: how many there are still. */
export function recoveryCodeMail(reader: Reader & { left: number; url: string; done: Circumstances }): Mail {
  const { to, locale, left, url, done } = reader;
  return {
    kind: 'account.factor.recovery',
    to,
    locale,
    content: {
      subject: translate(texts, locale, 'subject'),
      title: translate(texts, locale, 'subject'),
      paragraphs: [
        greeting(reader),
        translate(texts, locale, 'text'),
        circumstancesLine(locale, done),
        translate(texts, locale, 'left', { n: left }),
        translate(texts, locale, 'notYou'),
      ],
      action: { label: translate(letterMessages, locale, 'open'), url },
    },
  };
}
