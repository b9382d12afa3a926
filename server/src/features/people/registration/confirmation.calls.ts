import { checkCode, resendCode } from '@brina/contract/calls/people/registration';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { Refusal, refuse } from '#core/http/refusal.ts';
import { queueMail } from '#core/mail/mail.ts';
import { confirmCodeMail, welcomeMail } from '#features/people/account/account.mail.ts';
import { accountById } from './account-by-email.ts';
import { resendRefusal } from './limits.ts';
import { issueCode, tryConfirmation } from './mailed-codes.ts';

/**
 * S7.9, S4.27: the code is the signed-in user's own, whatever other codes are about. Who is confirmed already hears so, for a
 * form may be sent twice. Wrong codes are refused by returning: the try stays counted.
 */
export const checkCodeHandler = ({ links }: Parts): Handled =>
  handle(checkCode, async ({ db, caller, query, clock, audit }) => {
    const now = clock.now();
    const account = (await accountById(db, caller.userId)) ?? refuse('token_invalid', 401);
    if (account.isActive) return { code: '200' };
    const tried = await tryConfirmation(db, { userId: account.id, code: query.code, now });
    if (tried === 'expired' || (tried !== 'right' && tried.left === 0)) return new Refusal('code_expired', 422);
    if (tried !== 'right') return new Refusal('code_wrong', 422, { data: { left: tried.left } });
    await db.updateTable('app_user').set({ status: 'ACTIVE' }).where('id', '=', account.id).execute();
    await audit('account.confirm', account.id);
    await queueMail(db, welcomeMail({ ...account.reader, url: links.home(account.reader) }), now);
    return { code: '200' };
  });

/** S7.9: the earlier code is worth nothing once a new one is on its way. */
export const resendCodeHandler: Handled = handle(resendCode, async ({ db, caller, clock, audit }) => {
  const now = clock.now();
  const account = (await accountById(db, caller.userId)) ?? refuse('token_invalid', 401);
  if (account.isActive) refuse('already_confirmed', 409);
  const refusal = await resendRefusal(db, account.reader.to, now);
  if (refusal) return refusal;
  const code = await issueCode(db, { userId: account.id, kind: 'confirm', now });
  await queueMail(db, confirmCodeMail({ ...account.reader, code }), now);
  await audit('account.resendCode', account.id);
  return { code: '200' };
});
