import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { packedOnce } from '#core/http/compress.ts';

/** Serves a text that changes with the program only, so a client may keep it and ask by its tag. It is packed once. */
export function serveFixedText(
  app: FastifyInstance,
  path: string,
  { type, text }: { type: string; text: string },
): void {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const packed = packedOnce(text);
  app.get(path, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=300').header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.type(`${type}; charset=utf-8`).send(await packed(request, reply));
  });
}
