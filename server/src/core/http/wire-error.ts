import type { WireError } from '@brina/contract/wire/errors';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { defaultLocale, type Locale, locales, wireLocale } from '@brina/domain/language/locales';
import { format, textIn } from '@brina/domain/language/messages';
import { Refusal } from './refusal.ts';

/** The error as it travels, in the caller's language. What is no {@link Refusal} says nothing but its request id. */
export function toWire(error: unknown, requestId: string, locale: Locale): { status: number; body: WireError } {
  const refusal = error instanceof Refusal ? error : new Refusal('generic', 500);
  return {
    status: refusal.status,
    body: {
      code: refusal.code,
      message: format(textIn(refusal.words ?? errorMessages.texts[refusal.code], locale), locale, refusal.data ?? {}),
      requestId,
      ...(refusal.fields && {
        fields: refusal.fields.map((field) => ({
          ...field,
          message: format(textIn(fieldMessages.texts[field.code], locale), locale, {
            min: field.min ?? '',
            max: field.max ?? '',
          }),
        })),
      }),
      ...(refusal.data && { data: refusal.data }),
    },
  };
}

/** The language of an `Accept-Language` header (mapped locales and plain tags) by its weights, `en` when none is ours. */
export function acceptedLocale(header: string | undefined): Locale {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q=/i))
    .map(([tag = '', weight]) => ({ tag, weight: weight === undefined ? 1 : Number(weight) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    const mapped = locales.find((locale) => wireLocale(locale) === tag.replace('-', '_'));
    if (mapped) return mapped;
    const language = tag.split(/[-_]/)[0]?.toLowerCase();
    const plain = language === 'nl' ? 'du' : locales.find((locale) => locale === language);
    if (plain) return plain;
  }
  return defaultLocale;
}
