/** What people may type into a name or a text. */

/**
 * Control characters, the ends of lines, what turns the direction of text around, and what has no width and no script needs: a name would
 * read as another. Half a surrogate pair is no letter that a database could hold. The joiners U+200C and U+200D stay, which Persian, Hindi and others are written with, and the marks of direction.
 */
const unshown = String.raw`\p{Cc}\p{Cs}\u180E\u200B\u2028\u2029\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}`;

/** One line that reads as it is. */
export const linePattern = new RegExp(`^[^${unshown}]*$`, 'u');

const unshownSpan = new RegExp(`[${unshown}]+`, 'gu');

/** A text as one line that reads as it is: for what is taken as it comes, such as the word of a unit. */
export const asLine = (text: string): string => text.replace(unshownSpan, ' ');

/** Several such lines. */
export const linesPattern = new RegExp(`^(?:[^${unshown}]|\\n)*$`, 'u');
