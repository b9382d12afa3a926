import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { families } from '@brina/domain/appliance/families/families';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { type ProofingPhase, proofingPhases } from '@brina/domain/cycles/proofing';
import { minute_ms } from '@brina/domain/language/durations';
import type { ProverDefinition, RecipeDefinition } from '@brina/domain/recipes/recipe';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Card } from '../../../../ui/Card.tsx';
import { airText, usePhaseEnd } from '../../cycles/phase-words.ts';
import styles from '../Recipe.module.css';
import { recipeMessages } from '../recipe.messages.ts';

/** What a cycle does, phase by phase. */
export function RecipePhases({ cycle }: { cycle: Recipe }) {
  const { t } = useMessages(recipeMessages);
  return (
    <Card as="section">
      <h2 className={styles.heading}>{t('phases')}</h2>
      <ol className={styles.rows}>
        <PhaseRows definition={cycle.definition} />
      </ol>
    </Card>
  );
}

/** The phases of a definition as items of a list: name, how each ends, and its air, fan and humidity. */
export const PhaseRows = ({ definition }: { definition: RecipeDefinition }) =>
  definition.family === 'PL' ? <PlanRows {...definition} /> : <BlastRows {...definition} />;

function BlastRows({ family, phases }: Exclude<RecipeDefinition, ProverDefinition>) {
  const { t } = useMessages(phaseMessages);
  const format = useFormat();
  const endOf = usePhaseEnd();
  return phases.map((phase, index) => {
    const key = families[family].phases[phase.phase];
    const { rh, end } = phase;
    const held = end.by === 'core' && end.hold_min !== undefined && format.duration(end.hold_min * minute_ms);
    const humidity = rh && ('set' in rh ? format.percent(rh.set) : `≤ ${format.percent(rh.max)}`);
    return (
      // A cycle may hold the same phase twice; its place is its identity.
      <li key={index}>
        <span className={styles.name}>{key ? t(key) : String(phase.phase)}</span>
        <span className={styles.state}>{[endOf(phase), held].filter(Boolean).join(' + ')}</span>
        <p className={styles.why}>
          {[airText(phase, format), format.percent(phase.fan), humidity].filter(Boolean).join(' · ')}
        </p>
      </li>
    );
  });
}

function PlanRows({ plan }: ProverDefinition) {
  const { t } = useMessages(phaseMessages);
  const format = useFormat();
  const row = families.PL.proofing;
  const shown: readonly ProofingPhase[] = proofingPhases.filter(
    (name) => name !== 'sleeping' || plan.sleeping !== false,
  );
  return shown.map((name) => {
    const set = plan[name] || {};
    const usual = row?.[name];
    const time_min = set.time_min ?? usual?.time_min?.default;
    const parts = [
      format.temperature(set.air ?? usual?.air.default ?? null),
      usual?.rh && format.percent(set.rh ?? usual.rh.default),
      format.percent(set.fan ?? usual?.fan.default ?? null),
    ];
    return (
      <li key={name}>
        <span className={styles.name}>{t(name)}</span>
        <span className={styles.state}>{time_min == null ? '' : format.duration(time_min * minute_ms)}</span>
        <p className={styles.why}>{parts.filter(Boolean).join(' · ')}</p>
      </li>
    );
  });
}
