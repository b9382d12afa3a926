import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspectionPath } from '@brina/contract/calls/record/inspection';
import { holdSheet } from '@brina/contract/words/hold-sheet';
import { recordSheet } from '@brina/contract/words/record-sheet';
import { holdVerdicts } from '@brina/domain/haccp/holding/day';
import { verdicts } from '@brina/domain/haccp/verdicts';
import type { Locale } from '@brina/domain/language/locales';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '#core/feature.ts';
import { countPages, pageWindow_ms, publicFormPolicy } from '#core/http/public-page.ts';
import { acceptedLocale } from '#core/http/wire-error.ts';
import { escapeHtml } from '#core/mail/letter.ts';
import { orderOf } from '#features/record/reports/order.ts';
import { Press } from '#features/record/reports/press.ts';
import { withInitials } from './initials.ts';
import { openedRecord, overviewOf } from './inspected.queries.ts';
import { pinPage, refusalPage, type Why } from './link-pages.ts';
import { type Opened, openLink } from './opened.queries.ts';
import { overviewPage, type Selection } from './overview-page.ts';
import { page, stylesPath } from './page.ts';
import { isPinProven, provePin } from './pins.ts';
import { servePosters } from './poster.pages.ts';
import { below, type Said, saidTo } from './reader.ts';
import { isToken } from './secrets.ts';
import { sheetHtml } from './sheet-html.ts';
import { toneOf } from './tones.ts';
import { noteVisit, visitorOf } from './visits.ts';

const styles = readFileSync(join(import.meta.dirname, 'inspection.css'), 'utf8');

type Query = { lang?: string; page?: string; verdict?: string; open?: string };
type Asked = { Params: { token: string; record?: string }; Querystring: Query; Body: unknown };
type Request = FastifyRequest<Asked>;

/**
 * Records that are open to who inspects them (B2.10), without login or script: what a link opens, each record with its curve, and as a file.
 * Every page looks anew whether the link opens still.
 */
export function serveInspection(app: FastifyInstance, parts: Parts): void {
  const isBusy = countPages(parts.clock);
  const press = new Press(parts.clock);
  app.get(stylesPath, async (_request, reply) => reply.type('text/css; charset=utf-8').send(styles));
  const path = inspectionPath.replace('{token}', ':token');
  void app.register(async (scope) => {
    readForms(scope);
    scope.get<Asked>(path, (request, reply) => opened(request, reply, firstPage));
    scope.post<Asked>(path, (request, reply) => provesPin(request, reply));
    scope.get<Asked>(`${path}/:record`, (request, reply) => opened(request, reply, recordPage));
    scope.get<Asked>(`${path}/:record/pdf`, (request, reply) => opened(request, reply, recordFile));
    servePosters(scope, parts, isBusy);
  });

  type Answer = (given: { request: Request; reply: FastifyReply; link: Opened; said: Said }) => Promise<FastifyReply>;

  /** Answers with what a link opens, or says why it opens nothing. */
  async function opened(request: Request, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
    const locale = localeOf(request);
    head(reply, locale);
    if (isBusy(request.ip)) return refused(reply, 'busy', locale);
    const link = await opening(request, locale);
    if (typeof link === 'string') return refused(reply, link, locale);
    const said = await saidOf(link, locale);
    if (!isPinProven(request.headers.cookie, link, parts.pageKey)) return reply.send(pinPage(said, null));
    const visitor = visitorOf(request.headers['user-agent'], request.ip);
    await parts.db.write((tx) => noteVisit(tx, link.id, visitor, parts.clock.now()));
    return answer({ request, reply, link, said });
  }

  async function opening({ params: { token } }: Request, locale: Locale): Promise<Opened | 'unknown' | 'ended'> {
    if (!isToken(token)) return 'unknown';
    return parts.db.read((tx) => openLink(tx, token, { now: parts.clock.now(), locale }));
  }

  async function saidOf({ company }: Opened, locale: Locale): Promise<Said> {
    const { country } = await parts.db.read((tx) =>
      tx.selectFrom('company').select('country').where('id', '=', company.id).executeTakeFirstOrThrow(),
    );
    return saidTo(locale, { country, timeZone: company.timeZone });
  }

  async function firstPage({ request, reply, link, said }: Parameters<Answer>[0]): Promise<FastifyReply> {
    const selection = selectionOf(request.query);
    const overview = await parts.db.read((tx) => overviewOf(tx, link, selection));
    const { token } = request.params;
    return reply.send(overviewPage({ token, opened: link, overview, selection, said }));
  }

  async function recordPage({ request, reply, link, said }: Parameters<Answer>[0]): Promise<FastifyReply> {
    const { token, record: id = '' } = request.params;
    const found = isId(id) ? await parts.db.read((tx) => openedRecord(tx, link, id)) : undefined;
    if (!found) return refused(reply, 'noRecord', said.locale);
    const { say, format, locale, t } = said;
    const back = `<p><a class="button" href="${escapeHtml(below(token, '', { lang: locale }))}">${escapeHtml(t('back'))}</a>`;
    if ('day' in found) {
      const sheet = holdSheet(say, format, withInitials(found.day));
      const body = `${back}</p>${sheetHtml(sheet, toneOf(found.day.verdict))}`;
      return reply.send(page({ locale, title: sheet.title, body }));
    }
    const [one] = (await orderOf(parts.db, link.caller, [id], parts)).records;
    if (!one) return refused(reply, 'noRecord', locale);
    const record = withInitials(one.record);
    const sheet = recordSheet(say, format, record, withInitials(one.actions));
    const file = escapeHtml(below(token, `/${id}/pdf`, { lang: locale }));
    const body = `${back} <a class="button" href="${file}">${escapeHtml(t('savePdf'))}</a></p>${sheetHtml(sheet, toneOf(record.verdict))}`;
    return reply.send(page({ locale, title: sheet.title, body }));
  }

  async function recordFile({ request, reply, link, said }: Parameters<Answer>[0]): Promise<FastifyReply> {
    const { record: id = '' } = request.params;
    const found = isId(id) ? await parts.db.read((tx) => openedRecord(tx, link, id)) : undefined;
    if (!found || !('batch' in found)) return refused(reply, 'noRecord', said.locale);
    const order = await orderOf(parts.db, link.caller, [id], parts);
    const records = order.records.map(({ record, actions, data }) => ({
      record: withInitials(record),
      actions: withInitials(actions),
      data,
    }));
    const file = await press.print({ ...order, records, reader: said.format.reader });
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="brina-haccp-${id}.pdf"`)
      .send(Buffer.from(file));
  }

  /** Takes a PIN that was typed, and opens the link to this browser. */
  async function provesPin(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const locale = localeOf(request);
    head(reply, locale);
    if (isBusy(request.ip)) return refused(reply, 'busy', locale);
    const link = await opening(request, locale);
    if (typeof link === 'string') return refused(reply, link, locale);
    const proof = await provePin(parts, link, request.body);
    if ('wrong' in proof)
      return reply.code(proof.wrong === 'pin' ? 403 : 429).send(pinPage(await saidOf(link, locale), proof));
    const secure = parts.address().startsWith('https:') ? '; Secure' : '';
    return reply
      .header(
        'set-cookie',
        `${proof.cookie}; Path=${below(request.params.token, '', {})}; HttpOnly; SameSite=Lax${secure}`,
      )
      .redirect(below(request.params.token, '', { lang: locale }), 303);
  }
}

/** Forms of these pages: two fields at most. */
function readForms(scope: FastifyInstance): void {
  const form = { parseAs: 'string', bodyLimit: 4096 } as const;
  scope.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(text.toString()))),
  );
}

const localeOf = ({ query: { lang }, headers }: Pick<Request, 'query' | 'headers'>): Locale =>
  acceptedLocale(typeof lang === 'string' ? lang : headers['accept-language']);

/** Nothing of such a page stays where somebody else finds it. */
const head = (reply: FastifyReply, locale: Locale): FastifyReply =>
  reply
    .header('vary', 'accept-language')
    .header('cache-control', 'no-store')
    .header('content-security-policy', publicFormPolicy)
    .header('x-robots-tag', 'noindex, nofollow')
    .header('content-language', locale)
    .type('text/html; charset=utf-8');

const status: Record<Why, number> = { unknown: 404, noRecord: 404, ended: 410, busy: 429 };

const refused = (reply: FastifyReply, why: Why, locale: Locale): FastifyReply => {
  if (why === 'busy') reply.header('retry-after', pageWindow_ms / 1000);
  return reply.code(status[why]).send(refusalPage(why, locale));
};

const isId = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
const known: readonly string[] = [...verdicts, ...holdVerdicts];

/** What an address asks for; what is no number, or no verdict, counts as not asked. */
const selectionOf = ({ page: n, verdict, open }: Query): Selection => ({
  page: typeof n === 'string' && /^\d{1,5}$/.test(n) ? Number(n) : 0,
  verdict: typeof verdict === 'string' && known.includes(verdict) ? verdict : null,
  open: open === '1',
});
