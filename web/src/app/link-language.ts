import { linkLanguage } from '@brina/contract/links';
import { locales } from '@brina/domain/language/locales';
import { localStore, session } from '../lib/session.ts';

/**
 * Takes the language that the link of a letter names out of the address. Whoever reads the letter reads that language, so that a browser
 * in which none was chosen yet speaks it from now on; the choice of somebody who is, or was, here before stands (S3.22), and what is no
 * language says nothing.
 */
export function takeLinkLanguage(): void {
  const { pathname, search, hash } = location;
  const asked = new URLSearchParams(search);
  const named = asked.get(linkLanguage);
  if (named === null) return;
  asked.delete(linkLanguage);
  history.replaceState(history.state, '', `${pathname}${asked.size > 0 ? `?${asked}` : ''}${hash}`);
  const language = locales.find((one) => one === named);
  const isNew = session.kept.getState().refreshToken === null && localStore.getState().locale === null;
  if (isNew && language) localStore.setState({ locale: language });
}
