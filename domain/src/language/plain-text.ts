/** What people may type into a name or a text. */

/** Control characters, the ends of lines, and what turns the direction of text around, by which a name would read as another. */
const unshown = String.raw`\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069`;

/** One line that reads as it is. */
export const linePattern = new RegExp(`^[^${unshown}]*$`, 'u');

/** Several such lines. */
export const linesPattern = new RegExp(`^(?:[^${unshown}]|\\n)*$`, 'u');
