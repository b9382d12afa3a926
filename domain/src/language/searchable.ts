/** Text without case, accents and width: "ё" is found by "е", "ß" by "ss", full-width by half-width. */
export const searchable = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
