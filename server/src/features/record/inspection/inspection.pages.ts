import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspectionPath } from '@brina/contract/calls/record/inspection';
import type { Locale } from '@brina/domain/language/locales';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '#core/feature.ts';
import { asPage, countPages, localeOf } from '#core/http/public-page.ts';
import { pressOf } from '#features/record/reports/press.ts';
import { refused } from './answering.ts';
import { pinPage } from './link-pages.ts';
import { type Opened, openLink } from './opened.queries.ts';
import { type OpenedPage, sendFile, sendOverview, sendRecord } from './opened-pages.ts';
import { stylesPath } from './page.ts';
import { isPinProven, provePin } from './pins.ts';
import { servePosters } from './poster.pages.ts';
import { below, type Said, saidTo } from './reader.ts';
import { isToken } from './secrets.ts';
import { noteVisit, visitorOf } from './visits.ts';

const styles = readFileSync(join(import.meta.dirname, 'inspection.css'), 'utf8');

type Asked = { Params: { token: string; record?: string }; Querystring: Record<string, unknown>; Body: unknown };
type Request = FastifyRequest<Asked>;
type Answer = (page: OpenedPage) => Promise<FastifyReply>;

/**
 * Records that are open to who inspects them (B2.10), without login or script: what a link opens, each record with its curve, and as a file.
 * Every page looks anew whether the link opens still.
 */
export function serveInspection(app: FastifyInstance, parts: Parts): void {
  const isBusy = countPages(parts.clock);
  const press = pressOf(parts.clock);
  const path = inspectionPath.replace('{token}', ':token');
  app.get(stylesPath, async (_request, reply) => reply.type('text/css; charset=utf-8').send(styles));
  void app.register(async (scope) => {
    readForms(scope);
    /** Answers with what a link opens, or says why it opens nothing. */
    const opened = (answer: Answer) => async (request: Request, reply: FastifyReply) => {
      const locale = localeOf(request);
      asPage(reply, locale);
      if (isBusy(request.ip)) return refused(reply, 'busy', locale);
      const link = await opening(parts, request, locale);
      return typeof link === 'string'
        ? refused(reply, link, locale)
        : answerOpened(parts, { request, reply, link }, answer);
    };
    scope.get<Asked>(
      path,
      opened((page) => sendOverview(page, parts)),
    );
    scope.get<Asked>(
      `${path}/:record`,
      opened((page) => sendRecord(page, parts)),
    );
    scope.get<Asked>(
      `${path}/:record/pdf`,
      opened((page) => sendFile(page, parts, press)),
    );
    scope.post<Asked>(path, async (request, reply) => {
      const locale = localeOf(request);
      asPage(reply, locale);
      if (isBusy(request.ip)) return refused(reply, 'busy', locale);
      const link = await opening(parts, request, locale);
      return typeof link === 'string' ? refused(reply, link, locale) : takePin(parts, { request, reply, link });
    });
    servePosters(scope, parts, isBusy);
  });
}

async function opening(
  { db, clock }: Parts,
  { params: { token } }: Request,
  locale: Locale,
): Promise<Opened | 'unknown' | 'ended'> {
  return isToken(token) ? db.read((tx) => openLink(tx, token, { now: clock.now(), locale })) : 'unknown';
}

const saidOf = ({ company, caller }: Opened): Said => saidTo(caller.locale, company);

type Given = { request: Request; reply: FastifyReply; link: Opened };

/** Asks for the PIN where there is one, and notes the visit. */
async function answerOpened(
  { db, clock, pageKey }: Parts,
  { request, reply, link }: Given,
  answer: Answer,
): Promise<FastifyReply> {
  const said = saidOf(link);
  if (!isPinProven(request.headers.cookie, link, pageKey)) return reply.send(pinPage(said, request.params.token, null));
  const visitor = visitorOf(request.headers['user-agent'], request.ip);
  // Who asks for the head alone, as programs that show what a link leads to, has read nothing.
  if (request.method === 'GET') await db.write((tx) => noteVisit(tx, link.id, visitor, clock.now()));
  const { token, record = '' } = request.params;
  return answer({ token, record, query: request.query, reply, link, said });
}

/** Takes a PIN that was typed, and opens the link to this browser. */
async function takePin(parts: Parts, { request, reply, link }: Given): Promise<FastifyReply> {
  const proof = await provePin(parts, link, request.body);
  if ('wrong' in proof && proof.wrong === 'ended') return refused(reply, 'ended', link.caller.locale);
  if ('wrong' in proof)
    return reply.code(proof.wrong === 'pin' ? 403 : 429).send(pinPage(saidOf(link), request.params.token, proof));
  const secure = parts.address().startsWith('https:') ? '; Secure' : '';
  const own = below(request.params.token, '', {});
  return reply
    .header('set-cookie', `${proof.cookie}; Path=${own}; HttpOnly; SameSite=Lax${secure}`)
    .redirect(below(request.params.token, '', { lang: link.caller.locale }), 303);
}

const form_bytes = 4096;

/** Forms of these pages: one field at most. */
function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: form_bytes },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );
}
