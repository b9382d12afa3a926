/** STOMP frames (STOMP 1.2, "Augmented BNF"), as text over a websocket. */
export type Frame = { command: string; headers: Readonly<Record<string, string>>; body: string };

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', ':': '\\c' };
const unescapes: Readonly<Record<string, string>> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r', '\\c': ':' };

/** Frames whose headers are not escaped, for the sake of STOMP 1.0 (STOMP 1.2, "Value Encoding"). */
const plainCommands = ['CONNECT', 'CONNECTED', 'STOMP'];

/** A frame as it travels. */
export function encodeFrame({ command, headers, body }: Frame): string {
  const isPlain = plainCommands.includes(command);
  const shown = (text: string): string => (isPlain ? text : escaped(text));
  const lines = Object.entries(headers).map(([name, value]) => `${shown(name)}:${shown(value)}\n`);
  return `${command}\n${lines.join('')}\n${body}\0`;
}

/** A header's name or value as it travels (STOMP 1.2, "Value Encoding"). */
export const escaped = (text: string): string => text.replace(/[\\\n\r:]/g, (char) => escapes[char] ?? char);

/** A fault of the other side: the socket is told and closed. */
export class FrameFault extends Error {
  override readonly name = 'FrameFault';
}

/** A client that sends more headers is broken or hostile. */
const headers_max = 64;

/**
 * Reads the frames of one websocket message; heart-beats (bare line ends) between them are skipped.
 * @throws {FrameFault} when the bytes are no STOMP, and nothing else
 */
export function decodeFrames(data: Buffer): Frame[] {
  const frames: Frame[] = [];
  let at = 0;
  while (at < data.length) {
    if (data[at] === 10 || data[at] === 13) {
      at++;
      continue;
    }
    const { lines, bodyAt } = readHead(data, at);
    const [command = '', ...rest] = lines;
    if (!/^[A-Z]{1,16}$/.test(command)) throw new FrameFault('bad command');
    if (rest.length > headers_max) throw new FrameFault('too many headers');
    const headers = readHeaders(command, rest);
    const end = bodyAt + bodyLength(data, bodyAt, headers['content-length']);
    if (data[end] !== 0) throw new FrameFault('frame does not end');
    frames.push({ command, headers, body: data.toString('utf8', bodyAt, end) });
    at = end + 1;
  }
  return frames;
}

/** The lines up to the empty one, which ends the head; each may end with CR LF. */
function readHead(data: Buffer, from: number): { lines: string[]; bodyAt: number } {
  const lines: string[] = [];
  for (let start = from; ; ) {
    const end = data.indexOf(10, start);
    if (end < 0) throw new FrameFault('head does not end');
    const line = data.toString('utf8', start, end > start && data[end - 1] === 13 ? end - 1 : end);
    start = end + 1;
    if (line === '') return { lines, bodyAt: start };
    lines.push(line);
  }
}

function bodyLength(data: Buffer, bodyAt: number, announced: string | undefined): number {
  if (announced === undefined) return data.indexOf(0, bodyAt) - bodyAt;
  if (!/^\d{1,9}$/.test(announced)) throw new FrameFault('bad content-length');
  return Number(announced);
}

function readHeaders(command: string, lines: readonly string[]): Record<string, string> {
  const isPlain = plainCommands.includes(command);
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 0) throw new FrameFault('bad header');
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1)];
    // Of a repeated header the first counts (STOMP 1.2, "Repeated Header Entries").
    headers[isPlain ? name : unescaped(name)] ??= isPlain ? value : unescaped(value);
  }
  return headers;
}

const unescaped = (text: string): string =>
  text.replace(/\\[\s\S]?/g, (pair) => {
    const char = unescapes[pair];
    if (char === undefined) throw new FrameFault('bad escape');
    return char;
  });
