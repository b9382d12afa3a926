import { htmlLang, type Locale } from '@brina/domain/language/locales';
import { translate } from '@brina/domain/language/messages';
import { type Operator, operatorLine } from '../operator.ts';
import { letterMessages } from './letter.messages.ts';
import type { MailContent } from './mail.ts';

/** Text between tags and in quoted attributes: no character of it can begin a tag, an entity or end an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** What stands under every letter: what sent it, and who runs that. */
const footerOf = (operator: Operator, locale: Locale): string =>
  [translate(letterMessages, locale, 'sender'), operatorLine(operator, locale)].filter(Boolean).join('\n');

/** A letter as plain text, for readers and programs without HTML. Code and address have a line of their own. */
export function plainLetter(content: MailContent, locale: Locale, operator: Operator): string {
  const { title, paragraphs, facts = [], code, action, after = [], verbatim, links = [] } = content;
  return [
    title,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(({ term, detail }) => `${term}: ${detail}`).join('\n')] : []),
    ...(code ? [code] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...after,
    ...(verbatim ? [verbatim] : []),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    `-- \n${footerOf(operator, locale)}`,
  ]
    .join('\n\n')
    .concat('\n');
}

const font = 'font-family:Onest,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

/**
 * A letter as HTML for mail programs: tables and inline styles, because many of them drop the rest; nothing is loaded, so
 * that it reads the same with pictures off. Where style sheets are heard, a dark mail program gets dark colours; where
 * they are not, it may invert what is here without losing contrast.
 */
export function htmlLetter(content: MailContent, locale: Locale, operator: Operator): string {
  const { subject, title, paragraphs, preview, facts = [], code, action, after = [], verbatim, links = [] } = content;
  const row = (inside: string, style = ''): string => `<tr><td style="padding:0 0 16px;${style}">${inside}</td></tr>`;
  const rows = [
    row(
      `<h1 class="ink" style="margin:0;${font};font-size:24px;line-height:1.3;color:#13242b">${escapeHtml(title)}</h1>`,
    ),
    ...paragraphs.map((text) => row(paragraph(text, 16, 'ink', '#13242b'))),
    ...(facts.length > 0 ? [row(factsTable(facts))] : []),
    ...(code
      ? [
          row(
            `<p class="ink" style="margin:0;font-family:Menlo,Consolas,monospace;font-size:36px;letter-spacing:8px;font-weight:700;color:#13242b">${escapeHtml(code)}</p>`,
          ),
        ]
      : []),
    ...(action ? [row(button(action)), row(addressInFull(action.url, locale))] : []),
    ...after.map((text) => row(paragraph(text, 14, 'ink2', '#4b606a'))),
    ...(verbatim ? [row(asItIs(verbatim))] : []),
    ...links.map((link) => row(smallLink(link))),
  ];
  return `<!doctype html>
<html lang="${htmlLang(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .canvas { background: #0b1418 !important }
  .card { background: #131f25 !important; border-color: #28393f !important }
  .ink { color: #e6eef1 !important }
  .ink2 { color: #a3b6be !important }
  .link { color: #7cc0f5 !important }
  .button { background: #1b7586 !important }
}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:#f3f6f7">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview ?? paragraphs[1] ?? title)}</div>
<table class="canvas" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f6f7">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="background:#0d3b46;padding:16px 28px;border-radius:16px 16px 0 0;${font};font-size:20px;font-weight:700;color:#ffffff">Brina</td></tr>
<tr><td class="card" style="background:#ffffff;padding:28px 28px 12px;border:1px solid #d8e1e5;border-top:0;border-radius:0 0 16px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
${rows.join('\n')}
</table>
</td></tr>
<tr><td style="padding:16px 28px">
${footerOf(operator, locale)
  .split('\n')
  .map((text) => paragraph(text, 13, 'ink2', '#4b606a'))
  .join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const paragraph = (text: string, size_px: number, ink: string, color: string): string =>
  `<p class="${ink}" style="margin:0;${font};font-size:${size_px}px;line-height:1.6;color:${color};overflow-wrap:anywhere">${escapeHtml(text)}</p>`;

const factsTable = (facts: readonly { term: string; detail: string }[]): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${facts
    .map(
      ({ term, detail }) =>
        `<tr><td style="padding:4px 16px 4px 0">${paragraph(term, 16, 'ink2', '#4b606a')}</td><td align="right" valign="bottom" style="padding:4px 0"><b>${paragraph(detail, 16, 'ink', '#13242b')}</b></td></tr>`,
    )
    .join('')}</table>`;

/** Broken where it has to be: no line of it may widen the letter. */
const asItIs = (text: string): string =>
  `<pre class="ink2" style="margin:0;font-family:Menlo,Consolas,monospace;font-size:12px;line-height:1.5;color:#4b606a;white-space:pre-wrap;word-break:break-all">${escapeHtml(text)}</pre>`;

const smallLink = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:0;${font};font-size:14px;line-height:1.6"><a class="link" href="${escapeHtml(url)}" style="color:#0f5c99">${escapeHtml(label)}</a></p>`;

/** As a cell with padding, because Outlook pads no links. */
const button = ({ label, url }: { label: string; url: string }): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="button" style="background:#0f5f6f;border-radius:10px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 24px;${font};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;

const addressInFull = (url: string, locale: Locale): string =>
  `${paragraph(translate(letterMessages, locale, 'copyAddress'), 14, 'ink2', '#4b606a')}
<p style="margin:4px 0 0;${font};font-size:14px;line-height:1.6;word-break:break-all"><a class="link" href="${escapeHtml(url)}" style="color:#0f5c99">${escapeHtml(url)}</a></p>`;
