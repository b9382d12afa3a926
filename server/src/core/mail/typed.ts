/** No name is longer in a letter. */
const length_max = 80;

/**
 * What a person typed, as it may stand in a letter to somebody else: one line, not longer than a name, without invisible
 * characters, and nothing that a mail program would turn into a link, or a stranger's sign-up would carry advertising under
 * our letterhead. `S.r.l.` stays as it is.
 */
export const typed = (text: string): string =>
  text
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/:\/*(?=\S)/g, ' ')
    .replace(/@/g, ' @ ')
    .replace(/([.。．｡])(?=[\p{L}\p{N}-]{2})/gu, '$1 ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, length_max)
    .replace(/[\ud800-\udbff]$/, '');
