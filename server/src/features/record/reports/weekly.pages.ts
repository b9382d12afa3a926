import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { letterOffPath } from '@brina/contract/calls/record/period-reports';
import type { Locale } from '@brina/domain/language/locales';
import { translate } from '@brina/domain/language/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { writeAudit } from '#core/access/audit.ts';
import type { Db } from '#core/db/database.ts';
import type { Parts } from '#core/feature.ts';
import { publicPageMessages } from '#core/http/public-page.messages.ts';
import { asPage, brandMark, countPages, localeOf, pageWindow_ms, publicPage } from '#core/http/public-page.ts';
import { escapeHtml } from '#core/mail/letter.ts';
import { userOfToken } from './off-token.ts';
import { weeklyMessages } from './weekly.messages.ts';

const stylesPath = '/letters.css';
const styles = readFileSync(join(import.meta.dirname, 'weekly.css'), 'utf8');

/** A form without a field, or one of a mail program with one (RFC 8058); what it says besides is nothing to us. */
const form_bytes = 4096;
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];

type Asked = { Params: { token: string }; Querystring: { lang?: unknown } };
type Request = FastifyRequest<Asked>;

/**
 * Where a weekly letter is switched off without login (S3.5): whoever opens the link sees a button, as programs that look into mails open
 * every link; the button, and that of a mail program, sends a POST, which does it at once and says so.
 */
export function serveLetters(app: FastifyInstance, parts: Parts): void {
  const isBusy = countPages(parts.clock);
  const path = letterOffPath.replace('{token}', ':token');
  app.get(stylesPath, async (_request, reply) => reply.type('text/css; charset=utf-8').send(styles));
  void app.register(async (scope) => {
    scope.addContentTypeParser(forms, { parseAs: 'buffer', bodyLimit: form_bytes }, (_request, _body, done) =>
      done(null),
    );
    const answered =
      (answer: (user: string, request: Request) => Promise<'offQuestion' | 'offDone' | 'offUnknown'>) =>
      async (request: Request, reply: FastifyReply) => {
        const locale = localeOf(request);
        asPage(reply, locale);
        if (isBusy(request.ip))
          return reply
            .code(429)
            .header('retry-after', pageWindow_ms / 1000)
            .send(busyPage(locale));
        const user = userOfToken(request.params.token, parts.pageKey);
        const said = user === undefined ? 'offUnknown' : await answer(user, request);
        return reply.code(said === 'offUnknown' ? 404 : 200).send(letterPage(said, locale));
      };
    scope.get<Asked>(
      path,
      answered(async () => 'offQuestion'),
    );
    scope.post<Asked>(
      path,
      answered(async (user, { ip }) => {
        const isDone = await parts.db.write((db) => switchOff(db, user, { at: parts.clock.now(), address: ip }));
        return isDone ? 'offDone' : 'offUnknown';
      }),
    );
  });
}

/** Switches the letters of a person off. @returns whether there is such a person (still) */
async function switchOff(db: Db, userId: string, { at, address }: { at: number; address: string }): Promise<boolean> {
  const user = await db
    .selectFrom('app_user')
    .select(['company_id', sql<string | null>`preferences->>'haccp_report'`.as('was')])
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!user) return false;
  if (user.was === 'false') return true;
  await db
    .updateTable('app_user')
    .set({ preferences: sql`preferences || '{"haccp_report": false}'::jsonb` })
    .where('id', '=', userId)
    .execute();
  const caller = { userId, companyId: user.company_id };
  await writeAudit(db, {
    at,
    caller,
    action: 'user.update',
    on: userId,
    address,
    detail: { fields: 'preferences' },
  });
  return true;
}

function letterPage(said: 'offQuestion' | 'offDone' | 'offUnknown', locale: Locale): string {
  const t = (key: 'offButton' | 'toPortal'): string => escapeHtml(translate(weeklyMessages, locale, key));
  const more =
    said === 'offQuestion'
      ? `<form method="post"><button type="submit">${t('offButton')}</button></form>`
      : `<a href="/">${t('toPortal')}</a>`;
  return page(locale, translate(weeklyMessages, locale, 'offTitle'), translate(weeklyMessages, locale, said), more);
}

const busyPage = (locale: Locale): string =>
  page(
    locale,
    translate(publicPageMessages, locale, 'busyTitle'),
    translate(publicPageMessages, locale, 'busyText'),
    '',
  );

const page = (locale: Locale, title: string, text: string, more: string): string =>
  publicPage({
    locale,
    title,
    styles: stylesPath,
    head: '<meta name="robots" content="noindex, nofollow">\n<meta name="referrer" content="no-referrer">',
    body: `<header>${brandMark}<div><h1>${escapeHtml(title)}</h1></div></header>
<section><p role="status">${escapeHtml(text)}</p>${more}</section>`,
  });
