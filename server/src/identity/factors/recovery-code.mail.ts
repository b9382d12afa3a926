import { translate } from '@brina/domain/language/messages';
import { letterMessages } from '#core/mail/letter.messages.ts';
import type { Mail } from '#core/mail/mail.ts';
import { greeting, type Reader } from '#core/mail/reader.ts';
import { recoveryCodeMailMessages as texts } from './recovery-code-mail.messages.ts';

/** A recovery code was used: whoever did not do it must hear of it. `left`: how many there are still. */
export function recoveryCodeMail(reader: Reader & { left: number; url: string }): Mail {
  const { to, locale, left, url } = reader;
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
        translate(texts, locale, 'left', { n: left }),
        translate(texts, locale, 'notYou'),
      ],
      action: { label: translate(letterMessages, locale, 'open'), url },
    },
  };
}
