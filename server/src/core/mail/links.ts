import { linkLanguage } from '@brina/contract/links';
import { pathOf } from '@brina/contract/screens';
import type { Reader } from './reader.ts';

/**
 * Addresses of the portal's pages, as they stand in letters: each tells the language of the letter, so that a browser that knows none
 * shows the page in it.
 */
export type Links = {
  /** The page to begin at. */
  home(reader: Pick<Reader, 'locale'>): string;
  /** Where a password is set by the secret of a mail, a new one, or the first of who is invited (S2.11). */
  changePassword(reader: Pick<Reader, 'locale' | 'to'>, token: string): string;
  /** Where an invitation is answered. */
  account(reader: Pick<Reader, 'locale'>): string;
  /** The food records of some days, both included, of all or of a kitchen or an appliance; or those that need somebody. */
  records(reader: Pick<Reader, 'locale'>, of: RecordsShown): string;
  /** A page that is read without login, by its path. */
  page(reader: Pick<Reader, 'locale'>, path: string): string;
};

type RecordsShown = { from: string; to: string; labId?: string; serialNumber?: string } | { needs: 'true' };

/** @param base origin by which people reach the portal; asked when a link is made, for a port may be known late */
export function linksOf(base: () => string): Links {
  const link = (path: string, { locale }: Pick<Reader, 'locale'>, search: Record<string, string> = {}): string =>
    `${base()}${path}?${new URLSearchParams({ ...search, [linkLanguage]: locale })}`;
  return {
    home: (reader) => link(pathOf('dashboard'), reader),
    changePassword: (reader, token) => link(pathOf('changepassword'), reader, { token, email: reader.to }),
    account: (reader) => link(pathOf('account'), reader),
    records: (reader, of) => link(pathOf('dashboard'), reader, { view: 'records', ...of }),
    page: (reader, path) => link(path, reader),
  };
}
