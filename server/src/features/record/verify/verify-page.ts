import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdVerdicts } from '@brina/domain/haccp/holding/day';
import { holdingMessages } from '@brina/domain/haccp/holding/holding.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { verdictReasons, verdicts } from '@brina/domain/haccp/verdicts';
import { minute_ms } from '@brina/domain/language/durations';
import { endonym, htmlLang, intlTag, type Locale, locales } from '@brina/domain/language/locales';
import { textIn } from '@brina/domain/language/messages';
import { escapeHtml } from '#core/mail/letter.ts';
import { verifyMessages } from './verify.messages.ts';

const own = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/** The verifier as one file, as it goes into each export (`verify.mjs`). */
export const verifierText = (): string => own('brina-verify.mjs');

/** A module without what it takes from others and gives to them: they stand in one script. */
const withoutModules = (text: string): string =>
  text.replaceAll(/^import [^;]*;\n/gm, '').replaceAll(/^export (?=(async )?(function|const|class))/gm, '');

/** Names of one file are no names of another, where only some are shared. */
const script = (): string => `${withoutModules(verifierText())}
{
${withoutModules(own('browser.mjs'))}
}
{
${withoutModules(own('page-curve.mjs'))}
${withoutModules(own('page.mjs'))}
}`;

/** All that the page says, in each language: whoever saved it can still choose. */
function languagesOf(): object[] {
  const textsOf = (locale: Locale): Record<string, unknown> => ({
    ...Object.fromEntries(Object.entries(verifyMessages.texts).map(([key, row]) => [key, textIn(row, locale)])),
    ...Object.fromEntries(
      holdVerdicts.map((one) => [`verdict.${one}`, textIn(holdingMessages.texts[`verdict.${one}`], locale)]),
    ),
    ...Object.fromEntries(
      verdicts.map((one) => [`verdict.${one}`, textIn(ruleMessages.texts[`verdict.${one}`], locale)]),
    ),
    ...Object.fromEntries(
      verdictReasons.map((one) => [`reason.${one}`, textIn(ruleMessages.texts[`reason.${one}`], locale)]),
    ),
  });
  return locales.map((locale) => ({
    code: locale,
    html: htmlLang(locale),
    intl: intlTag(locale),
    name: endonym(locale),
    texts: textsOf(locale),
  }));
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

type Page = { html: string; policy: string };

/**
 * The page that verifies records, with everything it needs in it: `html` also works saved to disk, and goes into each export
 * (`verify.html`). `policy`: what it may do, which is to run its own script and to ask the portal that served it.
 */
export function makeVerifyPage(): Page {
  const [code, styles] = [script(), own('verify.css')];
  const data = JSON.stringify({ languages: languagesOf(), minute_ms }).replaceAll('<', '\\u003c');
  const policy = `default-src 'none'; script-src ${hashOf(code)}; style-src ${hashOf(styles)}; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'`;
  const text = (
    key: 'title' | 'intro' | 'choose' | 'drop' | 'outside' | 'outsideHint' | 'checkpoint' | 'key' | 'language',
  ): string => `data-text="${key}">${escapeHtml(verifyMessages.texts[key].en as string)}`;
  const html = `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(verifyMessages.texts.title.en as string)}</title>
<style>${styles}</style>
</head>
<body>
<main>
<header>
<h1 ${text('title')}</h1>
<label><span ${text('language')}</span><select id="language"></select></label>
</header>
<p ${text('intro')}</p>
<noscript><p>${escapeHtml(verifyMessages.texts.noScript.en as string)}</p></noscript>
<div id="leaf" role="status"></div>
<div id="tool" hidden>
<div class="drop">
<button type="button" id="choose" ${text('choose')}</button>
<p ${text('drop')}</p>
<input type="file" id="files" multiple hidden accept=".pdf,.json,.jsonl,.csv,.zip,.tlog-proof">
</div>
<details>
<summary ${text('outside')}</summary>
<p ${text('outsideHint')}</p>
<label><span ${text('checkpoint')}</span><textarea id="checkpoint" spellcheck="false" autocomplete="off"></textarea></label>
<label><span ${text('key')}</span><textarea id="key" spellcheck="false" autocomplete="off"></textarea></label>
</details>
<p id="working" role="status"></p>
<div id="results"></div>
</div>
</main>
<script type="application/json" id="texts">${data}</script>
<script type="module">${code}</script>
</body>
</html>
`;
  return { html, policy };
}
