import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { siteOf } from '../network.ts';
import { Turns } from '../turns.ts';

/** Replies that shrink; what is a file to keep, such as a document, is packed already. */
const shrinks = /^(application\/json|text\/html|text\/css|text\/csv)\b/;
/** A reply up to this fits into the packet that answers in any case. */
const smallest_bytes = 1000;

/** zlib works in the threads in which passwords are hashed and files are read: half of them, and whoever asks for much waits for its own. */
const packing = new Turns({ parallel: 2 });

/** How a reply may be coded, the better one first. */
const codings = [
  {
    name: 'br',
    // A third of the work of the next better quality, for a tenth more bytes.
    pack: (text: string | Buffer) =>
      promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  },
  { name: 'gzip', pack: (text: string | Buffer) => promisify(gzip)(text) },
] as const;

/**
 * Sends large replies compressed to who can read that. Safe beside secrets, since what a reply repeats of a request is the caller's
 * own: calls carry a bearer token and no cookie, so no foreign page can make them; tokens are given beside these routes.
 */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const whole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!whole || !shrinks.test(String(reply.getHeader('content-type')))) return payload;
    if (reply.statusCode === 206 || reply.hasHeader('content-encoding')) return payload;
    varyByEncoding(reply);
    if (request.method === 'HEAD' || Buffer.byteLength(payload) <= smallest_bytes) return payload;
    const coding = codingFor(request);
    if (!coding) return payload;
    reply.header('content-encoding', coding.name).removeHeader('content-length');
    return packing.run(() => coding.pack(payload), siteOf(request.ip));
  });
}

/** A text that does not change, packed once for all who ask for it. */
export function packedOnce(text: string): (request: FastifyRequest, reply: FastifyReply) => Promise<string | Buffer> {
  const packed = new Map<string, Promise<Buffer>>();
  return async (request, reply) => {
    const coding = codingFor(request);
    if (!coding) return text;
    varyByEncoding(reply);
    const made = packed.get(coding.name) ?? packing.run(() => coding.pack(text));
    packed.set(coding.name, made);
    made.catch(() => packed.delete(coding.name));
    reply.header('content-encoding', coding.name);
    return made;
  };
}

const codingFor = ({ headers }: FastifyRequest) =>
  codings.find(({ name }) => accepts(headers['accept-encoding'], name));

function varyByEncoding(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
}

/** Whether a request names a coding, and not as one that it refuses (`br;q=0`). */
const accepts = (header: string | string[] | undefined, coding: string): boolean =>
  String(header ?? '')
    .split(',')
    .map((one) =>
      one
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .some(([name, ...wish]) => name === coding && !wish.some((one) => /^q=0(\.0*)?$/.test(one)));
