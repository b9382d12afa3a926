import { newPassword } from '@brina/contract/wire/values';
import { Refusal, refuse } from '#core/http/refusal.ts';

/** RFC 8187, 3.2.1: charset, language, and the value in percent escapes of UTF-8. */
const extendedValue = /^UTF-8'[A-Za-z0-9-]*'(.*)$/is;

/**
 * The password of a `new-password` header: a header carries Latin-1 only, so one with other letters comes as `UTF-8''…`
 * (RFC 8187). Refuses one against the rule of S5.5.
 */
export function readNewPassword(header: string): string {
  const escaped = extendedValue.exec(header)?.[1];
  const password = escaped === undefined ? header : unescaped(escaped);
  return newPassword().safeParse(password).success ? password : refuse('password_weak', 422);
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new Refusal('bad_request', 400, { fields: [{ path: 'headers.new-password', code: 'invalid' }] });
  }
}
