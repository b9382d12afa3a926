import { holdSheet } from '@brina/contract/words/hold-sheet';
import { recordSheet } from '@brina/contract/words/record-sheet';
import type { FastifyReply } from 'fastify';
import type { Parts } from '#core/feature.ts';
import { escapeHtml } from '#core/mail/letter.ts';
import { orderOf } from '#features/record/reports/order.ts';
import type { Press } from '#features/record/reports/press.ts';
import { refused } from './answering.ts';
import { withInitials } from './initials.ts';
import { openedRecord, overviewOf } from './inspected.queries.ts';
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
export async function sendRecord(
  { token, record: id, reply, link, said }: OpenedPage,
  parts: Parts,
): Promise<FastifyReply> {
  const found = await recordOf(parts, link, id);
  if (!found) return refused(reply, 'noRecord', said.locale);
  const { say, format, locale, t } = said;
  const button = (path: string, name: string): string =>
    `<a class="button" href="${escapeHtml(below(token, path, { lang: locale }))}">${escapeHtml(name)}</a>`;
  const back = button('', t('back'));
  if ('day' in found) {
    const sheet = holdSheet(say, format, withInitials(found.day), withInitials(found.actions));
    const body = `<p>${back}</p>${sheetHtml(sheet, toneOf(found.day.verdict))}`;
    return reply.send(page({ locale, title: sheet.title, body }));
  }
  const [one] = (await orderOf(parts.db, link.caller, [id], parts, link.window)).records;
  if (!one) return refused(reply, 'noRecord', locale);
  const record = withInitials(one.record);
  const sheet = recordSheet(say, format, record, withInitials(one.actions));
  const body = `<p>${back} ${button(`/${id}/pdf`, t('savePdf'))}</p>${sheetHtml(sheet, toneOf(record.verdict))}`;
  return reply.send(page({ locale, title: sheet.title, body }));
}

/** The record of a batch as a file that proves itself. */
export async function sendFile(
  { record: id, reply, link, said }: OpenedPage,
  parts: Parts,
  press: Press,
): Promise<FastifyReply> {
  // The house's own orders come first: of those outside few wait.
  if (press.waiting >= waiting_max) return refused(reply, 'busy', said.locale);
  const found = await recordOf(parts, link, id);
  if (!found || !('batch' in found)) return refused(reply, 'noRecord', said.locale);
  const order = await orderOf(parts.db, link.caller, [id], parts, link.window);
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

const isId = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);

const recordOf = ({ db }: Parts, link: Opened, id: string): ReturnType<typeof openedRecord> =>
  isId(id) ? db.read((tx) => openedRecord(tx, link, id)) : Promise.resolve(undefined);
