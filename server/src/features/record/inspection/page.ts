import { type PublicPage, publicPage } from '#core/http/public-page.ts';

/** Where the styles of these pages are served. */
export const stylesPath = '/inspection.css';

/** A page that no search engine keeps, and that tells no other site where the reader came from: its address opens records. */
export const page = ({ head = '', ...parts }: Omit<PublicPage, 'styles' | 'head'> & { head?: string }): string =>
  publicPage({
    ...parts,
    styles: stylesPath,
    head: `<meta name="robots" content="noindex, nofollow">\n<meta name="referrer" content="no-referrer">${head}`,
  });
