import { estimateOf } from '@brina/domain/energy/estimates';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import styles from './Recipe.module.css';
import { recipeMessages } from './recipe.messages.ts';

/** Below this a tenth of a kilogram says nothing. */
const finer_kg = 0.1;

/**
 * What a cycle needs, and as an estimate, so in italics, what that costs and emits where the kitchen is; beside it what the maker declares for
 * a full load.
 * @param country empty: nobody has said
 */
export function EnergyLine(props: { energy_kWh: number; declared_kWh_per_kg: number | null; country: string }) {
  const { energy_kWh, declared_kWh_per_kg, country } = props;
  const { t } = useMessages(recipeMessages);
  const format = useFormat();
  const { cost_eur, co2_kg } = estimateOf(energy_kWh, country);
  const perShown = (perKg: number): string => format.quantity((perKg * 1000) / format.shownValue(1, 'kg'), 'Wh', 3);
  return (
    <p className={styles.note}>
      {t('energy', { energy: format.energy(energy_kWh * 1000) })}
      {energy_kWh > 0 && (
        <>
          {' · '}
          <em>
            {[
              cost_eur !== null && t('cost', { money: format.money(cost_eur) }),
              t('co2', { mass: format.quantity(co2_kg, 'kg', co2_kg < finer_kg ? 2 : 1) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </em>
        </>
      )}
      {declared_kWh_per_kg !== null && (
        <>
          <br />
          {t('declared', { energy: perShown(declared_kWh_per_kg), unit: format.unit('kg') })}
        </>
      )}
    </p>
  );
}
