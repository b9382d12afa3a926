/** What is said of one HACCP record: the same words on a screen, on paper and in files. */
import { alarmMessages } from '@brina/domain/alarms/alarms.messages';
import { familyOf } from '@brina/domain/appliance/families/families';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { isMetric, pointsOfNeedle } from '@brina/domain/appliance/metrics';
import { metricMessages } from '@brina/domain/appliance/metrics.messages';
import { modeMessages } from '@brina/domain/appliance/modes.messages';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { stoppedByMessages } from '@brina/domain/cycles/stopped-by.messages';
import { probeError_max_K } from '@brina/domain/haccp/checks/doubts';
import { type VerdictReason, verdictReasons } from '@brina/domain/haccp/verdicts';
import { minute_ms } from '@brina/domain/language/durations';
import type { Format } from '@brina/domain/language/reader';
import type { Speech } from '@brina/domain/language/speech';
import { utcOffset } from '@brina/domain/language/time';
import type { BatchRecord, BatchReview } from '../calls/record/haccp.ts';
import { decisiveStage, lengthWords } from './lengths.ts';
import { recordMessages } from './record.messages.ts';
import { isAskedWhenCooked, isOfHeating, type Measure, measureOf, ruleCatalogues, ruleWords } from './rule-words.ts';
import { alarmName, functionName, phaseName, stoppedByWords } from './run-words.ts';

/** The texts that {@link recordWords} are made of. */
export const recordCatalogues = {
  ...ruleCatalogues,
  record: recordMessages,
  stoppedBy: stoppedByMessages,
  function: functionMessages,
  mode: modeMessages,
  phase: phaseMessages,
  alarm: alarmMessages,
  metric: metricMessages,
} as const;

/** How the texts of a record are said to a reader. */
export type RecordSpeech = Speech<typeof recordCatalogues>;

type Stage = BatchRecord['stages'][number];

/** Minutes of the decisive stage, to the millisecond. */
const lengthOf = (one: BatchRecord): number => decisiveStage(one)?.minutes ?? one.minutes ?? 0;
const isReason = (code: string): code is VerdictReason => (verdictReasons as readonly string[]).includes(code);

/** What a batch is called: by its function, and of a tray, or trolley, in a run that goes on by its number. */
export function batchName(
  say: Pick<RecordSpeech, 'function' | 'mode' | 'record'>,
  model: string,
  { function: code, tray }: Pick<BatchRecord, 'function' | 'tray'>,
): string {
  const name = functionName(say.function, say.mode, model, code);
  if (!tray) return name;
  const of = familyOf(model)?.functions[code]?.timers?.of ?? 'tray';
  return `${name} · ${say.record(`place.${of}`, { n: tray.number })}`;
}

/** Why a record is not a plain pass; a reason this version does not know stays visible as it is. */
function reasonWords(say: RecordSpeech, code: string, measure: Measure): string {
  if (code === 'target_not_reached' && measure === 'held') return say.record('heldTooShort');
  return isReason(code) ? say.rule(`reason.${code}`) : code;
}

/** Everything that is said of a record to a reader. Moments are in the record's own time zone, whoever reads it. */
export function recordWords(
  say: RecordSpeech,
  format: Format,
  record: Pick<BatchRecord, 'timeZone' | 'startedAt' | 'rule'>,
) {
  const { record: t, rule: word } = say;
  const headOffset = utcOffset(record.startedAt, record.timeZone);
  const measure = measureOf(record);
  const time = (at: number | null): string =>
    format.dateTime(at, record.timeZone, 'document', { seconds: true, headOffset });
  const rules = ruleWords(say, format);
  return {
    t,
    word,
    format,
    /** Times on a record carry seconds, with the month as a word: two inspectors must read the same. */
    time,
    /** The zone of the record's times with its offset, for the head; a time with another offset carries that. */
    zone: `${record.timeZone}, ${headOffset}`,
    name: (one: Pick<BatchRecord, 'model' | 'function' | 'tray'>): string => batchName(say, one.model, one),
    ruleName: ({ rule }: Pick<BatchRecord, 'rule'>): string => (rule ? rules.name(rule) : t('noRule')),
    ruleSource: ({ rule }: Pick<BatchRecord, 'rule'>): string => (rule ? rules.source(rule) : '–'),
    /** The cycle of the library that ran, in its version. */
    recipe: ({ recipe }: BatchRecord): string =>
      recipe
        ? t(recipe.differs ? 'recipe.differs' : 'recipe.version', { title: recipe.title, n: recipe.version })
        : '–',
    /** When its food was cooked; null where nobody said it, and no rule asks. */
    cooked: (one: BatchRecord): string | null => {
      if (one.cookedAt !== null) return time(one.cookedAt);
      return isAskedWhenCooked(one) ? t('cookedUnknown') : null;
    },
    reason: (code: string): string => reasonWords(say, code, measure),
    /** With which a record begins: its verdict, and what weighs most of why; null: it has none, or nothing more is to be said of it. */
    sentence: (one: BatchRecord): string | null => firstSentence(say, format, one),
    /** Why a cycle ended, where it says so; a reason this version does not know stays visible as it is. */
    endReason: ({ endReason: code, stoppedBy }: BatchRecord): string => {
      if (code === null) return '–';
      if (code === 'person' && stoppedBy) return stoppedByWords(say.stoppedBy, stoppedBy);
      return isEndReason(code) ? t(`endReason.${code}`) : code;
    },
    phaseName: (model: string, code: number): string => phaseName(say.phase, model, code),
    alarmName: (name: string): string => alarmName(say.alarm, name),
    ...measuredWords(say, format, measure),
    ...stageWords(say, format, { time, measure }),
    ...pointWords(say),
    /** The verdict a later judge changed, and who has looked at it. */
    bothVerdicts: ({ formerVerdict, verdict, reviewed }: BatchReview, judge: number): string => {
      const both = t('twoVerdicts', {
        former: word(`verdict.${formerVerdict}`),
        present: word(`verdict.${verdict}`),
        version: judge,
      });
      if (!reviewed) return both;
      const at = format.dateTime(reviewed.at, record.timeZone, 'document', { headOffset });
      return `${both} ${reviewed.by ? t('reviewedBy', { name: reviewed.by, time: at }) : t('reviewedAt', { time: at })}`;
    },
    /** Sentences about how the food came in and got cold that its minutes do not tell. */
    remarks: (one: BatchRecord): readonly string[] => [
      ...probeSentences(say, format, one),
      ...(one.loaded_C === null ? [] : [t('loadedAt', { temperature: format.temperature(one.loaded_C) })]),
      ...reachedAgain(say, record, one.stages, time),
      ...readByHand(say, format, one),
      ...(one.forecast === null ? [] : [forecastSaid(say, format, one, one.forecast)]),
      ...(one.judgedAgain === 'telemetry_gone' ? [t('telemetryGone', { version: one.judge })] : []),
      ...(one.continues === null ? [] : [t('continues')]),
      ...(one.continuedBy === null ? [] : [t('continuedBy')]),
    ],
  };
}

/** Stages that were reached before their food warmed, or where it is heated cooled, again. @param time how a moment of the record is written */
function reachedAgain(
  { record: t }: RecordSpeech,
  record: Pick<BatchRecord, 'rule'>,
  stages: readonly Stage[],
  time: (at: number) => string,
): readonly string[] {
  const isHeated = isOfHeating(record);
  return stages.flatMap(({ firstReachedAt, endedAt }) => {
    if (firstReachedAt === null) return [];
    const first = time(firstReachedAt);
    if (endedAt === null) return [t(isHeated ? 'fellAgain' : 'roseAgain', { first })];
    return [t(isHeated ? 'fellAgainUntil' : 'roseAgainUntil', { first, last: time(endedAt) })];
  });
}

function firstSentence(say: RecordSpeech, format: Format, one: BatchRecord): string | null {
  const why = whyOf(say, format, one);
  return one.verdict && why ? say.record(`begins.${one.verdict}`, { why }) : null;
}

/** What weighs most of why a record is judged as it is. */
function whyOf(say: RecordSpeech, format: Format, one: BatchRecord): string | undefined {
  const { verdict, limit_min, reasons } = one;
  const measure = measureOf(one);
  if (limit_min !== null) {
    const { missed, measured } = measuredWords(say, format, measure);
    const over = missed(one);
    if (over !== null) return say.record('overLimit', { over, limit: format.quantity(limit_min, 'min') });
    if (verdict === 'PASS' || verdict === 'PASS_WITH_GAP') return measured(one);
  }
  return reasons[0] && reasonWords(say, reasons[0], measure);
}

/** What was read by hand last, beside what the probe says (B2.7): it changes no verdict. */
function readByHand({ record: t }: RecordSpeech, format: Format, { readings, startedAt }: BatchRecord): string[] {
  const last = readings.reduce<BatchRecord['readings'][number] | null>(
    (latest, one) => (latest && latest.at >= one.at ? latest : one),
    null,
  );
  if (!last) return [];
  const n = format.number(Math.round((last.at - startedAt) / minute_ms));
  return [t('confirmedByHand', { temperature: format.temperature(last.value_C), n })];
}

/** What checks found of the probes that measured a record: a sentence for each probe and finding. */
function probeSentences({ record: t }: RecordSpeech, format: Format, one: BatchRecord): readonly string[] {
  const { probeChecks, samples, timeZone } = one;
  const hasTwo = samples.pointNames.length > pointsOfNeedle;
  const sentences = probeChecks.map(({ at, point, ...found }) => {
    const date = format.date(at, timeZone, 'document');
    const sentence = t(findingKey(found), { date, error: format.temperatureDelta(Math.abs(found.error_K)) });
    return hasTwo ? t('ofProbe', { sentence, n: Math.floor(point / pointsOfNeedle) + 1 }) : sentence;
  });
  // The points of a probe are mostly checked together.
  return [...new Set(sentences)];
}

function findingKey({ error_K, added_K }: Pick<BatchRecord['probeChecks'][number], 'error_K' | 'added_K'>) {
  const isLow = error_K < 0;
  if (Math.abs(error_K) > probeError_max_K) return isLow ? 'probeLowLost' : 'probeHighLost';
  if (added_K === 0) return isLow ? 'probeLow' : 'probeHigh';
  return isLow ? 'probeLowAdded' : 'probeHighTaken';
}

/** How a cycle can have ended, as a unit tells it, or as it is concluded where it does not. */
const endReasons = ['target', 'time', 'clock', 'person', 'alarm', 'power', 'maximum', 'lost'] as const;
const isEndReason = (code: string): code is (typeof endReasons)[number] =>
  (endReasons as readonly string[]).includes(code);

/** What a record took, alone and beside its limit. */
function measuredWords(say: RecordSpeech, format: Format, measure: Measure) {
  const isHeld = measure === 'held';
  const t = say.record;
  const { minutes, over } = lengthWords(say, format);
  const overOf = (one: BatchRecord): string | null => (isHeld ? null : over(lengthOf(one), one.limit_min ?? 0));
  return {
    minutes,
    /** By how much the limit was missed; null: it was not, or there is something to hold at least. */
    missed: overOf,
    /** What the record took: its decisive stage, to the millisecond. */
    decisive: (one: BatchRecord): string => minutes(lengthOf(one), one.limit_min ?? 0),
    /** The limit beside what the record took, and by how much it was missed. */
    against: (one: BatchRecord): string => {
      const limit = format.quantity(one.limit_min ?? 0, 'min');
      const missed = overOf(one);
      if (missed !== null) return t('limitOver', { limit, over: missed });
      return t(isHeld ? 'limitAtLeast' : 'limitOf', { limit });
    },
    /** What the record took beside its limit, in one line. */
    measured: (one: BatchRecord): string => {
      const limit = format.quantity(one.limit_min, 'min');
      const taken = minutes(lengthOf(one), one.limit_min ?? 0);
      const missed = overOf(one);
      if (missed !== null) return t('minutesOver', { minutes: taken, limit, over: missed });
      return isHeld ? `${taken}, ${t('limitAtLeast', { limit })}` : t('minutesOf', { minutes: taken, limit });
    },
  };
}

/** What a stage without a beginning is called, by what its minutes are. */
const stageTexts = { taken: 'stageTo', held: 'stageHeld', beyond: 'stageAbove' } as const satisfies Record<
  Measure,
  string
>;

/** What is said of the stages of a rule. @param time how a moment of the record is written */
function stageWords(
  say: RecordSpeech,
  format: Format,
  { time, measure }: { time: (at: number) => string; measure: Measure },
) {
  const t = say.record;
  const { minutes } = lengthWords(say, format);
  const within = ({ earliest_min, latest_min, limit_min }: Stage): { from: string; to: string } | null =>
    earliest_min === null || latest_min === null || earliest_min === latest_min
      ? null
      : { from: minutes(earliest_min, limit_min, 'bare'), to: minutes(latest_min, limit_min) };
  return {
    /** A stage's minutes, and between which they lie where a gap hides a crossing. */
    took: (one: Stage): string => {
      if (one.minutes === null || one.verdict === 'NOT_APPLICABLE') return '–';
      const shown = minutes(one.minutes, one.limit_min);
      const range = within(one);
      return range ? t('minutesWithin', { minutes: shown, ...range }) : shown;
    },
    /** Between which lengths a stage lies; null where it is known. */
    within,
    /** When a stage began or ended; nothing of one that the food was loaded too cold for. */
    moment: ({ verdict }: Stage, at: number | null): string =>
      at !== null ? time(at) : verdict === 'NOT_APPLICABLE' ? '–' : t('notReached'),
    stageVerdict: ({ verdict }: Stage): string => (verdict === null ? '–' : say.rule(`verdict.${verdict}`)),
    stage: ({ from, to }: Stage): string => {
      if (from !== null) return t('stageOf', { from: format.temperature(from), to: format.temperature(to) });
      return t(stageTexts[measure], { to: format.temperature(to) });
    },
    /** How long a stage may take, or at least has to. */
    stageLimit: ({ limit_min }: Pick<Stage, 'limit_min'>): string =>
      `${measure === 'held' ? '≥ ' : ''}${format.quantity(limit_min, 'min')}`,
  };
}

/** Points of the probes by their places in the record: the name of one, and the numbers of several. */
function pointWords({ metric }: RecordSpeech) {
  const nameAt = (one: BatchRecord, place: number): string => one.samples.pointNames[place] ?? '–';
  return {
    pointName: (one: BatchRecord, place: number): string => {
      const name = nameAt(one, place);
      return isMetric(name) ? metric(name) : name;
    },
    pointNumbers: (one: BatchRecord, places: readonly number[]): string =>
      places.map((place) => nameAt(one, place).replace(/^TCore/, '')).join(', '),
  };
}

/** What was said of the core while the cycle ran, beside what came (B2.14): once reached it counts, even if the food warmed again. */
function forecastSaid(
  { record: t }: RecordSpeech,
  format: Format,
  { stages, further, startedAt, timeZone }: BatchRecord,
  { madeAt, to, at }: NonNullable<BatchRecord['forecast']>,
): string {
  const clock = (moment: number): string => format.clock(moment, timeZone);
  const said = {
    minute: format.number(Math.round((madeAt - startedAt) / minute_ms)),
    core: format.temperature(to),
    time: clock(at),
  };
  const stage = [stages, ...further.map((rule) => rule.stages)].flat().findLast((one) => one.to === to);
  const real = stage?.firstReachedAt ?? stage?.endedAt ?? null;
  if (real !== null) return t('forecastReached', { ...said, real: clock(real) });
  // Where data are missing it may have been reached unseen.
  const isSeen = stage?.verdict === 'FAIL' || stage?.verdict === 'ABORTED';
  return t(isSeen ? 'forecastNotReached' : 'forecastNotProven', said);
}
