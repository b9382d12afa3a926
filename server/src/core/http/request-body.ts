import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

/**
 * Reads bodies: JSON and nothing else. A body that cannot be read is not refused here: who may not make the call learns
 * that first (docs/ARCHITECTURE.md, calls). Its refusal takes the body's place until the shape is looked at.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) =>
    done(null, text === '' ? undefined : parsed(String(text))),
  );
  // A request without a body may still say that it carries something.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes.length === 0 ? undefined : new Refusal('unsupported_media_type', 415)),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return new Refusal('malformed_json', 400);
  }
}
