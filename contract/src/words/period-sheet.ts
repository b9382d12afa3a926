/** A report of a period as it lies on paper: what it comes to first, then every record, what went wrong, what was done, and the proof. */
import { holdVerdicts } from '@brina/domain/haccp/holding/day';
import { verdicts } from '@brina/domain/haccp/verdicts';
import type { Format } from '@brina/domain/language/reader';
import type { Speech } from '@brina/domain/language/speech';
import type { Sheet, SheetPart } from '@brina/domain/paper/sheet';
import {
  actionsPart,
  blanksPart,
  checksPart,
  manualPart,
  missingPart,
  peoplePart,
  probesPart,
  qualityPart,
  signersPart,
} from './period-acts.ts';
import type { PeriodContent } from './period-content.ts';
import { diligencePart } from './period-diligence.ts';
import { exceptionParts } from './period-exceptions.ts';
import { batchesPart, calendarParts, daysPart } from './period-tables.ts';
import { type PeriodGiven, type periodCatalogues, periodWords } from './period-words.ts';

/** The report in sheets, each on pages of its own. */
export function periodSheets(say: Speech<typeof periodCatalogues>, format: Format, content: PeriodContent): Sheet[] {
  const given: PeriodGiven = { say, t: say.period, format, content, words: periodWords(say, format, content) };
  const name = nameOf(given);
  const title = titleOf(given);
  const sheet = (parts: readonly SheetPart[]): Sheet => ({ name, title, facts: [], verdict: null, texts: [], parts });
  const records = [...calendarParts(given), batchesPart(given), daysPart(given)].filter(isTold);
  const exceptions = exceptionParts(given);
  // Where there is none a line says so.
  const recordSheets = content.exceptions.length > 0 ? [records, exceptions] : [[...records, ...exceptions]];
  return [
    {
      ...sheet([countsPart(given), openPart(given), diligencePart(given), signaturePart(given)].filter(isTold)),
      facts: factsOf(given),
      texts: content.batches.length + content.days.length + content.manual.length === 0 ? [given.t('empty')] : [],
    },
    ...(records.length > 0 ? recordSheets.map(sheet) : []),
    sheet(
      [
        actionsPart(given),
        manualPart(given),
        checksPart(given),
        probesPart(given),
        blanksPart(given),
        missingPart(given),
        qualityPart(given),
        signersPart(given),
        peoplePart(given),
        ...integrityParts(given),
      ].filter(isTold),
    ),
  ];
}

const isTold = (part: SheetPart): boolean =>
  part.plot !== undefined || (part.texts?.length ?? 0) > 0 || (part.table?.rows.length ?? 0) > 0;

const titleOf = ({ t, words, content: { from, to } }: PeriodGiven): string =>
  from === to ? t('titleDay', { day: words.day(from) }) : t('title', { from: words.day(from), to: words.day(to) });

const nameOf = (given: PeriodGiven): string =>
  [given.content.company, given.content.unit?.serialNumber ?? given.content.kitchen, titleOf(given)]
    .filter(Boolean)
    .join(' · ');

function factsOf({ t, format, words, content }: PeriodGiven): Sheet['facts'] {
  const { company, kitchen, unit, from, to, at, askedBy, actions } = content;
  const thrown = actions.flatMap(({ dispositions }) => dispositions).filter(({ fate }) => fate === 'DISCARDED');
  const kg = thrown.reduce((sum, one) => sum + one.kg, 0);
  const costs = Map.groupBy(
    actions.flatMap(({ cost }) => cost ?? []),
    ({ currency }) => currency,
  );
  const sums = Array.from(costs, ([currency, some]) => ({
    currency,
    amount: some.reduce((sum, { amount }) => sum + amount, 0),
  }));
  return [
    { term: t('company'), detail: company },
    { term: t('kitchen'), detail: kitchen ?? t('allKitchens') },
    { term: t('appliance'), detail: unit ? words.unit(unit) : t('allKitchens') },
    {
      term: t('period'),
      detail: from === to ? words.day(from) : t('fromTo', { from: words.day(from), to: words.day(to) }),
    },
    { term: t('timeZone'), detail: words.zone },
    { term: t('asOf'), detail: words.time(at) },
    { term: t('askedBy'), detail: askedBy },
    {
      term: t('discarded'),
      detail:
        thrown.length === 0
          ? t('none')
          : sums.length === 0
            ? format.quantity(kg, 'kg')
            : t('discardedOf', { weight: format.quantity(kg, 'kg'), cost: words.money(sums) }),
    },
  ];
}

/** How many records came to which verdict: cycles and days apart, for they are not judged alike. */
function countsPart({ t, format, words, content: { batches, days, manual } }: PeriodGiven): SheetPart {
  const rowsOf = (kind: string, records: readonly { verdict: PeriodContent['batches'][number]['verdict'] }[]) =>
    [...verdicts, ...holdVerdicts.filter((one) => one !== 'NOT_PROVEN'), null].flatMap((verdict) => {
      const count = records.filter((one) => one.verdict === verdict).length;
      return count === 0
        ? []
        : [{ key: `${kind} ${verdict}`, cells: [kind, words.verdict(verdict), format.number(count)] }];
    });
  return {
    title: t('counts'),
    table: {
      columns: [{ title: t('content') }, { title: t('verdict') }, { title: t('records'), align: 'end' }],
      rows: [...rowsOf(t('batches'), batches), ...rowsOf(t('days'), days), ...rowsOf(t('manual'), manual)],
    },
  };
}

function openPart({ t, content: { batches, days, actions, missing } }: PeriodGiven): SheetPart {
  const open = actions.filter(({ state }) => state === 'open' || state === 'reopened' || state === 'done').length;
  const all = [...batches, ...days];
  const reviews = all.filter(({ needs }) => needs.includes('review')).length;
  const running = all.filter(({ verdict }) => verdict === null).length;
  const unexplained = missing.filter(({ state }) => state === 'open').length;
  const texts = [
    ...(open > 0 ? [t('openActions', { n: open })] : []),
    ...(reviews > 0 ? [t('openReviews', { n: reviews })] : []),
    ...(unexplained > 0 ? [t('openMissing', { n: unexplained })] : []),
    ...(running > 0 ? [t('openRunning', { n: running })] : []),
  ];
  return { title: t('open'), texts: texts.length > 0 ? texts : [t('nothingOpen')] };
}

/** Inspectors expect ink on the spot: a line for it. */
const signaturePart = ({ t }: PeriodGiven): SheetPart => ({
  title: t('signature'),
  table: {
    columns: [{ title: t('name') }, { title: t('date') }, { title: t('sign') }],
    rows: [{ key: 'line', cells: ['\n\n', '', ''] }],
  },
});

/** Where the records stand in the book, and the checkpoint that nobody can change any more once it has left the house. */
function integrityParts({ t, format, content: { seal } }: PeriodGiven): SheetPart[] {
  if (!seal) return [{ title: t('integrity'), texts: [t('notSealed')] }];
  const n = (value: number): string => format.number(value);
  return [
    {
      title: t('integrity'),
      texts: [
        t('entries', { from: n(seal.from), to: n(seal.to), n: n(seal.entries) }),
        t('checkpoint', { size: n(seal.size), root: seal.root }),
        t('attached'),
      ],
    },
    { title: t('note'), texts: [seal.note.trimEnd()] },
    { title: t('keys'), texts: [...seal.keys] },
  ];
}
