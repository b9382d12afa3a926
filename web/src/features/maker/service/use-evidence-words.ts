import type { AlarmInterval } from '@brina/contract/calls/record/alarms';
import { inFirstZone, isMetric, type MetricRow, metrics } from '@brina/domain/appliance/metrics';
import { metricMessages } from '@brina/domain/appliance/metrics.messages';
import { stateKey } from '@brina/domain/appliance/states';
import { stateMessages } from '@brina/domain/appliance/states.messages';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import type { QuantityUnit } from '@brina/domain/language/quantity';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { diagnosisMessages } from './diagnosis.messages.ts';

/** Terms of evidence that are no metrics, with the unit they are told in. */
const terms = {
  limit: 'Cel',
  target: 'Cel',
  extreme: 'Cel',
  condenserApproach: 'K',
  baseline: 'K',
  openings: '1',
  starts: '1',
  timeOuts: '1',
  open_s: 's',
  minutes: 'min',
  forecast_min: 'min',
  duty: 'share',
} as const satisfies Readonly<Record<string, QuantityUnit | 'share'>>;
type Term = keyof typeof terms;
const isTerm = (name: string): name is Term => Object.hasOwn(terms, name);

/** What stood behind an alarm, in words and in the reader's units; a term this version does not know is left out. */
export function useEvidenceWords(): (alarm: Pick<AlarmInterval, 'evidence' | 'excursion'>) => string[] {
  const { t } = useMessages(diagnosisMessages);
  const { t: metricWord } = useMessages(metricMessages);
  const { t: stateWord } = useMessages(stateMessages);
  const format = useFormat();

  const shown = (value: number, unit: QuantityUnit): string => {
    if (unit === 's') return format.duration(value * second_ms);
    return unit === 'min' ? format.duration(value * minute_ms) : format.quantity(value, unit);
  };
  const metric = (name: string, value: number): string | null => {
    if (!isMetric(name)) return null;
    const row: MetricRow = metrics[name];
    const state = row.kind === 'state' ? stateKey(inFirstZone(name), value) : undefined;
    return `${metricWord(name)}: ${state ? stateWord(state) : shown(value, row.unit)}`;
  };
  const term = (name: string, value: number): string | null => {
    const known = name === 'holdLimit' ? 'limit' : name;
    if (!isTerm(known)) return null;
    const unit: QuantityUnit | 'share' = terms[known];
    if (unit === 'share') return `${t(`term.${known}`)}: ${format.percent(value * 100)}`;
    return `${t(`term.${known}`)}: ${shown(value, unit)}`;
  };
  return ({ evidence, excursion }) => [
    ...Object.entries(evidence).flatMap(([name, value]) =>
      typeof value === 'number' ? (metric(name, value) ?? term(name, value) ?? []) : [],
    ),
    ...(excursion ? [`${t('term.extreme')}: ${format.temperature(excursion.extreme)}`] : []),
  ];
}
