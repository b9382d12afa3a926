/** A record as an inspector takes it away: what, whose and when first, then the verdict, the whole curve and the evidence. */
import { displayModel } from '@brina/domain/appliance/families/families';
import { actionWords } from '@brina/domain/haccp/actions/actions.messages';
import type { Format } from '@brina/domain/language/reader';
import type { Speech } from '@brina/domain/language/speech';
import type { Sheet, SheetPart } from '@brina/domain/paper/sheet';
import type { Action } from '../calls/record/actions.ts';
import type { BatchRecord } from '../calls/record/haccp.ts';
import { actionsPart } from './actions-sheet.ts';
import { doubtedTogether } from './record-curve.ts';
import { recordCurves } from './record-curves.ts';
import { recordCatalogues, recordWords } from './record-words.ts';
import { amendmentsPart, notesPart, readingsPart } from './remarks-sheet.ts';
import { ruleWords } from './rule-words.ts';
import { proofPart, signaturesPart } from './signed-sheet.ts';

/** The texts that {@link recordSheet} is made of. */
export const sheetCatalogues = { ...recordCatalogues, action: actionWords } as const;

type SheetSpeech = Speech<typeof sheetCatalogues>;
/** What every part is made of. */
type Given = {
  say: SheetSpeech;
  words: ReturnType<typeof recordWords>;
  record: BatchRecord;
};

/** @param actions what was done about its food, as far as the reader has it in full */
export function recordSheet(
  say: SheetSpeech,
  format: Format,
  record: BatchRecord,
  actions: readonly Action[] = [],
): Sheet {
  const words = recordWords(say, format, record);
  const given = { say, words, record };
  const { t } = words;
  const what = words.name(record);
  const day = format.date(record.startedAt, record.timeZone, 'document');
  const curves = recordCurves(say, format, record);
  return {
    name: [record.company, record.applianceName, record.serialNumber, what, day].join(' · '),
    title: `${t('record')}: ${what}, ${day}`,
    facts: factsOf(given),
    verdict: record.verdict && {
      word: words.word(`verdict.${record.verdict}`),
      measured: record.limit_min === null ? null : words.measured(record),
    },
    texts: sentencesOf(given),
    parts: [
      curves
        ? { title: t('curve'), plot: { content: curves.content('every'), format: curves.format } }
        : { title: t('curve'), texts: [t('noSamples')] },
      stages(given),
      further(given),
      actionsPart({ ...words, action: say.action }, record.actions, actions),
      readingsPart(words, record.readings),
      notCounted(given),
      gaps(given),
      phases(given),
      alarms(given),
      notesPart(words, record.notes),
      amendmentsPart(words, record.amendments),
      signaturesPart(words, record.signatures),
      revisions(given),
      proofPart(words, record.seal),
    ].filter((part) => part.plot || part.texts?.length || part.table?.rows.length),
  };
}

function factsOf({ words, record }: Given): Sheet['facts'] {
  const { t, format, time, zone, recipe } = words;
  const cooked = words.cooked(record);
  return [
    { term: t('company'), detail: record.company },
    { term: t('kitchen'), detail: record.laboratory ?? '–' },
    { term: t('appliance'), detail: record.applianceName },
    { term: t('startedAt'), detail: time(record.startedAt) },
    { term: t('endedAt'), detail: time(record.endedAt) },
    { term: t('timeZone'), detail: zone },
    { term: t('recipe'), detail: recipe(record) },
    { term: t('product'), detail: record.product ?? '–' },
    { term: t('lot'), detail: record.lot ?? '–' },
    { term: t('load'), detail: format.quantity(record.load_kg, 'kg') },
    ...(cooked === null ? [] : [{ term: t('cookedAt'), detail: cooked }]),
    { term: t('model'), detail: displayModel(record.model) },
    { term: t('serialNumber'), detail: record.serialNumber },
    { term: t('firmware'), detail: record.firmware || '–' },
    { term: t('continuity'), detail: format.percent(record.continuity, 1) },
    { term: t('doorOpenings'), detail: format.number(record.doorOpenings) },
  ];
}

/** Every sentence that explains the verdict, and by what limit and by whose rules it is one. */
function sentencesOf({ words, record }: Given): string[] {
  const { t, word, ...say } = words;
  const { review, rule } = record;
  const limit = rule && [
    `${t('limit')}: ${say.ruleName(record)} (${say.ruleSource(record)})`,
    `${word(`force.${rule.force}`)}, ${t('ruleVersion', { version: rule.version })}`,
    `${t('judge')}: ${t('ruleVersion', { version: record.judge })}`,
  ];
  const sentence = say.sentence(record);
  return [
    ...(sentence ? [sentence] : []),
    ...(record.endReason ? [`${t('endReason')}: ${say.endReason(record)}`] : []),
    ...(review ? [say.bothVerdicts(review, record.judge)] : []),
    ...record.reasons.map(say.reason).filter((one) => !sentence?.endsWith(one)),
    ...say.remarks(record),
    limit ? limit.join(' · ') : t('noRule'),
  ];
}

function stages({ words, record }: Given): SheetPart {
  const { t, ...say } = words;
  return {
    title: t('stages'),
    table: {
      columns: [
        { title: t('stage') },
        { title: t('began') },
        { title: t('ended') },
        { title: t('took'), align: 'end' },
        { title: t('limitShort'), align: 'end' },
        { title: t('verdict') },
      ],
      rows: record.stages.map((stage) => ({
        key: `${stage.from} ${stage.to}`,
        cells: [
          say.stage(stage),
          say.moment(stage, stage.startedAt),
          say.moment(stage, stage.endedAt),
          say.took(stage),
          say.stageLimit(stage),
          say.stageVerdict(stage),
        ],
      })),
    },
  };
}

/** What the other rules of the kitchen's plan say of the batch. */
function further({ say, words, record }: Given): SheetPart {
  const { t, word, format, minutes } = words;
  const { name, source } = ruleWords(say, format);
  return {
    title: t('otherRules'),
    table: {
      columns: [
        { title: t('rule') },
        { title: t('took'), align: 'end' },
        { title: t('limitShort'), align: 'end' },
        { title: t('verdict') },
      ],
      rows: record.further.map((one) => ({
        key: JSON.stringify(one.rule),
        cells: [
          `${name(one.rule)} (${source(one.rule)})`,
          one.minutes === null ? '–' : minutes(one.minutes, one.limit_min ?? 0),
          format.quantity(one.limit_min, 'min'),
          word(`verdict.${one.verdict}`),
        ],
      })),
    },
  };
}

function notCounted({ words, record }: Given): SheetPart {
  const { t, word, time, pointNumbers } = words;
  return {
    title: t('notCounted'),
    table: {
      columns: [{ title: t('points') }, { title: t('began') }, { title: t('ended') }, { title: t('cause') }],
      rows: doubtedTogether(record).map(({ points, from, to, reason }) => ({
        key: `${points.join()} ${from}`,
        cells: [pointNumbers(record, points), time(from), time(to), word(`gap.${reason}`)],
      })),
    },
  };
}

function gaps({ words, record }: Given): SheetPart {
  const { t, word, format, time } = words;
  return {
    title: t('gaps'),
    table: {
      columns: [
        { title: t('cause') },
        { title: t('began') },
        { title: t('ended') },
        { title: t('took'), align: 'end' },
      ],
      rows: record.gaps.map(({ from, to, reason }) => ({
        key: `${from}`,
        cells: [word(`gap.${reason}`), time(from), time(to), format.duration(to - from)],
      })),
    },
  };
}

function phases({ words, record }: Given): SheetPart {
  const { t, format, time, phaseName } = words;
  return {
    title: t('phases'),
    table: {
      columns: [
        { title: t('phase') },
        { title: t('began') },
        { title: t('ended') },
        { title: t('took'), align: 'end' },
      ],
      rows: record.plan.map(({ phase, startedAt, endedAt }, place) => ({
        key: `${place}`,
        cells: [
          phaseName(record.model, phase),
          startedAt === null ? t('notRun') : time(startedAt),
          time(endedAt),
          startedAt === null || endedAt === null ? '–' : format.duration(endedAt - startedAt),
        ],
      })),
    },
  };
}

function alarms({ words, record }: Given): SheetPart {
  const { t, time, alarmName } = words;
  const title = t('alarms');
  if (record.alarms.length === 0) return { title, texts: [t('noAlarms')] };
  return {
    title,
    table: {
      columns: [{ title: t('endReason.alarm') }, { title: t('began') }, { title: t('ended') }],
      rows: record.alarms.map(({ name, from, to }) => ({
        key: `${name} ${from}`,
        cells: [alarmName(name), time(from), time(to)],
      })),
    },
  };
}

function revisions({ words, record }: Given): SheetPart {
  const { t, word, format, time } = words;
  return {
    title: t('revisions'),
    table: {
      columns: [
        { title: t('revision') },
        { title: t('createdAt') },
        { title: t('verdict') },
        { title: t('samples'), align: 'end' },
        { title: t('cause') },
      ],
      rows: record.revisions.map((one) => ({
        key: `${one.revision}`,
        cells: [
          format.number(one.revision),
          time(one.createdAt),
          word(`verdict.${one.verdict}`),
          format.number(one.sampleCount),
          t(`cause.${one.cause}`),
        ],
      })),
    },
    texts: [t('recordId', { id: record.batchId })],
  };
}
