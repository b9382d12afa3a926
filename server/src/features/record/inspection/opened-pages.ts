import { holdSheet } from '@brina/contract/words/hold-sheet';
import { recordSheet } from '@brina/contract/words/record-sheet';
import { second_ms } from '@brina/domain/language/durations';
import type { FastifyReply } from 'fastify';
import type { Parts } from '#core/feature.ts';
import { escapeHtml } from '#core/mail/letter.ts';
import { recordWithin } from '#features/record/book/book.queries.ts';
import { enterIssue } from '#features/record/ledger/issues.ts';
import { orderOf, subjectOf } from '#features/record/reports/order.ts';
import type { Press } from '#features/record/reports/press.ts';
import type { Order } from '#features/record/reports/press-thread.ts';
import { refused } from './answering.ts';
import { withInitials } from './initials.ts';
import { overviewOf } from './inspected.queries.ts';
import type { Opened } from './opened.queries.ts';
import { overviewPage } from './overview-page.ts';
import { page } from './page.ts';
import { below, type Said } from './reader.ts';
import { selectionOf } from './selection.ts';
import { sheetHtml } from './sheet-html.ts';
import { toneOf } from './tones.ts';

/** Orders of files that wait at most before who inspects is asked to wait. */
const waiting_max = 4;

/** What a page of an open link is made from: what its address says, and who reads. */
export type OpenedPage = {
  token: string;
  record: string;
  query: Readonly<Record<string, unknown>>;
  reply: FastifyReply;
  link: Opened;
  said: Said;
};

/** What a link opens, and what its records say. */
export async function sendOverview(
  { token, query, reply, link, said }: OpenedPage,
  { db, clock }: Parts,
): Promise<FastifyReply> {
  const selection = selectionOf(query);
  const overview = await db.read((tx) => overviewOf(tx, link, selection, clock.now()));
  return reply.send(overviewPage({ token, opened: link, overview, selection, said }));
}

/** One record with its curve: of a batch, or of a day of holding. */
export async function sendRecord(given: OpenedPage, parts: Parts): Promise<FastifyReply> {
  const { token, record: id, reply, said } = given;
  const [one] = (await orderWithin(given, parts))?.records ?? [];
  if (!one) return refused(reply, 'noRecord', said.locale);
  const { say, format, locale, t } = said;
  const button = (path: string, name: string): string =>
    `<a class="button" href="${escapeHtml(below(token, path, { lang: locale }))}">${escapeHtml(name)}</a>`;
  const sheet =
    one.kind === 'day'
      ? holdSheet(say, format, one.record, one.actions)
      : recordSheet(say, format, one.record, one.actions);
  const buttons = `<p>${button('', t('back'))} ${button(`/${id}/pdf`, t('savePdf'))}</p>`;
  const body = buttons + sheetHtml(sheet, toneOf(one.record.verdict));
  return reply.send(page({ locale, title: sheet.title, body }));
}

/** A record as a file that proves itself. */
export async function sendFile(given: OpenedPage, parts: Parts, press: Press): Promise<FastifyReply> {
  const { record: id, reply, said } = given;
  // The house's own orders come first: of those outside few wait.
  if (press.waiting >= waiting_max) return refused(reply, 'busy', said.locale);
  const order = await orderWithin(given, parts);
  if (!order) return refused(reply, 'noRecord', said.locale);
  // Who asks for the head alone takes nothing away, and nothing is issued.
  if (reply.request.method === 'HEAD') return reply.type('application/pdf').send();
  const file = await press.print({ ...order, reader: said.format.reader });
  const { db, clock } = parts;
  const wait_ms = await db.write((tx) =>
    enterIssue(tx, {
      company: given.link.company.id,
      file,
      form: 'pdf',
      language: said.locale,
      subject: subjectOf(order),
      at: clock.now(),
      taker: `link ${given.link.id}`,
    }),
  );
  if (wait_ms > 0) return refused(reply.header('retry-after', Math.ceil(wait_ms / second_ms)), 'enough', said.locale);
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="brina-haccp-${id}.pdf"`)
    .send(Buffer.from(file));
}

/** What a file of a record is made from that a link opens, its persons by their initials; undefined where it opens none. */
async function orderWithin({ record: id, link }: OpenedPage, parts: Parts): Promise<Order | undefined> {
  const kind = isId(id)
    ? (await parts.db.read((db) => recordWithin(db, link.caller, link.window, id)))?.kind
    : undefined;
  if (!kind) return undefined;
  const order = await orderOf(
    parts.db,
    link.caller,
    kind === 'day' ? { days: [id] } : { batches: [id] },
    parts,
    link.window,
  );
  // The data that goes with a record is a text, and stays as it was sealed.
  return { ...order, records: withInitials(order.records) };
}

const isId = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
