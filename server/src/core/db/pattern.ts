/** A pattern of LIKE that contains a text: what LIKE reads as a sign of its own is only itself. */
export const containing = (text: string): string => `%${literally(text)}%`;

/** A pattern of LIKE that begins with a text. */
export const beginningWith = (text: string): string => `${literally(text)}%`;

const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
