import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { modelRow } from '@brina/domain/appliance/families/families';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { loadLimitsOf } from '@brina/domain/cycles/cycle-plan';
import { TextInput } from '@mantine/core';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { useMessages } from '../../../../lib/messages.ts';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import type { Tone } from '../../../../ui/tones.ts';
import { runMessages } from '../run.messages.ts';
import type { Outcome } from '../use-start-runs.ts';
import styles from './RunDialog.module.css';

/** What is said of the food on one appliance. */
export type Said = { readonly kg: number | null; readonly product: string; readonly lot: string };
export const unsaid: Said = { kg: null, product: '', lot: '' };

/** What is said as arguments of a start; what is not said stays away. */
export const argsOf = ({ kg, product, lot }: Said): Readonly<Record<string, unknown>> => ({
  ...(kg !== null && { load_kg: kg }),
  ...(product.trim() && { product: product.trim() }),
  ...(lot.trim() && { lot: lot.trim() }),
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
  said: Said;
  outcome: Outcome | undefined;
  onSay: (said: Said) => void;
}) {
  const { cycle, appliance, said, outcome, onSay } = props;
  const { t } = useMessages(runMessages);
  const { t: refusal, has } = useMessages(refusalMessages);
  const model = modelRow(appliance.model);
  const load = model ? loadLimitsOf(model) : null;
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
          {load && cycle.family !== 'PL' && (
            <QuantityField
              label={t('load')}
              unit="kg"
              limits={load}
              step={1}
              value={said.kg}
              onChange={(kg) => onSay({ ...said, kg })}
            />
          )}
          {cycle.family !== 'PL' && (
            <div className={styles.words}>
              <TextInput
                label={t('product')}
                maxLength={60}
                value={said.product}
                onChange={(event) => onSay({ ...said, product: event.currentTarget.value })}
              />
              <TextInput
                label={t('lot')}
                maxLength={40}
                value={said.lot}
                onChange={(event) => onSay({ ...said, lot: event.currentTarget.value })}
              />
            </div>
          )}
        </>
      )}
    </fieldset>
  );
}
