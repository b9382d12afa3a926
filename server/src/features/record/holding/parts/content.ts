import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { HoldContent, HoldSummary } from '@brina/contract/calls/record/holding';
import type { HoldCourse } from '@brina/domain/alarms/engine/hold-course';
import { type HoldDay, type HoldKind, holdJudgeVersion } from '@brina/domain/haccp/holding/day';
import { judgeHoldDay } from '@brina/domain/haccp/holding/judge-day';
import { rangeOf } from '@brina/domain/haccp/holding/series';
import { minute_ms } from '@brina/domain/language/durations';
import type { Stretch } from '#features/record/telemetry/gaps.ts';

/** Names as the first revision has them. */
export type HoldIdentity = Pick<
  HoldContent,
  'serialNumber' | 'model' | 'applianceName' | 'laboratory' | 'company' | 'timeZone'
>;

/** All that a record of a day is made of. */
export type HoldSources = {
  identity: HoldIdentity;
  zone: number;
  day: string;
  judged: HoldDay;
  course: HoldCourse;
  doors: readonly { from: number; to: number | null }[];
  alarms: HoldContent['alarms'];
};

/** So many changes of set-point tell enough of a day. */
const settings_max = 500;

/** Numbers as they are stored: what is beyond a hundredth is noise of the sum. */
const hundredth = (value: number): number => Math.round(value * 100) / 100 + 0;

/** The record of a day. */
export function makeContent({ identity, zone, day, judged, course, doors, alarms }: HoldSources): HoldContent {
  const { from, to, limits } = judged;
  const { minutes, excursions, gaps, coverage, degree_min, ...judgement } = judgeHoldDay(judged);
  const open = doors.flatMap((door) => clip(door, judged));
  return {
    ...identity,
    judge: holdJudgeVersion,
    day,
    zone,
    from,
    to,
    limits,
    ...judgement,
    minutes: {
      inRange: hundredth(minutes.inRange),
      above: hundredth(minutes.above),
      notProven: hundredth(minutes.notProven),
      off: hundredth(minutes.off),
      free: hundredth(minutes.free),
    },
    coverage: coverage === null ? null : hundredth(coverage),
    degree_min: hundredth(degree_min),
    excursions: excursions.map((one) => ({
      ...one,
      from: Math.round(one.from),
      to: Math.round(one.to),
      minutes: hundredth(one.minutes),
      extreme: hundredth(one.extreme),
      degree_min: hundredth(one.degree_min),
      alarm_min: hundredth(one.alarm_min),
      alarm: alarmOf(one, alarms),
    })),
    gaps: gaps.map((gap) => ({ ...gap, from: Math.round(gap.from), to: Math.round(gap.to) })),
    settings: settingsOf(course, judged),
    defrosts: course.defrosts.flatMap((defrost) => clip(defrost, judged)),
    doors: open,
    doorMinutes: hundredth(open.reduce((sum, one) => sum + ((one.to ?? to) - one.from) / minute_ms, 0)),
    alarms,
  };
}

/** What of a stretch touches a day, whole. */
const clip = <S extends { from: number; to: number | null }>(stretch: S, day: Stretch): S[] =>
  stretch.from < day.to && (stretch.to ?? Infinity) > day.from ? [stretch] : [];

/** The alarm that told of an excursion, if one did. */
function alarmOf({ from, to }: Stretch, alarms: HoldContent['alarms']): string | null {
  const beyond = alarms.filter(({ name }) => tellsOfExcursion.has(name));
  return beyond.find((alarm) => alarm.from <= to && (alarm.to ?? Infinity) >= from)?.id ?? null;
}

const tellsOfExcursion: ReadonlySet<string> = new Set([
  'productTempHighAlarm',
  'productTempCriticalAlarm',
  'hotHoldLowAlarm',
]);

/** When it did something else, or had another set-point. */
function settingsOf({ samples }: HoldCourse, day: Stretch): HoldContent['settings'] {
  const settings: HoldContent['settings'] = [];
  for (const { at, holding, mode, set } of samples) {
    if (at >= day.to || (mode === null && set === null)) continue;
    const last = settings.at(-1);
    const setting = { at: Math.max(at, day.from), holding, mode, set };
    if (last && last.holding === holding && last.mode === mode && last.set === set) continue;
    // What was set before the day holds from its begin.
    if (last && at <= day.from) settings.pop();
    if (settings.length < settings_max) settings.push(setting);
  }
  return settings;
}

/** What lists show of a record. */
export function summaryOf(content: HoldContent): HoldSummary {
  const { verdict, reasons, minutes, coverage, degree_min, food } = content;
  return {
    verdict,
    reasons,
    minutes,
    coverage,
    degree_min,
    excursions: content.excursions.length,
    kinds: kindsOf(content),
    ...rangeOf(food),
  };
}

/** As what food was held in the day. */
const kindsOf = ({ settings }: HoldContent): HoldKind[] => [
  ...new Set(settings.flatMap(({ holding }): HoldKind[] => (holding === 'off' || holding === 'free' ? [] : [holding]))),
];

/** Whether a record says anything: a blast chiller that held nothing has no day. */
export const isHeld = ({ minutes }: HoldContent): boolean => minutes.inRange + minutes.above > 0;

/** A record as it is stored: deflated JSON, and the SHA-256 of that JSON. */
export function pack(content: HoldContent): { content: Buffer; hash: Buffer } {
  const json = JSON.stringify(content);
  return { content: deflateRawSync(json), hash: createHash('sha256').update(json).digest() };
}

/** Reads a stored record. */
export const unpack = (packed: Uint8Array): HoldContent =>
  JSON.parse(inflateRawSync(packed).toString('utf8')) as HoldContent;
