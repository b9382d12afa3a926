import { inspectionPath } from '@brina/contract/calls/record/inspection';
import { filled } from '@brina/contract/wire/paths';
import { holdSheetCatalogues } from '@brina/contract/words/hold-sheet';
import { periodCatalogues } from '@brina/contract/words/period-words';
import { signUpPreferences } from '@brina/domain/constants';
import type { Locale } from '@brina/domain/language/locales';
import { formatFor, type Reader } from '@brina/domain/language/reader';
import { speechIn } from '@brina/domain/language/speech';
import { inspectionMessages } from './inspection.messages.ts';

const catalogues = { ...periodCatalogues, ...holdSheetCatalogues, inspection: inspectionMessages } as const;

/** How a page speaks to whoever reads it: nobody is known here, so that the language is that of the browser, or the chosen one. */
export type Said = ReturnType<typeof saidTo>;

export function saidTo(locale: Locale, { country, timeZone }: { country: string | null; timeZone: string }) {
  const { hours_display_system: hours } = signUpPreferences;
  const reader: Reader = { locale, measurement: country === 'US' ? 'imperial' : 'metric', hours, timeZone };
  const say = speechIn(catalogues, reader);
  return { locale, say, t: say.inspection, format: formatFor(reader) };
}

/** An address below a link, in the language of its reader. */
export function below(token: string, path: string, query: Readonly<Record<string, string>>): string {
  const asked = new URLSearchParams(query).toString();
  return `${filled(inspectionPath, { token })}${path}${asked ? `?${asked}` : ''}`;
}
