import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { families } from '@brina/domain/appliance/families/families';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { minute_ms } from '@brina/domain/language/durations';
import type { Forecast, ForecastPhase } from '@brina/domain/thermal/forecast';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Card } from '../../../../ui/Card.tsx';
import { PhaseTimeline, type TimelinePhase } from '../../../../ui/PhaseTimeline.tsx';
import styles from '../Recipe.module.css';
import { recipeMessages } from '../recipe.messages.ts';
import { type PhaseLine, usePhaseLines } from '../use-phase-lines.ts';

/** What is forecast of the phases; null: nothing yet, or nothing at all. */
export type PhaseForecast = { readonly forecast: Forecast | null; readonly isStale: boolean };

/** What a cycle does, phase by phase, as long on the timeline as the forecast says; without one what each of them is (B3.1). */
export function RecipePhases({ cycle, forecast, isStale }: { cycle: Recipe } & PhaseForecast) {
  const { t } = useMessages(recipeMessages);
  const phases = usePhases(cycle, forecast);
  return (
    <Card as="section">
      <h2 className={styles.heading}>{t('phases')}</h2>
      <PhaseTimeline
        label={t('phases')}
        phases={phases}
        ends={null}
        endLabel=""
        isUnknown={forecast === null}
        isStale={isStale}
      />
    </Card>
  );
}

function usePhases({ definition }: Recipe, forecast: Forecast | null): readonly TimelinePhase[] {
  const { t } = useMessages(recipeMessages);
  const { t: nameOf } = useMessages(phaseMessages);
  const takesOf = useTakes();
  const lines = usePhaseLines(definition);
  const shown_min = forecast?.points.at(-1)?.at_min ?? 0;
  const lengthOf = (passed: ForecastPhase | undefined): number =>
    passed ? (passed.to_min ?? shown_min) - passed.from_min : 0;
  const passes = forecast?.phases ?? [];
  const phases = lines.map((line, index): TimelinePhase => {
    // A plan whose rest needs all of the time does without its store: there the code says which phase it is.
    const passed = passes.find((one) => (definition.family === 'PL' ? one.phase === line.phase : one.index === index));
    const isOpen = line.length === 'open';
    const isReckoned = line.length === 'reckoned';
    return {
      key: String(index),
      label: line.name,
      detail: [isReckoned && line.end, line.facts].filter(Boolean).join(' · '),
      begins: null,
      length: lengthOf(passed),
      isOpen: isOpen || passed?.to_min === null,
      takes: takesOf(line, forecast && (passed ?? 'never')),
      state: 'ahead',
      tone: line.tone,
    };
  });
  const added = passes.findIndex(({ index }) => index === null);
  const passed = passes[added];
  if (!passed) return phases;
  const key = families[definition.family].phases[passed.phase];
  return phases.toSpliced(added, 0, {
    key: 'added',
    label: key ? nameOf(key) : String(passed.phase),
    detail: t('phaseAdded'),
    begins: null,
    length: lengthOf(passed),
    takes: takesOf({ length: 'reckoned', end: '' }, passed),
    state: 'ahead',
    tone: 'idle',
  });
}

/** How long a phase takes, in words: what it says of itself, else what is forecast of it; empty while that is not known. */
function useTakes(): (line: Pick<PhaseLine, 'length' | 'end'>, passed: ForecastPhase | 'never' | null) => string {
  const { t } = useMessages(recipeMessages);
  const format = useFormat();
  return ({ length, end }, passed) => {
    if (passed === 'never') return t('phaseNever');
    // Whole minutes from the start, so that the phases together are as long as the cycle.
    const time =
      passed?.to_min != null && format.duration((Math.round(passed.to_min) - Math.round(passed.from_min)) * minute_ms);
    if (time && passed?.endedBy === 'maximum') return t('phaseGivenUp', { time });
    if (length === 'open') return t('open');
    if (length === 'left') return t('phaseLeft');
    if (length === 'told') return end;
    if (!passed) return '';
    if (!time) return t('phaseNever');
    return passed.endedBy === 'target' ? t('phaseAbout', { time }) : time;
  };
}
