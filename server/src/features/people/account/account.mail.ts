import type { Locale } from '@brina/domain/language/locales';
import { translate } from '@brina/domain/language/messages';
import type { Role } from '@brina/domain/people/roles';
import { roleMessages } from '@brina/domain/people/roles.messages';
import type { Mail } from '#core/mail/mail.ts';
import { greeting, type Reader } from '#core/mail/reader.ts';
import { typed } from '#core/mail/typed.ts';
import { type Circumstances, circumstancesLine } from '#identity/factors/recovery-code.mail.ts';
import { accountMailMessages as texts } from './account-mail.messages.ts';

/** The code that confirms the address of a new account (S4.27). */
export function confirmCodeMail(reader: Reader & { code: string }): Mail {
  const { to, locale, code } = reader;
  return {
    kind: 'account.confirm',
    to,
    locale,
    content: {
      subject: translate(texts, locale, 'confirm.subject'),
      title: translate(texts, locale, 'confirm.title'),
      paragraphs: [greeting(reader), translate(texts, locale, 'confirm.text')],
      code,
      after: [translate(texts, locale, 'confirm.again'), translate(texts, locale, 'confirm.notYou')],
    },
  };
}

/** To whom an address belongs with which somebody has just tried to register: the page itself tells nobody (S8.4). */
export function alreadyRegisteredMail(reader: Reader & { resetUrl: string; homeUrl: string }): Mail {
  const { to, locale, resetUrl, homeUrl } = reader;
  return {
    kind: 'account.registered',
    to,
    locale,
    content: {
      subject: translate(texts, locale, 'registered.subject'),
      title: translate(texts, locale, 'registered.subject'),
      paragraphs: [
        greeting(reader),
        translate(texts, locale, 'registered.text'),
        translate(texts, locale, 'registered.forgotten'),
      ],
      action: { label: translate(texts, locale, 'setPassword'), url: resetUrl },
      after: [translate(texts, locale, 'registered.home', { url: homeUrl }), translate(texts, locale, 'nothingToDo')],
    },
  };
}

/** The link at which a forgotten password is set anew (S7.6). */
export function resetLinkMail(reader: Reader & { url: string; minutes: number }): Mail {
  const { to, locale, url, minutes } = reader;
  return {
    kind: 'account.reset',
    to,
    locale,
    content: {
      subject: translate(texts, locale, 'reset.subject'),
      title: translate(texts, locale, 'setPassword'),
      paragraphs: [greeting(reader), translate(texts, locale, 'reset.text')],
      action: { label: translate(texts, locale, 'setPassword'), url },
      after: [translate(texts, locale, 'reset.minutes', { n: minutes }), translate(texts, locale, 'reset.notYou')],
    },
  };
}

/**
 * An invitation into a company (S4.19). Who has no account yet (`isNew`) accepts by setting a password at the link, within
 * `days`; who has one answers in the account.
 */
export function invitationMail(
  reader: Reader & { company: string; inviter: string; role: Role; url: string; days: number; isNew: boolean },
): Mail {
  const { to, locale, role, url, days, isNew } = reader;
  const company = typed(reader.company);
  const inviter = typed(reader.inviter) || company;
  return {
    kind: 'account.invitation',
    to,
    locale,
    content: {
      subject: translate(texts, locale, 'invitation.subject', { company }),
      title: translate(texts, locale, 'invitation.title'),
      paragraphs: [
        greeting(reader),
        translate(texts, locale, 'invitation.text', { inviter, company }),
        translate(texts, locale, 'invitation.role', { role: roleName(locale, role) }),
      ],
      action: { label: translate(texts, locale, isNew ? 'invitation.accept' : 'invitation.answer'), url },
      after: [
        isNew
          ? translate(texts, locale, 'invitation.days', { n: days })
          : translate(texts, locale, 'invitation.signIn'),
        translate(texts, locale, 'invitation.unknown', { company }),
      ],
    },
  };
}

/** A confirmed account is ready. */
export function welcomeMail(reader: Reader & { url: string }): Mail {
  const { to, locale, url } = reader;
  return {
    kind: 'account.welcome',
    to,
    locale,
    content: {
      subject: translate(texts, locale, 'welcome.subject'),
      title: translate(texts, locale, 'welcome.subject'),
      paragraphs: [
        greeting(reader),
        translate(texts, locale, 'welcome.ready'),
        translate(texts, locale, 'welcome.text'),
      ],
      action: { label: translate(texts, locale, 'open'), url },
    },
  };
}

/** The password was changed: whoever did not do it must hear of it. */
export function passwordChangedMail(reader: Reader & { url: string }): Mail {
  const { to, locale, url } = reader;
  return {
    kind: 'account.password',
    to,
    locale,
    content: {
      subject: translate(texts, locale, 'password.subject'),
      title: translate(texts, locale, 'password.subject'),
      paragraphs: [
        greeting(reader),
        translate(texts, locale, 'password.text'),
        translate(texts, locale, 'password.notYou'),
      ],
      action: { label: translate(texts, locale, 'open'), url },
    },
  };
}

/** What changed of what a person proves its sign-in with besides the password. */
type FactorChange = { change: 'added' | 'removed'; factor: string } | { change: 'newCodes' };

/** A device for the second step was added or removed, or new recovery codes made: whoever did not do it must hear of it. */
export function factorMail(reader: Reader & FactorChange & { url: string; done: Circumstances }): Mail {
  const { to, locale, change, url, done } = reader;
  const text =
    reader.change === 'newCodes'
      ? translate(texts, locale, 'factor.newCodes.text')
      : translate(texts, locale, `factor.${reader.change}.text`, { name: typed(reader.factor) });
  return {
    kind: `account.factor.${change}`,
    to,
    locale,
    content: {
      subject: translate(texts, locale, `factor.${change}.subject`),
      title: translate(texts, locale, `factor.${change}.subject`),
      paragraphs: [greeting(reader), text, circumstancesLine(locale, done), translate(texts, locale, 'factor.notYou')],
      action: { label: translate(texts, locale, 'open'), url },
    },
  };
}

/** Somebody with the right to it has removed all that a person proves its sign-in with besides the password. */
export function factorsResetMail(reader: Reader & { url: string }): Mail {
  const { to, locale, url } = reader;
  return {
    kind: 'account.factor.reset',
    to,
    locale,
    content: {
      subject: translate(texts, locale, 'factor.reset.subject'),
      title: translate(texts, locale, 'factor.reset.subject'),
      paragraphs: [
        greeting(reader),
        translate(texts, locale, 'factor.reset.text'),
        translate(texts, locale, 'factor.reset.notYou'),
      ],
      action: { label: translate(texts, locale, 'open'), url },
    },
  };
}

/** The role was changed, in a company or of the account; what was shared is dropped with it (S4.20). */
export function roleChangedMail(reader: Reader & { role: Role; url: string }): Mail {
  const { to, locale, role, url } = reader;
  return {
    kind: 'account.role',
    to,
    locale,
    content: {
      subject: translate(texts, locale, 'role.subject'),
      title: translate(texts, locale, 'role.subject'),
      paragraphs: [
        greeting(reader),
        translate(texts, locale, 'role.new', { role: roleName(locale, role) }),
        translate(texts, locale, 'role.text'),
      ],
      action: { label: translate(texts, locale, 'open'), url },
    },
  };
}

/** The account is gone (S2.27). The address is known for the last time here: queue it before the row is erased. */
export function accountDeletedMail(reader: Reader): Mail {
  const { to, locale } = reader;
  return {
    kind: 'account.deleted',
    to,
    locale,
    content: {
      subject: translate(texts, locale, 'deleted.subject'),
      title: translate(texts, locale, 'deleted.subject'),
      paragraphs: [
        greeting(reader),
        translate(texts, locale, 'deleted.text'),
        translate(texts, locale, 'deleted.thanks'),
      ],
    },
  };
}

const roleName = (locale: Locale, role: Role): string => translate(roleMessages, locale, role);
