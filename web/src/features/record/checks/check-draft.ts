import { checkProbe, type ProbeReading } from '@brina/contract/calls/record/checks';
import type { Input } from '@brina/contract/wire/call';
import { corePointsOf, modelRow, needlesOf } from '@brina/domain/appliance/families/families';
import { byNeedle } from '@brina/domain/appliance/metrics';
import {
  type CheckFinding,
  type CheckMethod,
  type CheckSetting,
  expectedBy,
  judgeCheck,
} from '@brina/domain/haccp/checks/probe-check';
import { stateOf, worstOf } from '@brina/domain/haccp/checks/steadiness';
import { isCalendarDay, spanOfDay } from '@brina/domain/language/local-day';

/** A value of a probe: typed, or the mean of the minute up to a moment, °C and epoch ms. */
export type Taken = { value_C: number; until: number | null };

/** What somebody has said of a check so far. */
export type CheckDraft = {
  needle: number;
  isTipOnly: boolean;
  method: CheckMethod | null;
  altitude_m: number;
  /** What the reference thermometer reads, °C. */
  reference_C: number;
  instrument: string;
  certificate: string;
  /** The day until which the certificate holds; empty: nobody has said. */
  certificateUntil: string;
  before: Taken | null;
  isAdjusted: boolean | null;
  after: Taken | null;
};

export const newCheck: CheckDraft = {
  needle: 1,
  isTipOnly: false,
  method: null,
  altitude_m: 0,
  reference_C: 0,
  instrument: '',
  certificate: '',
  certificateUntil: '',
  before: null,
  isAdjusted: null,
  after: null,
};

/** One question a step. */
export type CheckStep =
  | 'needle'
  | 'method'
  | 'altitude'
  | 'reference'
  | 'part'
  | 'measure'
  | 'adjust'
  | 'after'
  | 'sign';

/** What is asked of a unit: only what it has a choice of. @param maySign whether whoever is signed in signs records */
export function stepsOf({ method, isAdjusted }: CheckDraft, model: string, maySign: boolean): CheckStep[] {
  const row = modelRow(model);
  const points = byNeedle(corePointsOf(row))[0]?.length ?? 1;
  return [
    ...(row && needlesOf(row) > 1 ? ['needle' as const] : []),
    'method',
    ...(method === 'BOILING' ? ['altitude' as const] : []),
    ...(method === 'REFERENCE' ? ['reference' as const] : []),
    ...(points > 1 ? ['part' as const] : []),
    'measure',
    'adjust',
    ...(isAdjusted ? ['after' as const] : []),
    ...(maySign ? ['sign' as const] : []),
  ];
}

/** By what it is checked; null as long as nobody has said so. */
export function settingOf({ method, altitude_m, reference_C }: CheckDraft): CheckSetting | null {
  if (method === 'BOILING') return { method, altitude_m };
  if (method === 'REFERENCE') return { method, reference_C };
  return method && { method };
}

/** What the values taken so far come to; null without any. */
export function findingOf(draft: CheckDraft): CheckFinding | null {
  const setting = settingOf(draft);
  if (!setting || !draft.before) return null;
  return judgeCheck(setting, draft.before.value_C, draft.isAdjusted ? (draft.after?.value_C ?? null) : null);
}

/** A needle that reads farther away than this is not in what it is checked by: however still it is, it is no value. */
export const elsewhere_K = 10;

/** What a needle reads by the points that are checked, how they stand, and how far they vary; the last value where there is no mean yet. */
export function readOf(
  { isTipOnly }: Pick<CheckDraft, 'isTipOnly'>,
  { state, points }: ProbeReading,
  setting: CheckSetting,
): {
  state: ProbeReading['state'];
  value_C: number | null;
  mean_C: number | null;
  sigma_K: number | null;
  spread_K: number;
} {
  const checked = points.filter(({ point }) => !isTipOnly || point === 1);
  const numbers = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);
  const worst = (values: readonly number[]): number | null =>
    values.length === 0 ? null : worstOf(values, expectedBy(setting));
  const last = numbers(checked.map(({ last_C }) => last_C));
  const means = numbers(checked.map(({ mean_C }) => mean_C));
  const sigmas = numbers(checked.map(({ sigma_K }) => sigma_K));
  return {
    state: state === 'stale' ? state : stateOf(checked),
    value_C: worst(last),
    mean_C: means.length < checked.length ? null : worst(means),
    sigma_K: sigmas.length === 0 ? null : Math.max(...sigmas),
    spread_K: last.length < 2 ? 0 : Math.max(...last) - Math.min(...last),
  };
}

/** The last moment at which the certificate of the thermometer holds, epoch ms. */
const untilOf = ({ certificateUntil: day }: Pick<CheckDraft, 'certificateUntil'>, timeZone: string): number | null =>
  isCalendarDay(day) ? spanOfDay(day, timeZone).to - 1 : null;

type Body = Input<typeof checkProbe>['body'];

/**
 * What is sent of a draft whose questions are answered. The portal measures both values itself, or both are as they stand on the screen: one
 * that was typed makes a check by hand.
 * @param instrument what stands for ice or boiling water @param timeZone of the kitchen @param now epoch ms
 */
export function bodyOf(
  draft: CheckDraft,
  { instrument, timeZone, now }: { instrument: string; timeZone: string; now: number },
): Body | null {
  const { needle, isTipOnly, certificate, before, isAdjusted } = draft;
  const setting = settingOf(draft);
  const after = isAdjusted ? draft.after : null;
  if (!setting || !before || (isAdjusted && !after)) return null;
  const points: number[] = isTipOnly ? [1] : [];
  const by =
    setting.method === 'REFERENCE'
      ? {
          instrument: draft.instrument.trim(),
          certificate: certificate.trim(),
          certificateUntil: untilOf(draft, timeZone),
        }
      : { instrument, certificate: '', certificateUntil: null };
  const said = { needle, points, ...by, note: '', setting };
  if (before.until !== null && (after === null || after.until !== null))
    return { ...said, source: 'TELEMETRY', until: { before: before.until, after: after?.until ?? null } };
  return { ...said, source: 'MANUAL', before_C: before.value_C, after_C: after?.value_C ?? null, at: now };
}
