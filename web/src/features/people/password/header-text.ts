/** What a header carries unchanged: printable ASCII, and no space at an end, which the browser would cut off. */
const plain = /^[!-~]([ -~]*[!-~])?$/;
/** How RFC 8187 begins a value that is percent-encoded UTF-8 of no particular language. */
const marked = "UTF-8''";
/** How any such value begins, whatever language it names. */
const mark = /^UTF-8'/i;

/**
 * A text as the value of a header: itself where a header can carry it, else `UTF-8''` and percent escapes (RFC 8187, 3.2). What
 * happens to begin like one is escaped too, so that it is never taken for one.
 */
export const headerText = (text: string): string =>
  plain.test(text) && !mark.test(text) ? text : marked + percentEncoded(text);

/** `encodeURIComponent` leaves `'()*`, which RFC 8187 does not allow unescaped. */
const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
