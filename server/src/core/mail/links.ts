import { pathOf } from '@brina/contract/screens';

/** Addresses of the portal's pages, as they stand in mails. */
export type Links = {
  /** The page to begin at. */
  home(): string;
  /** Where a password is set by the secret of a mail, a new one, or the first of who is invited (S2.11). */
  changePassword(email: string, token: string): string;
  /** Where an invitation is answered. */
  account(): string;
};

/** @param base origin by which people reach the portal; asked when a link is made, for a port may be known late */
export const linksOf = (base: () => string): Links => ({
  home: () => `${base()}${pathOf('dashboard')}`,
  changePassword: (email, token) => `${base()}${pathOf('changepassword')}?${new URLSearchParams({ token, email })}`,
  account: () => `${base()}${pathOf('account')}`,
});
