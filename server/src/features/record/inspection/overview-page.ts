import type { BookRecord } from '@brina/contract/calls/record/book';
import { verifyPath } from '@brina/contract/calls/record/verify';
import { actionsPart, manualPart, missingPart } from '@brina/contract/words/period-acts';
import { periodWords } from '@brina/contract/words/period-words';
import { batchName } from '@brina/contract/words/record-words';
import { isOfHolding } from '@brina/domain/haccp/holding/day';
import { minute_ms } from '@brina/domain/language/durations';
import { spanOfDay } from '@brina/domain/language/local-day';
import { brandMark } from '#core/http/public-page.ts';
import { escapeHtml } from '#core/mail/letter.ts';
import { withInitials } from './initials.ts';
import type { CheckRow, Overview } from './inspected.queries.ts';
import type { Opened } from './opened.queries.ts';
import { page } from './page.ts';
import { below, type Said } from './reader.ts';
import { rows_max, type Selection } from './selection.ts';
import { tableHtml } from './sheet-html.ts';
import { toneOf, weightOf } from './tones.ts';

type Given = { token: string; opened: Opened; overview: Overview; selection: Selection; said: Said };

/** What a link opens at a glance, what the records say, which are not settled, then each of them, then the probes. */
export function overviewPage(given: Given): string {
  const { said, opened, selection, overview } = given;
  const { t, format, locale } = said;
  const { window } = opened;
  const date = (day: string): string =>
    format.date(spanOfDay(day, opened.company.timeZone).from, opened.company.timeZone, 'document');
  const until = t('openUntil', { time: format.dateTime(opened.expiresAt, opened.company.timeZone, 'document') });
  const facts: [string, string][] = [
    [t('kitchens'), opened.kitchens.join(', ')],
    [t('units'), opened.units.map(({ serial, name }) => `${name} (${serial})`).join(', ')],
    [t('period'), t('days', { from: date(window.from), to: date(window.to) })],
  ];
  return page({
    locale,
    title: `${opened.company.name}: ${t('title')}`,
    query: queryOf(selection),
    body: `<header>${brandMark}<div><p>${escapeHtml(t('title'))}</p><h1>${escapeHtml(opened.company.name)}</h1></div></header>
<p class="until">${escapeHtml(until)}</p>
${countsHtml(given)}
<section><h2>${escapeHtml(t('records'))}</h2>${listHtml(given)}</section>
<section>
<dl>${facts.map(([term, detail]) => (detail === '' ? '' : `<div><dt>${escapeHtml(term)}</dt><dd>${escapeHtml(detail)}</dd></div>`)).join('')}</dl>
${opened.isPartial ? `<p><strong>${escapeHtml(t('isPartial'))}</strong></p>` : ''}
<p>${escapeHtml(t('initials'))}</p>
<p>${escapeHtml(sealText(given))}</p>
<p><a href="${verifyPath}">${escapeHtml(t('verify'))}</a>. ${escapeHtml(t('verifyHow'))}</p>
</section>
${missingHtml(given)}
${manualHtml(given)}
${actionsHtml(given)}
<section><h2>${escapeHtml(t('checks'))}</h2>${probesHtml(overview, said, opened.company.timeZone)}${checksHtml(overview.checks, said, opened.company.timeZone)}</section>`,
  });
}

const queryOf = ({ page: n, verdict, open }: Selection): Record<string, string> => ({
  ...(n > 0 && { page: String(n) }),
  ...(verdict !== null && { verdict }),
  ...(open && { open: '1' }),
});

function sealText({ overview: { book }, said: { t, format }, opened: { company } }: Given): string {
  if (!book) return t('unsealed');
  const time = (at: number): string => format.dateTime(at, company.timeZone, 'document');
  return t('sealed', { n: format.number(book.size), since: time(book.since), time: time(book.sealedAt) });
}

/** How many records have which verdict, the worst first, each a filter; before all those that are not settled. */
function countsHtml({ token, said: { t, say, format, locale }, overview, selection }: Given): string {
  const word = (verdict: BookRecord['verdict']): string => verdictWord(say, verdict);
  const total = overview.counts.reduce((sum, { records }) => sum + records, 0);
  const open = overview.counts.reduce((sum, { needs }) => sum + needs, 0);
  const link = (name: string, n: number, tone: string, asked: Selection): string => {
    const isShown = asked.verdict === selection.verdict && asked.open === selection.open;
    const address = escapeHtml(below(token, '', { ...queryOf(asked), lang: locale }));
    return `<li><a href="${address}" class="${tone}"${isShown ? ' aria-current="true"' : ''}><strong>${format.number(n)}</strong> ${escapeHtml(name)}</a></li>`;
  };
  const none = { page: 0, verdict: null, open: false };
  return `<section><h2>${escapeHtml(t('counts'))}</h2><ul class="counts">
${link(t('back'), total, 'quiet', none)}
${link(t('open'), open, open > 0 ? 'bad' : 'quiet', { ...none, open: true })}
${overview.counts
  .toSorted((a, b) => weightOf(b.verdict) - weightOf(a.verdict))
  .map(({ verdict, records }) => link(word(verdict), records, toneOf(verdict), { ...none, verdict }))
  .join('\n')}
</ul></section>`;
}

const verdictWord = (say: Said['say'], verdict: BookRecord['verdict']): string =>
  verdict === null ? '–' : isOfHolding(verdict) ? say.holding(`verdict.${verdict}`) : say.rule(`verdict.${verdict}`);

/** The records of a page, day by day, each a target as large as a thumb. */
function listHtml({ token, said, overview, selection }: Given): string {
  const { t, format, locale } = said;
  const { items, total } = overview.list;
  if (items.length === 0) return `<p>${escapeHtml(t('none'))}</p>`;
  const dayOf = (record: BookRecord): string => format.date(record.startedAt, record.timeZone, 'document');
  const days = [...Map.groupBy(items, dayOf)].map(
    ([day, records]) =>
      `<h3>${escapeHtml(day)}</h3><ul class="records">${records.map((one) => rowHtml(one, { token, said })).join('\n')}</ul>`,
  );
  const step = (name: string, n: number): string => {
    const address = escapeHtml(below(token, '', { ...queryOf({ ...selection, page: n }), lang: locale }));
    return `<a class="button" href="${address}">${escapeHtml(name)}</a>`;
  };
  const hasOlder = (selection.page + 1) * rows_max < total;
  const steps = [
    selection.page > 0 ? step(t('newer'), selection.page - 1) : '',
    hasOlder ? step(t('older'), selection.page + 1) : '',
  ].join('');
  return `${days.join('\n')}${steps ? `<p class="steps">${steps}</p>` : ''}`;
}

function rowHtml(record: BookRecord, { token, said }: Pick<Given, 'token' | 'said'>): string {
  const { say, format, locale, t } = said;
  const { batch, day, verdict } = record;
  const what = batch
    ? [batchName(say, record.model, { function: batch.function, tray: batch.tray }), batch.product, batch.lot]
    : [say.hold('record'), day ? `${say.hold('food')}: ${format.temperature(day.max)}` : null];
  const took = batch?.minutes == null ? '' : format.duration(Math.round(batch.minutes) * minute_ms);
  const when = batch ? format.clock(record.startedAt, record.timeZone) : '';
  const place = [when, record.name, record.laboratory, took].filter(Boolean).join(' · ');
  const inside = `<strong class="verdict ${toneOf(verdict)}">${escapeHtml(verdictWord(say, verdict))}</strong>
<span class="what">${escapeHtml(what.filter(Boolean).join(' · '))}</span><span class="where">${escapeHtml(place)}</span>${record.needs.includes('action') ? `<span class="needs">${escapeHtml(t('open'))}</span>` : ''}`;
  return `<li><a class="row" href="${escapeHtml(below(token, `/${record.id}`, { lang: locale }))}">${inside}</a></li>`;
}

/** What lacks in the period, with what somebody said of it, in the words of a report. */
function missingHtml({ overview: { missing, missingTotal }, said: { say, t, format }, opened }: Given): string {
  const words = periodWords(say, format, { from: opened.window.from, timeZone: opened.company.timeZone });
  const content = { missing: withInitials(missing) };
  const { title, table, texts = [] } = missingPart({ say, t: say.period, words, content });
  const more = missingTotal > missing.length ? [t('more', { n: format.number(missingTotal - missing.length) })] : [];
  return `<section><h2>${escapeHtml(title)}</h2>${table ? tableHtml(table, title) : ''}
${[...texts, ...more].map((text) => `<p>${escapeHtml(text)}</p>`).join('')}</section>`;
}

/** What was cooled without an appliance, in the words of a report; nothing where nothing was. */
function manualHtml({ overview: { manual }, said: { say, format }, opened }: Given): string {
  const words = periodWords(say, format, { from: opened.window.from, timeZone: opened.company.timeZone });
  const { title, table } = manualPart({ say, t: say.period, format, words, content: { manual: withInitials(manual) } });
  return table ? `<section><h2>${escapeHtml(title)}</h2>${tableHtml(table, title)}</section>` : '';
}

/** What was done about what stands on this page itself, in the words of a report; nothing where nothing was. */
function actionsHtml({ overview: { actions }, said: { say, format }, opened }: Given): string {
  if (actions.length === 0) return '';
  const words = periodWords(say, format, { from: opened.window.from, timeZone: opened.company.timeZone });
  const content = { actions: withInitials(actions) };
  const { title, table } = actionsPart({ say, t: say.period, format, words, content });
  return table ? `<section><h2>${escapeHtml(title)}</h2>${tableHtml(table, title)}</section>` : '';
}

/** Until when the last check of each probe held at the end of the period: a reminder, and no verdict on any record. */
function probesHtml({ probes, probesAt }: Overview, { t, format }: Said, timeZone: string): string {
  if (probes.length === 0) return '';
  const date = (at: number): string => format.date(at, timeZone, 'document');
  const asOf = t('asOf', { time: format.dateTime(probesAt, timeZone, 'document') });
  return `<p>${escapeHtml(asOf)}</p>${tableHtml(
    {
      columns: [{ title: t('needle') }, { title: t('lastCheck') }, { title: t('due') }, { title: t('dueState') }],
      rows: probes.map(({ serialNumber, name, needle, last, due, state }) => ({
        key: `${serialNumber} ${needle}`,
        cells: [
          `${name} · ${format.number(needle)}`,
          last === null ? t('never') : date(last.at),
          date(due),
          t(`due.${state}`),
        ],
      })),
    },
    t('probesDue'),
  )}`;
}

function checksHtml(checks: readonly CheckRow[], { t, format }: Said, timeZone: string): string {
  if (checks.length === 0) return `<p>${escapeHtml(t('noChecks'))}</p>`;
  const result = ({ foundGood, leftGood }: CheckRow): string => t(foundGood ? 'good' : leftGood ? 'adjusted' : 'bad');
  return tableHtml(
    {
      columns: [
        { title: t('checkedAt') },
        { title: t('needle') },
        { title: t('method') },
        { title: t('deviation'), align: 'end' },
        { title: t('result') },
        { title: t('by') },
      ],
      rows: checks.map((one) => ({
        key: one.id,
        cells: [
          format.date(one.at, timeZone, 'document'),
          `${one.name} · ${format.number(one.needle)}`,
          t(`method.${one.method}`),
          format.temperatureDelta(one.error_K),
          result(one),
          one.initials,
        ],
      })),
    },
    t('checks'),
  );
}
