import { errorMessages } from '@brina/contract/wire/errors.messages';
import { linkPin_digits } from '@brina/domain/haccp/inspection';
import type { Locale } from '@brina/domain/language/locales';
import { format, textIn, translate } from '@brina/domain/language/messages';
import { publicPageMessages } from '#core/http/public-page.messages.ts';
import { brandMark } from '#core/http/public-page.ts';
import { escapeHtml } from '#core/mail/letter.ts';
import { inspectionMessages } from './inspection.messages.ts';
import { page } from './page.ts';
import type { WrongPin } from './pins.ts';
import { below, type Said } from './reader.ts';

/** Why a page of records is none. */
export type Why = 'unknown' | 'noRecord' | 'ended' | 'busy' | 'enough';

/** A heading with a sentence, and what else there is to do. */
export function plainPage(
  locale: Locale,
  {
    title,
    texts,
    more = '',
    head = '',
    at = '',
  }: { title: string; texts: readonly string[]; more?: string; head?: string; at?: string },
): string {
  return page({
    locale,
    title,
    head,
    at,
    body: `<header>${brandMark}<div><p>${escapeHtml(translate(inspectionMessages, locale, 'title'))}</p><h1>${escapeHtml(title)}</h1></div></header>
<section>${texts.map((text) => `<p class="said">${escapeHtml(text)}</p>`).join('\n')}${more}</section>`,
  });
}

export function refusalPage(why: Why, locale: Locale): string {
  const say = (key: `${Exclude<Why, 'busy'>}${'Title' | 'Text'}`): string => translate(inspectionMessages, locale, key);
  const busy = (key: 'busyTitle' | 'busyText'): string => translate(publicPageMessages, locale, key);
  return why === 'busy'
    ? plainPage(locale, { title: busy('busyTitle'), texts: [busy('busyText')] })
    : plainPage(locale, { title: say(`${why}Title`), texts: [say(`${why}Text`)] });
}

/** Asks for the PIN of a link. @param wrong what was wrong with the one before; null: there was none */
export function pinPage({ t, locale }: Said, token: string, wrong: WrongPin | null): string {
  const fault =
    wrong === null
      ? ''
      : wrong.wrong === 'pin'
        ? t('pinWrong')
        : format(textIn(errorMessages.texts.signing_locked, locale), locale, { minutes: wrong.minutes });
  return plainPage(locale, {
    title: t('pinTitle'),
    texts: [t('pinHint')],
    more: `<form method="post" action="${escapeHtml(below(token, '', { lang: locale }))}">
<label><span>${escapeHtml(t('pinTitle'))}</span><input name="pin" inputmode="numeric" autocomplete="off" pattern="\\d{${linkPin_digits}}" maxlength="${linkPin_digits}" required autofocus${fault ? ' aria-invalid="true" aria-describedby="fault"' : ''}></label>
${fault ? `<p id="fault" class="fault" role="alert">${escapeHtml(fault)}</p>` : ''}
<button type="submit">${escapeHtml(t('pinOpen'))}</button>
</form>`,
  });
}
