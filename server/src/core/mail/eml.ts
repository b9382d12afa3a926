/** A mail of the outbox, read back: the headers a person looks for, and both of its parts. */
export type Eml = {
  to: string;
  subject: string;
  date: string;
  /** Where it is switched off by one click, as mail programs read it; empty where it says nothing of that. */
  unsubscribe: string;
  text: string;
  html: string;
};

/** Reads a file that {@link openPost} wrote: two alternatives, both quoted-printable. What is missing is empty. */
export function readEml(source: string): Eml {
  const [head, body] = halves(source);
  const boundary = /boundary="([^"]+)"/i.exec(head)?.[1];
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).map((part) => halves(part.trimStart()));
  const part = (type: string): string => {
    const [, found = ''] = parts.find(([headers]) => headerOf(headers, 'Content-Type').startsWith(type)) ?? [];
    return unquote(found);
  };
  return {
    to: headerOf(head, 'To'),
    subject: decodeWords(headerOf(head, 'Subject')),
    date: headerOf(head, 'Date'),
    unsubscribe: [headerOf(head, 'List-Unsubscribe'), headerOf(head, 'List-Unsubscribe-Post')]
      .filter(Boolean)
      .join(' '),
    text: part('text/plain'),
    html: part('text/html'),
  };
}

const halves = (text: string): [head: string, body: string] => {
  const end = /\r?\n\r?\n/.exec(text);
  return end ? [text.slice(0, end.index), text.slice(end.index + end[0].length)] : [text, ''];
};

/** A header's value, unfolded (RFC 5322, 2.2.3). */
const headerOf = (head: string, name: string): string =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(head.replace(/\r?\n(?=[ \t])/g, ''))?.[1]?.trim() ?? '';

/** Encoded words (RFC 2047): those that follow each other join without the space between them. */
const decodeWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString() : unquote(text.replaceAll('_', ' ')),
    );

/** Quoted-printable in UTF-8; a line that ends in `=` goes on (RFC 2045, 6.7). */
const unquote = (text: string): string =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/gi, (octets) => Buffer.from(octets.replaceAll('=', ''), 'hex').toString());
