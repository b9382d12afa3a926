import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { modelRow } from '@brina/domain/appliance/families/families';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { Suspense } from 'react';
import { FoodFields } from '../../../../appliance/FoodFields.tsx';
import type { Said } from '../../../../appliance/said.ts';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import type { Tone } from '../../../../ui/tones.ts';
import { runMessages } from '../run.messages.ts';
import type { Outcome } from '../use-start-runs.ts';
import styles from './RunDialog.module.css';
import { RunTrays } from './RunTrays.tsx';

// Before the start, not before the dialog: the model of the food comes with it.
const RunExpected = comesLater(async () => {
  const { RunExpected: Part, messages } = await import('./RunExpected.tsx');
  return { Part, messages };
});

const tones: Readonly<Record<Outcome['state'], Tone>> = {
  sending: 'idle',
  sent: 'idle',
  accepted: 'hot',
  running: 'proof',
  refused: 'alarm',
};

/** One appliance of a start: what is inside, and what became of it. */
export function RunRow(props: {
  cycle: Recipe;
  appliance: Recipe['appliances'][number];
  /** The same appliance as it is now. */
  unit: Appliance | undefined;
  said: Said;
  outcome: Outcome | undefined;
  onSay: (said: Said) => void;
}) {
  const { cycle, appliance, unit, said, outcome, onSay } = props;
  const { t } = useMessages(runMessages);
  const { t: refusal, has } = useMessages(refusalMessages);
  const model = modelRow(appliance.model);
  const reasonOf = ({ text, reason = '' }: Extract<Outcome, { state: 'refused' }>): string =>
    text ?? (has(reason) ? refusal(reason) : reason);
  const isOpen = outcome === undefined || outcome.state === 'refused';
  return (
    <fieldset className={styles.row}>
      <legend className={styles.legend}>{appliance.name}</legend>
      {outcome && (
        <div role="status">
          <StateBadge
            tone={tones[outcome.state]}
            label={outcome.state === 'refused' ? reasonOf(outcome) : t(`state.${outcome.state}`)}
          />
        </div>
      )}
      {isOpen && (
        <>
          {model && (
            <Suspense>
              <RunExpected {...{ cycle, model, unit }} kg={said.kg} />
            </Suspense>
          )}
          {cycle.family !== 'PL' && <FoodFields model={appliance.model} said={said} onSay={onSay} />}
          <RunTrays cycle={cycle} model={appliance.model} said={said} onSay={onSay} />
        </>
      )}
    </fieldset>
  );
}
