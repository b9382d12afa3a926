import { randomInt } from 'node:crypto';
import { inspectionPath, posterPath } from '@brina/contract/calls/record/inspection';
import { filled } from '@brina/contract/wire/paths';
import {
  linkDays_usual,
  requestLasts_ms,
  requests_max,
  requestsAnHour_max,
  requestWindow_ms,
} from '@brina/domain/haccp/inspection';
import { minute_ms } from '@brina/domain/language/durations';
import type { Locale } from '@brina/domain/language/locales';
import { format, textIn } from '@brina/domain/language/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { asPage, localeOf } from '#core/http/public-page.ts';
import { newId } from '#core/ids.ts';
import { escapeHtml } from '#core/mail/letter.ts';
import { refused } from './answering.ts';
import { hearersOf, tellAsked } from './asked.ts';
import { inspectionMessages } from './inspection.messages.ts';
import { plainPage } from './link-pages.ts';
import { hashOf, isCode, isToken, newToken } from './secrets.ts';
import { visitorOf } from './visits.ts';

type Asked = { Params: { code: string; secret?: string }; Querystring: { lang?: string } };
type Request = FastifyRequest<Asked>;

/** How often the page of who waits asks whether it goes on. */
const asksEvery_s = 3;

type Poster = {
  id: string;
  code: string;
  companyId: string;
  company: string;
  laboratory: string;
  phone: string | null;
};

/**
 * What the code of a kitchen's poster leads to (B2.10): who it belongs to, and a way to ask for its records. Who asks gets a number that the
 * kitchen sees, too, and a secret that opens a link once the kitchen has let it in.
 */
export function servePosters(app: FastifyInstance, parts: Parts, isBusy: (address: string) => boolean): void {
  const { db, clock } = parts;
  const path = posterPath.replace('{code}', ':code');
  app.get<Asked>(path, (request, reply) =>
    atPoster(request, reply, async (poster, locale) => reply.send(posterPage(poster, locale))),
  );
  app.post<Asked>(`${path}/requests`, (request, reply) =>
    atPoster(request, reply, async (poster, locale) => {
      // Another site asks for nobody who stands here.
      if (request.headers['sec-fetch-site'] === 'cross-site') return refused(reply, 'unknown', locale);
      const secret = newToken();
      const { device } = visitorOf(request.headers['user-agent'], request.ip);
      const hearers = await db.write((tx) => ask(tx, { poster, secret, device }, clock.now()));
      if (!hearers)
        return reply
          .code(429)
          .header('retry-after', requestWindow_ms / 1000)
          .send(
            plainPage(locale, {
              title: titleOf(poster),
              texts: [say(locale)('posterBusy'), ...callOf(poster, locale)],
            }),
          );
      tellAsked(parts.bus, hearers);
      return reply.redirect(`${request.url.split('?')[0]}/${secret}?lang=${locale}`, 303);
    }),
  );
  app.get<Asked>(`${path}/requests/:secret`, (request, reply) =>
    atPoster(request, reply, async (poster, locale) => {
      const { secret = '' } = request.params;
      const state = isToken(secret) ? await db.read((tx) => stateOf(tx, poster.id, secret, clock.now())) : 'over';
      if (state === 'in') return reply.redirect(`${filled(inspectionPath, { token: secret })}?lang=${locale}`, 303);
      return reply.send(
        typeof state === 'object' ? waitingPage(poster, state.number, locale) : refusedPage(poster, locale),
      );
    }),
  );

  async function atPoster(
    request: Request,
    reply: FastifyReply,
    answer: (poster: Poster, locale: Locale) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const locale = localeOf(request);
    asPage(reply, locale);
    if (isBusy(request.ip)) return refused(reply, 'busy', locale);
    const { code } = request.params;
    const poster = isCode(code) ? await db.read((tx) => posterOf(tx, code)) : undefined;
    return poster ? answer(poster, locale) : refused(reply, 'unknown', locale);
  }
}

const posterOf = (db: Db, code: string): Promise<Poster | undefined> =>
  db
    .selectFrom('kitchen_poster as p')
    .innerJoin('laboratory as l', 'l.id', 'p.laboratory_id')
    .innerJoin('company as c', 'c.id', 'p.company_id')
    .select(['p.id', 'p.code', 'c.id as companyId', 'l.name as laboratory', 'c.name as company', 'c.phone'])
    .where('p.code', '=', code)
    .where('p.ended_at', 'is', null)
    .executeTakeFirst();

/**
 * Notes that somebody asks. The number is none that another shows now.
 * @returns who is to hear of it; undefined where too many have asked within the hour
 */
async function ask(
  db: Db,
  { poster: { id: poster, companyId }, secret, device }: { poster: Poster; secret: string; device: string },
  now: number,
): Promise<string[] | undefined> {
  // Whoever asks at the same moment waits: no more than the limit are let in.
  await db.selectFrom('kitchen_poster').select('id').where('id', '=', poster).forUpdate().execute();
  const recent = await db
    .selectFrom('access_request')
    .select(['number', 'answered_at', 'created_at as at'])
    .where('poster', '=', poster)
    .where('created_at', '>', timestamp(now - requestWindow_ms))
    .execute();
  const waiting = recent.filter(({ answered_at, at }) => answered_at === null && at > now - requestLasts_ms);
  if (waiting.length >= requests_max || recent.length >= requestsAnHour_max) return undefined;
  const taken = new Set(recent.map(({ number }) => number));
  const free = Array.from({ length: 90 }, (_, i) => i + 10).filter((number) => !taken.has(number));
  const number = free[randomInt(free.length)] ?? 10;
  const row = { id: newId(now), poster, secret_hash: hashOf(secret), number, device, created_at: timestamp(now) };
  await db.insertInto('access_request').values(row).execute();
  return hearersOf(db, companyId);
}

/** How somebody who asked stands: let in, sent away or gone past, or waiting with its number. */
async function stateOf(
  db: Db,
  poster: string,
  secret: string,
  now: number,
): Promise<'in' | 'over' | { number: number }> {
  const asked = await db
    .selectFrom('access_request')
    .select(['number', 'created_at', 'answered_at', 'link'])
    .where('poster', '=', poster)
    .where('secret_hash', '=', hashOf(secret))
    .executeTakeFirst();
  if (!asked) return 'over';
  if (asked.link !== null) return 'in';
  const isOver = asked.answered_at !== null || asked.created_at <= now - requestLasts_ms;
  return isOver ? 'over' : { number: asked.number };
}

type Key = keyof (typeof inspectionMessages)['texts'];
const say =
  (locale: Locale) =>
  (key: Key, values: Readonly<Record<string, string | number>> = {}): string =>
    format(textIn(inspectionMessages.texts[key], locale), locale, values);

const titleOf = ({ company, laboratory }: Poster): string => `${company} · ${laboratory}`;
const callOf = ({ phone }: Poster, locale: Locale): string[] => (phone ? [say(locale)('nobodyThere', { phone })] : []);

const askForm = ({ code }: Poster, locale: Locale): string =>
  `<form method="post" action="${escapeHtml(filled(posterPath, { code }))}/requests?lang=${locale}"><button type="submit">${escapeHtml(say(locale)('ask'))}</button></form>`;

const posterPage = (poster: Poster, locale: Locale): string =>
  plainPage(locale, {
    title: titleOf(poster),
    texts: [say(locale)('askHint', { days: linkDays_usual }), ...callOf(poster, locale)],
    more: askForm(poster, locale),
  });

const waitingPage = (poster: Poster, number: number, locale: Locale): string =>
  plainPage(locale, {
    title: titleOf(poster),
    // Without a script it asks again by itself.
    head: `\n<meta http-equiv="refresh" content="${asksEvery_s}">`,
    texts: [say(locale)('number')],
    more: `<p class="number">${number}</p><p class="said">${escapeHtml(say(locale)('waitHint'))}</p>${callOf(
      poster,
      locale,
    )
      .map((text) => `<p>${escapeHtml(text)}</p>`)
      .join('')}`,
  });

const refusedPage = (poster: Poster, locale: Locale): string =>
  plainPage(locale, {
    title: say(locale)('refusedTitle'),
    texts: [say(locale)('refusedText', { minutes: requestLasts_ms / minute_ms }), ...callOf(poster, locale)],
    more: askForm(poster, locale),
  });
