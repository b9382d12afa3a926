import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

/**
 * Reads bodies: JSON and nothing else. A body that cannot be read is not refused here: who may not make the call learns
 * that first (docs/ARCHITECTURE.md, calls). Its refusal takes the body's place until the shape is looked at.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) =>
    done(null, bytes.length === 0 ? undefined : read(request.headers['content-type'] ?? '', bytes as Buffer)),
  );
  // A request without a body may still say that it carries something.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes.length === 0 ? undefined : new Refusal('unsupported_media_type', 415)),
  );
}

/** JSON is UTF-8 (RFC 8259, 8.1). What says that it is something else, or is not what it says, would be read as other words. */
function read(contentType: string, bytes: Buffer): unknown {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) return new Refusal('unsupported_media_type', 415);
  if (!isUtf8(bytes)) return new Refusal('bad_request', 400);
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString('utf8'));
  } catch {
    return new Refusal('malformed_json', 400);
  }
  return isWithin(depth_max, body) ? body : new Refusal('bad_request', 400);
}

/** Nothing that a call takes is nested half as deep; what is nested without end has no room on the stack of whoever compares or hashes it. */
const depth_max = 32;

const isWithin = (depth: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isWithin(depth - 1, inner)));
