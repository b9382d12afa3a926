import type { Locale } from '@brina/domain/language/locales';
import { translate } from '@brina/domain/language/messages';
import { operatorMessages } from './operator.messages.ts';

/** Who runs this installation: the controller of GDPR art. 13 and the publisher of the statements; null: not set. */
export type Operator = {
  name: string | null;
  /** Postal address in one line. */
  address: string | null;
  /** Mailbox for what has none of its own. */
  contact: string | null;
  privacy: string | null;
  /** Where who finds a hole reports it (RFC 9116). */
  security: string | null;
};

/** What documents say of the operator, by the name of its place: `{operator}` … */
export function operatorWords(operator: Operator, locale: Locale): Record<OperatorPlace, string> {
  const word = (value: string | null, unset: keyof typeof operatorMessages.texts): string =>
    value ?? translate(operatorMessages, locale, unset);
  return {
    operator: word(operator.name, 'noName'),
    address: word(operator.address, 'noAddress'),
    contact: word(operator.contact, 'noMailbox'),
    privacy: word(operator.privacy ?? operator.contact, 'noMailbox'),
  };
}

export const operatorPlaces = ['operator', 'address', 'contact', 'privacy'] as const;
export type OperatorPlace = (typeof operatorPlaces)[number];

/** The line under every letter that says who sends it; undefined while nobody is named. */
export function operatorLine({ name, address, contact }: Operator, locale: Locale): string | undefined {
  if (name === null) return undefined;
  const operator = [name, address, contact].filter((part) => part !== null).join(', ');
  return translate(operatorMessages, locale, 'operatedBy', { operator });
}
