/** STOMP frames (STOMP 1.2, "Augmented BNF"), as text over a websocket. */
export type Frame = { command: string; headers: Readonly<Record<string, string>>; body: string };

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', ':': '\\c' };
const unescapes: Readonly<Record<string, string>> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r', '\\c': ':' };

/** A frame as it travels. CONNECT and CONNECTED are not escaped (STOMP 1.2, "Value Encoding"). */
export function encodeFrame({ command, headers, body }: Frame): string {
  const plain = command === 'CONNECTED' || command === 'CONNECT';
  const shown = (text: string): string => (plain ? text : text.replace(/[\\\n\r:]/g, (char) => escapes[char] ?? char));
  const lines = Object.entries(headers).map(([name, value]) => `${shown(name)}:${shown(value)}\n`);
  return `${command}\n${lines.join('')}\n${body}\0`;
}

/** A fault of the other side: the socket is told and closed. */
export class FrameFault extends Error {}

/** Lines of a header block; a client that sends more is broken or hostile. */
const headers_max = 64;

/**
 * Reads the frames of one websocket message; heart-beats (bare line ends) between them are skipped.
 * @throws {FrameFault} when the text is no STOMP
 */
export function decodeFrames(data: Buffer): Frame[] {
  const frames: Frame[] = [];
  let at = 0;
  while (at < data.length) {
    if (data[at] === 10 || data[at] === 13) {
      at++;
      continue;
    }
    const { head, bodyAt } = readHead(data, at);
    const [command = '', ...lines] = head.split(/\r?\n/);
    if (lines.length > headers_max) throw new FrameFault('too many headers');
    const headers = readHeaders(command, lines);
    const length = headers['content-length'];
    const end = length === undefined ? data.indexOf(0, bodyAt) : bodyAt + Number(length);
    if (!(end >= bodyAt) || data[end] !== 0) throw new FrameFault('frame does not end');
    frames.push({ command, headers, body: data.toString('utf8', bodyAt, end) });
    at = end + 1;
  }
  return frames;
}

function readHead(data: Buffer, from: number): { head: string; bodyAt: number } {
  for (let i = data.indexOf(10, from); i >= 0; i = data.indexOf(10, i + 1)) {
    const next = data[i + 1];
    if (next === 10) return { head: data.toString('utf8', from, i), bodyAt: i + 2 };
    if (next === 13 && data[i + 2] === 10) return { head: data.toString('utf8', from, i), bodyAt: i + 3 };
  }
  throw new FrameFault('header does not end');
}

function readHeaders(command: string, lines: readonly string[]): Record<string, string> {
  const plain = command === 'CONNECT' || command === 'STOMP';
  const read = (text: string): string =>
    plain
      ? text
      : text.replace(/\\[\s\S]?/g, (pair) => {
          const char = unescapes[pair];
          if (char === undefined) throw new FrameFault('bad escape');
          return char;
        });
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 0) throw new FrameFault('bad header');
    // Of a repeated header the first counts (STOMP 1.2, "Repeated Header Entries").
    headers[read(line.slice(0, colon))] ??= read(line.slice(colon + 1));
  }
  return headers;
}
