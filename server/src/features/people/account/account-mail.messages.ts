import { messages } from '@brina/domain/language/messages';
import { letterMessages } from '#core/mail/letter.messages.ts';
import { recoveryCodeMailMessages } from '#identity/factors/recovery-code-mail.messages.ts';
import texts from './account-mail.texts.json' with { type: 'json' };

/** Words of the mails about an account. Roles stand alone in their sentence: in one they would not agree with it. */
export const accountMailMessages = messages(
  'server/account-mail',
  {
    open: letterMessages.texts.open,
    setPassword: 'Set a new password',
    'confirm.subject': 'Your confirmation code for Brina',
    'confirm.title': 'Confirm your email address',
    'confirm.text': 'Thank you for signing up to Brina. Type this code in the browser, and your account is ready:',
    'confirm.again': 'If the code is no longer valid, ask for a new one on the page where you type it.',
    'confirm.notYou': 'If you did not sign up, ignore this message: without the code the account cannot be used.',
    'registered.subject': 'You have a Brina account already',
    'registered.text':
      'Somebody, probably you, has just tried to register with this email address. It has an account already, so nothing has changed.',
    'registered.forgotten': 'Sign in with your password. If you have forgotten it, set a new one:',
    'registered.home': 'The sign-in page is at {url}',
    nothingToDo: 'If it was not you, you need not do anything.',
    'reset.subject': 'Set a new password for Brina',
    'reset.text': 'A new password was asked for your Brina account. Choose it here:',
    'reset.minutes': { one: 'The link works once, for {n} minute.', other: 'The link works once, for {n} minutes.' },
    'reset.notYou': 'If it was not you, ignore this message: your password stays as it is.',
    'invitation.subject': 'Invitation to {company} on Brina',
    'invitation.title': 'You are invited',
    'invitation.text':
      '{inviter} invites you to {company} on Brina, where a kitchen keeps an eye on its blast chillers, starts their cycles and finds its HACCP records.',
    'invitation.role': 'Your role: {role}',
    'invitation.accept': 'Accept and set a password',
    'invitation.days': { one: 'The link works once, for {n} day.', other: 'The link works once, for {n} days.' },
    'invitation.answer': 'Answer the invitation',
    'invitation.signIn': 'Sign in with your own account; there you accept or decline.',
    'invitation.unknown': 'If you do not know {company}, ignore this message: nobody joins without agreeing.',
    'welcome.subject': 'Welcome to Brina',
    'welcome.ready': 'Your email address is confirmed and your account is ready.',
    'welcome.text':
      'See the temperatures of your appliances, follow their cycles and find their HACCP records, wherever you are.',
    'password.subject': 'Your Brina password has been changed',
    'password.text': 'The password of your account has just been changed. Other devices have to sign in again.',
    'password.notYou': 'If it was not you, open Brina now and ask for a new password on the sign-in page.',
    'factor.added.subject': 'A device for two-step sign-in has been added',
    'factor.added.text': 'The device “{name}” can now confirm your sign-in to Brina.',
    'factor.removed.subject': 'A device for two-step sign-in has been removed',
    'factor.removed.text': 'The device “{name}” no longer confirms your sign-in to Brina.',
    'factor.newCodes.subject': 'New recovery codes have been made',
    'factor.newCodes.text':
      'Somebody, probably you, has just made new recovery codes for your Brina account. Those from before no longer work.',
    'factor.notYou': recoveryCodeMailMessages.texts.notYou,
    'factor.reset.subject': 'Your two-step sign-in has been reset',
    'factor.reset.text':
      'An administrator has removed all your devices for two-step sign-in and your recovery codes. At the next sign-in your password is enough; then set up a device again.',
    'factor.reset.notYou': 'If you did not ask for this, tell your administrator at once and change your password.',
    'role.subject': 'Your role on Brina has changed',
    'role.new': 'Your new role: {role}',
    'role.text':
      'What you see and may do follows from it. Appliances that were shared with you have to be shared again.',
    'deleted.subject': 'Your Brina account has been deleted',
    'deleted.text':
      'Your account and your personal data have been deleted. HACCP records of the appliances stay with their company, without your name.',
    'deleted.thanks': 'Thank you for having worked with Brina. You are welcome back at any time.',
  },
  texts,
);
