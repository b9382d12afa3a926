import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { letterConfirmPath, letterOffPath } from '@brina/contract/calls/record/subscriptions';
import type { LetterPeriod } from '@brina/domain/haccp/closed-period';
import type { Locale } from '@brina/domain/language/locales';
import { translate } from '@brina/domain/language/messages';
import type { AuditAction } from '@brina/domain/people/audit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { writeAudit } from '#core/access/audit.ts';
import type { Db } from '#core/db/database.ts';
import type { Parts } from '#core/feature.ts';
import { publicPageMessages } from '#core/http/public-page.messages.ts';
import { asPage, brandMark, countPages, localeOf, pageWindow_ms, publicPage } from '#core/http/public-page.ts';
import { escapeHtml } from '#core/mail/letter.ts';
import { typed } from '#core/mail/typed.ts';
import { askedBy, confirmReceiver, refuseLetters } from './asks.ts';
import { letterMessages } from './letters.messages.ts';
import { type OffSubject, subjectOfToken } from './off-token.ts';

const stylesPath = '/letters.css';
const styles = readFileSync(join(import.meta.dirname, 'letters.css'), 'utf8');

/** A form without a field, or one of a mail program with one (RFC 8058); what it says besides is nothing to us. */
const form_bytes = 4096;
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];

type Route = { Params: { token: string }; Querystring: { lang?: unknown } };
type Request = FastifyRequest<Route>;
type Answer = { code: 200 | 404; texts: readonly string[]; button?: string };

/**
 * Where letters about records are switched off, and where an address says that it wants them, without login (S3.5, B2.9): whoever opens a
 * link sees a button, as programs that look into mails open every link; the button, and that of a mail program, sends a POST, which does
 * it at once and says so.
 */
export function serveLetters(app: FastifyInstance, parts: Parts): void {
  const isBusy = countPages(parts.clock);
  app.get(stylesPath, async (_request, reply) => reply.type('text/css; charset=utf-8').send(styles));
  void app.register(async (scope) => {
    scope.addContentTypeParser(forms, { parseAs: 'buffer', bodyLimit: form_bytes }, (_request, _body, done) =>
      done(null),
    );
    const answered =
      (answer: (request: Request, isDone: boolean) => Promise<Answer>) =>
      async (request: Request, reply: FastifyReply<Route>) => {
        const locale = localeOf(request);
        asPage(reply, locale);
        if (isBusy(request.ip))
          return reply
            .code(429)
            .header('retry-after', pageWindow_ms / 1000)
            .send(busyPage(locale));
        const said = await answer(request, request.method === 'POST');
        return reply.code(said.code).send(letterPage(said, locale));
      };
    for (const [path, answer] of [
      [letterOffPath, offAnswer(parts)],
      [letterConfirmPath, confirmAnswer(parts)],
    ] as const)
      scope.route<Route>({
        method: ['GET', 'POST'],
        url: path.replace('{token}', ':token'),
        handler: answered(answer),
      });
  });
}

/** Texts of the pages that name nothing. */
type Plain =
  | 'title'
  | 'toPortal'
  | 'howOften'
  | 'aboutWhat'
  | `every.${LetterPeriod}`
  | `confirm${'Button' | 'Done' | 'Unknown'}`
  | `off${'Button' | 'Unknown'}`
  | `${'question' | 'done'}.${OffSubject}`;

const sayIn =
  (locale: Locale) =>
  (key: Plain): string =>
    translate(letterMessages, locale, key);

const offAnswer =
  ({ db, clock, pageKey }: Parts) =>
  async (request: Request, isDone: boolean): Promise<Answer> => {
    const say = sayIn(localeOf(request));
    const unknown = { code: 404, texts: [say('offUnknown')] } as const;
    const subject = subjectOfToken(request.params.token, pageKey);
    if (!subject) return unknown;
    const { of, id } = subject;
    if (!isDone) return { code: 200, texts: [say(`question.${of}`)], button: say('offButton') };
    const by = { at: clock.now(), address: request.ip };
    const isKnown = await db.write((tx) => switchOff[of](tx, id, by));
    return isKnown ? { code: 200, texts: [say(`done.${of}`)] } : unknown;
  };

const confirmAnswer =
  ({ db, clock }: Parts) =>
  async (request: Request, isDone: boolean): Promise<Answer> => {
    const locale = localeOf(request);
    const say = sayIn(locale);
    const asked = await db.read((tx) => askedBy(tx, request.params.token, clock.now()));
    if (!asked) return { code: 404, texts: [say('confirmUnknown')] };
    if (isDone) {
      const by = { at: clock.now(), address: request.ip };
      await db.write(async (tx) => {
        if (await confirmReceiver(tx, asked.receiver, by.at))
          await audited(tx, 'subscription.confirm', asked.companyId, by);
      });
      return { code: 200, texts: [say('confirmDone')] };
    }
    return {
      code: 200,
      texts: [
        translate(letterMessages, locale, 'askTitle', { company: typed(asked.company) }),
        `${say('howOften')}: ${say(`every.${asked.every}`)}`,
        `${say('aboutWhat')}: ${asked.place}`,
      ],
      button: say('confirmButton'),
    };
  };

type By = { at: number; address: string };

/** Writes what an address has done that has no account; not who: a company’s audit log tells nothing of strangers. */
const audited = (db: Db, action: AuditAction, companyId: string, by: By): Promise<void> =>
  writeAudit(db, { ...by, caller: { userId: '', companyId }, action, on: companyId });

async function refuseAll(db: Db, receiver: string, by: By): Promise<boolean> {
  const company = await refuseLetters(db, receiver, by.at);
  if (company !== undefined) await audited(db, 'subscription.refuse', company, by);
  return true;
}

/** Switches letters off. @returns whether the link is of somebody who is there: of an owner that is erased it is none any more */
const switchOff: Readonly<Record<OffSubject, (db: Db, id: string, by: By) => Promise<boolean>>> = {
  owner: switchOwnerOff,
  subscription: async (db, id, { at, address }) => {
    const ended = await db
      .deleteFrom('mail_subscription')
      .where('id', '=', id)
      .returning(['user_id', 'company_id'])
      .executeTakeFirst();
    if (!ended) return true;
    const { user_id: userId, company_id: companyId } = ended;
    const caller = { userId: userId ?? '', companyId };
    await writeAudit(db, { at, caller, action: 'subscription.end', on: companyId, address });
    return true;
  },
  receiver: refuseAll,
  ask: refuseAll,
};

/** Switches the letters off that a person gets as an owner: its preference says so from now on. */
async function switchOwnerOff(db: Db, userId: string, { at, address }: By): Promise<boolean> {
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

function letterPage({ texts, button }: Answer, locale: Locale): string {
  const say = sayIn(locale);
  const more =
    button === undefined
      ? `<a href="/">${escapeHtml(say('toPortal'))}</a>`
      : `<form method="post"><button type="submit">${escapeHtml(button)}</button></form>`;
  return page(locale, say('title'), texts, more);
}

const busyPage = (locale: Locale): string =>
  page(
    locale,
    translate(publicPageMessages, locale, 'busyTitle'),
    [translate(publicPageMessages, locale, 'busyText')],
    '',
  );

const page = (locale: Locale, title: string, texts: readonly string[], more: string): string =>
  publicPage({
    locale,
    title,
    styles: stylesPath,
    head: '<meta name="robots" content="noindex, nofollow">\n<meta name="referrer" content="no-referrer">',
    body: `<header>${brandMark}<div><h1>${escapeHtml(title)}</h1></div></header>
<section><div role="status">${texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}</div>${more}</section>`,
  });
