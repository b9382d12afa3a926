import { signUpPreferences } from '@brina/domain/constants';
import { type Format, formatFor, type Reader } from '@brina/domain/language/reader';
import { useLocale } from './messages.ts';
import { useUser } from './use-user.ts';

const madeFor = new Map<string, Format>();

/** The formatters of a reader, made once for all parts of a page that show something. */
function sharedFormat(reader: Reader): Format {
  const key = Object.values(reader).join();
  const format = madeFor.get(key) ?? formatFor(reader);
  madeFor.set(key, format);
  return format;
}

/** The formatters for who is signed in, in the language of the interface; they change with language and preferences at once. */
export function useFormat(): Format {
  const locale = useLocale();
  const user = useUser();
  const measurement = (user?.preferences ?? signUpPreferences).measurement_system;
  const hours = (user?.preferences ?? signUpPreferences).hours_display_system;
  const timeZone = user?.company?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return sharedFormat({ locale, measurement, hours, timeZone });
}
