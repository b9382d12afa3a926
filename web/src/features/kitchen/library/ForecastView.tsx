import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { families } from '@brina/domain/appliance/families/families';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { minute_ms } from '@brina/domain/language/durations';
import { formatDuration } from '@brina/domain/language/time';
import { type Forecast, usualStart } from '@brina/domain/thermal/forecast';
import { useMemo } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { useRuleWords } from '../../../appliance/use-rule-words.ts';
import { useFailure } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ForecastChart, type ForecastLine, type ForecastPicture } from '../../../ui/ForecastChart.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EnergyLine } from './EnergyLine.tsx';
import type { ForecastAnswer, MeasuredStart } from './forecast.ts';
import styles from './Recipe.module.css';
import { recipeMessages } from './recipe.messages.ts';

/** A forecast: how long, whether the limit is kept, with what food it is, what it needs, and the curve. */
export function ForecastView(props: {
  cycle: Pick<Recipe, 'family'>;
  answer: ForecastAnswer | null;
  isStale: boolean;
  /** Reckons once more what failed; null: nothing did. */
  retry: (() => void) | null;
  /** What is known of the chamber and the room to begin with. */
  start: MeasuredStart;
  /** Whether the food is in the forecast; without, it is air and humidity alone. */
  hasFood: boolean;
  /** Where the energy is bought; empty: nobody has said. */
  country: string;
}) {
  const { cycle, answer, isStale, retry, start, hasFood, country } = props;
  const { t } = useMessages(recipeMessages);
  const failure = useFailure();
  const format = useFormat();
  const duration = (minutes: number): string => format.duration(Math.round(minutes) * minute_ms);
  if (retry) return <ErrorState {...failure(null, retry)} />;
  if (!answer) return isStale ? <Skeleton height={340} /> : null;
  const { nominal, runs } = answer;
  return (
    <>
      <div className={styles.answer}>
        <p className={styles.total}>{totalOf(answer, t, duration)}</p>
        <p className={styles.note}>{startWords(start, t, (value) => format.quantity(value, 'Cel', 0))}</p>
        {runs > 0 && <p className={styles.note}>{t('own', { n: runs })}</p>}
        <EnergyLine energy_kWh={nominal.kWh} declared_kWh_per_kg={answer.declared_kWh_per_kg} country={country} />
      </div>
      {answer.drift_min !== null && <Notice kind="info">{t('drift', { time: duration(answer.drift_min) })}</Notice>}
      {hasFood ? <RuleAnswer answer={answer} /> : <p className={styles.note}>{t('noModel')}</p>}
      <Curve cycle={cycle} answer={answer} isStale={isStale} />
    </>
  );
}

type Words = ReturnType<typeof useMessages<(typeof recipeMessages)['texts']>>['t'];

/** With which air of the chamber and of the room it was reckoned, and which of the two was measured. */
function startWords({ cell, ambient }: MeasuredStart, t: Words, temperature: (value: number) => string): string {
  return [
    cell === undefined
      ? t('cellAssumed', { temperature: temperature(usualStart.cell) })
      : t('cellNow', { temperature: temperature(cell) }),
    ambient === undefined
      ? t('roomAssumed', { temperature: temperature(usualStart.ambient) })
      : t('room', { temperature: temperature(ambient) }),
  ].join(' · ');
}

/** How long it takes, and between which lengths; or that it does not end by itself. */
export function totalOf(
  { nominal, fast, slow }: ForecastAnswer,
  t: Words,
  duration: (minutes: number) => string,
): string {
  const { total_min } = nominal;
  if (total_min === null) return nominal.phases.at(-1)?.byFood ? t('never') : t('open');
  const total = duration(total_min);
  if (fast.total_min === slow.total_min || fast.total_min === null || slow.total_min === null) return total;
  return t('about', { total, from: duration(fast.total_min), to: duration(slow.total_min) });
}

/** Whether the kitchen's limit is kept, and with which food it is. */
function RuleAnswer({ answer }: { answer: ForecastAnswer }) {
  const { t } = useMessages(recipeMessages);
  const { nameOfRow } = useRuleWords();
  const format = useFormat();
  const { rule, keeping, thickest_mm, heaviest_kg } = answer;
  if (keeping === 'not_judged' || !rule) return <p className={styles.note}>{t('verdict.none')}</p>;
  const name = nameOfRow(rule);
  const limits = [
    thickest_mm === null ? t('thickestNone') : t('thickest', { depth: format.quantity(thickest_mm, 'mm') }),
    heaviest_kg !== null && t('heaviest', { kg: format.quantity(heaviest_kg, 'kg') }),
  ].filter(Boolean);
  return (
    <Notice kind={keeping === 'kept' ? 'success' : keeping === 'tight' ? 'info' : 'warning'}>
      <strong>{t(`verdict.${keeping}`, { rule: name })}</strong> {limits.join(' ')}
    </Notice>
  );
}

/** Points of a line; of a long forecast so many that a screen shows no fewer. */
const points_max = 400;

function lineOf(forecast: Forecast, key: 'air' | 'surface' | 'core'): ForecastLine['points'] {
  const every = Math.ceil(forecast.points.length / points_max);
  return forecast.points
    .filter((_, place) => place % every === 0 || place === forecast.points.length - 1)
    .map((point) => [point.at_min, point[key]] as const);
}

function Curve({
  cycle,
  answer,
  isStale,
}: {
  cycle: Pick<Recipe, 'family'>;
  answer: ForecastAnswer;
  isStale: boolean;
}) {
  const { t } = useMessages(recipeMessages);
  const { t: phaseName } = useMessages(phaseMessages);
  const { t: chart } = useMessages(applianceMessages);
  const format = useFormat();
  const picture = useMemo((): ForecastPicture => {
    const { nominal, fast, slow, rule, keeping } = answer;
    const hasFood = nominal.points.some(({ core }) => core !== null);
    const [stage] = rule?.stages ?? [];
    return {
      lines: [
        { key: 'air', label: t('air'), points: lineOf(nominal, 'air') },
        ...(hasFood
          ? ([
              { key: 'surface', label: t('surface'), points: lineOf(nominal, 'surface') },
              { key: 'core', label: t('core'), points: lineOf(nominal, 'core') },
            ] as const)
          : []),
      ],
      band:
        hasFood && fast !== slow ? { label: t('band'), fast: lineOf(fast, 'core'), slow: lineOf(slow, 'core') } : null,
      rule:
        stage && keeping !== 'not_judged'
          ? {
              label: `${format.temperature(stage.to)} · ${format.duration(stage.max_min * minute_ms)}`,
              value: stage.to,
              at_min: stage.max_min,
            }
          : null,
      turns: nominal.phases.slice(1).map(({ from_min, phase }) => {
        const key = families[cycle.family].phases[phase];
        return { at_min: from_min, label: key ? phaseName(key) : String(phase) };
      }),
      to_min: Math.max(nominal.points.at(-1)?.at_min ?? 0, slow.total_min ?? 0),
    };
  }, [answer, cycle.family, t, phaseName, format]);
  const { nominal } = answer;
  const last = nominal.points.at(-1);
  const summary = t('curve', {
    end: format.temperature(last?.core ?? last?.air ?? null),
    total: format.duration((nominal.total_min ?? last?.at_min ?? 0) * minute_ms),
    low: format.temperature(Math.min(...nominal.points.map(({ air }) => air))),
  });
  return (
    <ForecastChart
      picture={picture}
      texts={{
        label: t('expected'),
        summary,
        asTable: chart('asTable'),
        asChart: chart('asChart'),
        time: t('fromStart'),
        nothing: '–',
      }}
      isStale={isStale}
      value={(value) => format.temperature(value)}
      time={(minutes, isFine) => (isFine ? formatDuration(minutes * 60) : format.duration(minutes * minute_ms))}
    />
  );
}
