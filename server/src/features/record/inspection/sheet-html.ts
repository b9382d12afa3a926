import { type Inks, paperPlot } from '@brina/domain/charts/paper-plot';
import type { Sheet, SheetPart, SheetTable } from '@brina/domain/paper/sheet';
import { escapeHtml } from '#core/mail/letter.ts';
import { svgText } from '#core/svg-text.ts';

/** The inks of the style sheet, which follow the reader's system. */
const inks: Inks = {
  ink: 'var(--ink)',
  pale: 'var(--ink2)',
  line: 'var(--line)',
  edge: 'var(--line-control)',
  alarm: 'var(--alarm)',
  paper: 'var(--surface)',
  series: {
    air: 'var(--series-air)',
    core: 'var(--series-core)',
    other: 'var(--series-other)',
    violet: 'var(--series-violet)',
    rose: 'var(--series-rose)',
    set: 'var(--ink2)',
    doubtful: 'var(--line-control)',
  },
};

/** A sheet as HTML, the verdict first. @param tone class of the verdict */
export function sheetHtml({ title, facts, verdict, texts, parts }: Sheet, tone: string): string {
  const measured = verdict?.measured ? `<span class="measured">${escapeHtml(verdict.measured)}</span>` : '';
  return `<h1>${escapeHtml(title)}</h1>
<section>
${verdict ? `<p class="judged"><strong class="verdict ${tone}">${escapeHtml(verdict.word)}</strong>${measured}</p>` : ''}
${texts.map((text) => `<p class="said">${escapeHtml(text)}</p>`).join('\n')}
</section>
${parts.map(partHtml).join('\n')}
<section><dl>${facts.map(({ term, detail }) => `<div><dt>${escapeHtml(term)}</dt><dd>${escapeHtml(detail)}</dd></div>`).join('')}</dl></section>`;
}

const partHtml = ({ title, plot, table, texts = [] }: SheetPart): string => `<section>
<h2>${escapeHtml(title)}</h2>
${plot ? plotHtml(plot, title) : ''}${table ? tableHtml(table, title) : ''}${texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
</section>`;

function plotHtml({ content, format }: NonNullable<SheetPart['plot']>, label: string): string {
  const plot = paperPlot(content, format, inks);
  // Wide as on paper, whatever the screen: letters stay readable, and a phone moves it sideways.
  return `<div class="wide" tabindex="0" role="group" aria-label="${escapeHtml(label)}"><svg class="plot" viewBox="0 0 ${plot.width} ${plot.height}" role="img" aria-label="${escapeHtml(label)}">${svgText(plot.shapes)}</svg></div>`;
}

/** A table that a phone moves sideways. */
export const tableHtml = ({ columns, rows }: SheetTable, label: string): string => {
  const end = (place: number): string => (columns[place]?.align === 'end' ? ' class="end"' : '');
  return `<div class="wide" tabindex="0" role="group" aria-label="${escapeHtml(label)}"><table>
<thead><tr>${columns.map(({ title }, place) => `<th scope="col"${end(place)}>${escapeHtml(title)}</th>`).join('')}</tr></thead>
<tbody>${rows.map(({ cells }) => `<tr>${cells.map((cell, place) => `<td${end(place)}>${escapeHtml(cell)}</td>`).join('')}</tr>`).join('\n')}</tbody>
</table></div>`;
};
