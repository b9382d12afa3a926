import type { Parts } from '#core/feature.ts';
import type { Handled } from '#core/http/handle.ts';
import { checkCodeHandler, resendCodeHandler } from './confirmation.calls.ts';
import { changePasswordHandler, lookAtLinkHandler, resetPasswordHandler } from './password-link.calls.ts';
import { signUpHandler } from './sign-up.calls.ts';

/** How somebody comes to an account, and back into it. */
export const registrationHandlers = (parts: Parts): Handled[] => [
  signUpHandler(parts),
  checkCodeHandler(parts),
  resendCodeHandler,
  resetPasswordHandler(parts),
  lookAtLinkHandler,
  changePasswordHandler(parts),
];
