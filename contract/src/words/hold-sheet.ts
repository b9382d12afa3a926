/** A day of holding as an inspector takes it away: whose and when first, then the verdict, the whole curve and what explains it. */
import { displayModel } from '@brina/domain/appliance/families/families';
import { chartFormat } from '@brina/domain/charts/chart-format';
import { actionWords } from '@brina/domain/haccp/actions/actions.messages';
import { minute_ms } from '@brina/domain/language/durations';
import type { Format } from '@brina/domain/language/reader';
import type { Speech } from '@brina/domain/language/speech';
import type { Sheet, SheetPart } from '@brina/domain/paper/sheet';
import type { Action } from '../calls/record/actions.ts';
import type { HoldRecord } from '../calls/record/holding.ts';
import { actionsPart } from './actions-sheet.ts';
import { heldKinds, holdCurve } from './hold-curve.ts';
import { holdCatalogues, holdWords } from './hold-words.ts';
import { recordCatalogues } from './record-words.ts';
import { notesPart, readingsPart } from './remarks-sheet.ts';
import { proofPart, signaturesPart } from './signed-sheet.ts';

/** The texts that {@link holdSheet} is made of. */
export const holdSheetCatalogues = { ...recordCatalogues, ...holdCatalogues, action: actionWords } as const;

type SheetSpeech = Speech<typeof holdSheetCatalogues>;
type Given = { say: SheetSpeech; words: ReturnType<typeof holdWords>; record: HoldRecord };

/**
 * The sheet of one day, in the kitchen's time zone (B2.4, B2.10).
 * @param actions what was done about its food, as far as the reader has it in full
 */
export function holdSheet(
  say: SheetSpeech,
  format: Format,
  record: HoldRecord,
  actions: readonly Action[] = [],
): Sheet {
  const words = holdWords(say, format);
  const given = { say, words, record };
  const { t } = words;
  const remarkWords = { t: say.record, format, time: (at: number) => words.moment(record, at) };
  // People write and sign on other days, too: their moments carry a date.
  const bookWords = {
    ...remarkWords,
    time: (at: number) => format.dateTime(at, record.timeZone, 'document', { seconds: true }),
  };
  const day = words.dayOf(record, 'document');
  return {
    name: [record.company, words.unitOf(record), record.serialNumber, day].join(' · '),
    title: `${t('record')}: ${day}`,
    facts: factsOf(given),
    verdict: { word: words.word(`verdict.${record.verdict}`), measured: null },
    texts: [...words.sentences(record), ...limitsOf(given)],
    parts: [
      {
        title: t('curve'),
        plot: { content: holdCurve(say, format, record), format: chartFormat(format, record.timeZone) },
      },
      excursions(given),
      minutes(given),
      gaps(given),
      defrosts(given),
      settings(given),
      actionsPart({ ...bookWords, action: say.action }, record.actions, actions),
      readingsPart(remarkWords, record.readings),
      notesPart(remarkWords, record.notes),
      signaturesPart(bookWords, record.signatures),
      proofPart(bookWords, record.seal),
    ].filter((part) => part.plot || part.texts?.length || part.table?.rows.length),
  };
}

function factsOf({ say, words, record }: Given): Sheet['facts'] {
  const { t, format } = words;
  return [
    { term: say.record('company'), detail: record.company },
    { term: say.record('kitchen'), detail: record.laboratory ?? '–' },
    { term: say.record('appliance'), detail: words.unitOf(record) },
    { term: say.record('model'), detail: displayModel(record.model) },
    { term: say.record('serialNumber'), detail: record.serialNumber },
    { term: say.record('timeZone'), detail: record.timeZone },
    { term: t('known'), detail: format.percent(record.coverage, 1) },
    {
      term: t('look'),
      detail: record.look
        ? t(record.look.isLate ? 'lookedLate' : 'lookedBy', {
            name: record.look.by ?? '–',
            time: format.dateTime(record.look.at, record.timeZone, 'document'),
          })
        : t('nobody'),
    },
  ];
}

/** What is cited, and from where on the alarm counts: two numbers, never one. */
const limitsOf = ({ words: { t, word, length, format }, record }: Given): string[] =>
  heldKinds(record).map((kind) => {
    const { limit_C, alarm_C, grace_min } = record.limits[kind];
    const limit = t('limit', { kind: word(`kind.${kind}`), limit: format.temperature(limit_C) });
    return `${limit}. ${t('alarm', { alarm: format.temperature(alarm_C), grace: length(grace_min) })}`;
  });

function excursions({ words, record }: Given): SheetPart {
  const { t, word, format, length, degreeMinutes, moment } = words;
  const title = t('excursions');
  if (record.excursions.length === 0) return { title, texts: [t('noExcursions')] };
  return {
    title,
    table: {
      columns: [
        { title: t('began') },
        { title: t('ended') },
        { title: t('held') },
        { title: t('lasted'), align: 'end' },
        { title: t('worst'), align: 'end' },
        { title: t('degreeMinutes'), align: 'end' },
        { title: t('tolerated') },
      ],
      rows: record.excursions.map((one) => ({
        key: `${one.kind} ${one.from}`,
        cells: [
          moment(record, one.from),
          moment(record, one.isOpen ? null : one.to),
          word(`kind.${one.kind}`),
          length(one.minutes),
          format.temperature(one.extreme),
          degreeMinutes(one.degree_min),
          t(one.isBeyondGrace ? 'tooLong' : 'yes'),
        ],
      })),
    },
  };
}

function minutes({ words, record }: Given): SheetPart {
  const { t, word, length, degreeMinutes } = words;
  const { inRange, above, notProven, free, off } = record.minutes;
  const parts: [string, number][] = [
    [t('inRange'), inRange],
    [t('beyond'), above],
    [t('notProven'), notProven],
    [word('kind.free'), free],
    [word('kind.off'), off],
  ];
  return {
    title: t('minutes'),
    texts: [
      parts.flatMap(([name, length_min]) => (length_min > 0 ? [`${name}: ${length(length_min)}`] : [])).join(' · '),
      `${t('degreeMinutes')}: ${degreeMinutes(record.degree_min)}`,
    ].filter((text) => text !== ''),
  };
}

function gaps({ words, record }: Given): SheetPart {
  const { t, gap, length, moment } = words;
  const title = t('gaps');
  if (record.gaps.length === 0) return { title, texts: [t('noGaps')] };
  return {
    title,
    table: {
      columns: [
        { title: t('began') },
        { title: t('lasted'), align: 'end' },
        { title: t('why') },
        { title: t('bounded') },
      ],
      rows: record.gaps.map(({ from, to, reason, isBounded }) => ({
        key: `${from}`,
        cells: [moment(record, from), length((to - from) / minute_ms), gap(reason), t(isBounded ? 'yes' : 'no')],
      })),
    },
  };
}

function defrosts({ words, record }: Given): SheetPart {
  const { t, length, moment, defrostEnd, format } = words;
  const doors = t('doorsTotal', { n: format.number(record.doors.length), time: length(record.doorMinutes) });
  const title = t('defrosts');
  if (record.defrosts.length === 0) return { title, texts: [t('noDefrosts'), doors] };
  return {
    title,
    table: {
      columns: [{ title: t('began') }, { title: t('lasted'), align: 'end' }, { title: t('how') }],
      rows: record.defrosts.map(({ from, to, end }) => ({
        key: `${from}`,
        cells: [moment(record, from), to === null ? '–' : length((to - from) / minute_ms), defrostEnd(end)],
      })),
    },
    texts: [doors],
  };
}

function settings({ words, record }: Given): SheetPart {
  const { t, word, format, moment } = words;
  return {
    title: t('settings'),
    table: {
      columns: [{ title: t('began') }, { title: t('held') }, { title: t('set'), align: 'end' }],
      rows: record.settings.map(({ at, holding, set }) => ({
        key: `${at}`,
        cells: [moment(record, at), word(`kind.${holding}`), format.temperature(set)],
      })),
    },
  };
}
