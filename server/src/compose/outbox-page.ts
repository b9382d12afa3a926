import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#core/http/refusal.ts';
import { type Eml, readEml } from '#core/mail/eml.ts';
import { escapeHtml } from '#core/mail/letter.ts';
import { isLoopback } from '../config.ts';
import { isFromHere } from './http.ts';

/** Mails that the list shows, the newest. */
const shown_max = 200;
/** Where they are shown. */
export const outboxPath = '/dev/outbox';
/** As the outbox names its files: nothing that leads out of the folder. */
const fileName = /^[\w-]+(\.[\w-]+)*\.eml$/;

/**
 * Pages that show the mails of the outbox, for who develops or tries the portal out without a mail server. There are
 * secrets in them, so they answer a browser on this machine only, also by the name it asks for: a foreign name that
 * resolves to us is a trick (DNS rebinding).
 */
export function serveOutbox(app: FastifyInstance, folder: string): void {
  const guard = async (request: FastifyRequest): Promise<void> => {
    const isByOurName = isLoopback(request.hostname.replace(/^\[|\]$/g, ''));
    if (!isFromHere(request) || !isByOurName) throw new Refusal('not_found', 404);
  };
  const options = { onRequest: guard };
  type OfOne = { Params: { file: string } };

  app.get(outboxPath, options, async (_request, reply) => {
    const files = (await namesIn(folder)).slice(0, shown_max);
    const mails = await Promise.all(files.map(async (file) => ({ file, mail: await mailIn(folder, file) })));
    return send(reply, listPage(mails));
  });
  app.get<OfOne>(`${outboxPath}/:file`, options, async (request, reply) => {
    const { file } = request.params;
    return send(reply, mailPage(file, await mailIn(folder, file)));
  });
  app.get<OfOne>(`${outboxPath}/:file/html`, options, async (request, reply) => {
    const { html } = await mailIn(folder, request.params.file);
    // The letter as it is, with its own styles; whatever else were in it stays dead.
    return send(reply, html, "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'");
  });
}

const namesIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch(nothingYet);
  return names.filter((name) => fileName.test(name)).sort((a, b) => (a < b ? 1 : -1));
};

async function mailIn(folder: string, file: string): Promise<Eml> {
  if (!fileName.test(file)) throw new Refusal('not_found', 404);
  return readEml(
    await readFile(join(folder, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new Refusal('not_found', 404) : error;
    }),
  );
}

/** The folder comes with the first mail. */
const nothingYet = (error: NodeJS.ErrnoException): string[] => {
  if (error.code === 'ENOENT') return [];
  throw error;
};

const send = (reply: FastifyReply, html: string, policy?: string): FastifyReply => {
  if (policy) reply.header('content-security-policy', policy);
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
};

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/api/docs.css"><main>${body}</main></html>`;

const listPage = (mails: readonly { file: string; mail: Eml }[]): string =>
  page(
    'Outbox',
    `<h1>Outbox</h1>${
      mails.length === 0
        ? '<p>No mail yet.</p>'
        : `<table><thead><tr><th>Date</th><th>To</th><th>Subject</th></tr></thead><tbody>${mails
            .map(
              ({ file, mail }) =>
                `<tr><td>${escapeHtml(mail.date)}</td><td>${escapeHtml(mail.to)}</td><td><a href="${addressOf(file)}">${escapeHtml(mail.subject)}</a></td></tr>`,
            )
            .join('\n')}</tbody></table>`
    }`,
  );

function mailPage(file: string, { to, subject, date, text }: Eml): string {
  const code = /^\d{4,8}$/m.exec(text.replaceAll('\r', ''))?.[0];
  const links = [...new Set(text.match(/https?:\/\/\S+/g) ?? [])];
  return page(
    subject,
    `<p><a href="${outboxPath}">Outbox</a></p><h1>${escapeHtml(subject)}</h1>
<p>${escapeHtml(date)}, to <span data-to>${escapeHtml(to)}</span></p>
${code === undefined ? '' : `<p>Code: <code data-code>${code}</code></p>`}
<ul>${links.map((link) => `<li><a data-link href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`).join('')}</ul>
<p><a href="${addressOf(file)}/html">As HTML</a></p>
<pre>${escapeHtml(text)}</pre>`,
  );
}

const addressOf = (file: string): string => `${outboxPath}/${encodeURIComponent(file)}`;
