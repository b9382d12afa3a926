import { pathOf } from '@brina/contract/screens';

/** Addresses of the portal's pages, as they stand in mails. */
export type Links = {
  /** The page to begin at. */
  home(): string;
  /** Where a new password is set by the secret of a mail (S2.11). */
  changePassword(email: string, token: string): string;
  /** Where who is invited sets the first password, by the secret of its mail. */
  acceptInvitation(email: string, token: string): string;
  /** Where an invitation is answered. */
  account(): string;
};

/** @param base origin by which people reach the portal; asked when a link is made, for a port may be known late */
export const linksOf = (base: () => string): Links => ({
  home: () => `${base()}${pathOf('dashboard')}`,
  changePassword: (email, token) => `${base()}${pathOf('changepassword')}?${new URLSearchParams({ token, email })}`,
  acceptInvitation: (email, token) =>
    `${base()}${pathOf('changepassword')}?${new URLSearchParams({ token, email, invited: 'true' })}`,
  account: () => `${base()}${pathOf('account')}`,
});
