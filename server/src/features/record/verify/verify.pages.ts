import { verifyPath } from '@brina/contract/calls/record/verify';
import type { FastifyInstance } from 'fastify';
import { makeVerifyPage } from './verify-page.ts';

/** The page that verifies records (B2.8), without login: it is the same for everybody, and nothing of a record comes here. */
export function serveVerify(app: FastifyInstance): void {
  const { html, policy } = makeVerifyPage();
  app.get(verifyPath, async (_request, reply) =>
    reply
      .header('content-security-policy', `${policy}; frame-ancestors 'none'`)
      .type('text/html; charset=utf-8')
      .send(html),
  );
}
