import type { SharedAppliance } from '@brina/contract/calls/people/sharing';
import { displayModel } from '@brina/domain/appliance/families/families';
import { Checkbox } from '@mantine/core';
import { useMessages } from '../../../../lib/messages.ts';
import type { SharedKitchen } from '../sharing.data.ts';
import { sharingMessages } from '../sharing.messages.ts';
import styles from './ApplianceChecklist.module.css';

/** The company's appliances by kitchen, to tick; a kitchen can be ticked as a whole. */
export function ApplianceChecklist(props: {
  kitchens: readonly SharedKitchen[];
  isChosen: (appliance: SharedAppliance) => boolean;
  onChoose: (appliances: readonly SharedAppliance[], chosen: boolean) => void;
}) {
  const { kitchens, isChosen, onChoose } = props;
  const { t } = useMessages(sharingMessages);
  return (
    <div className={styles.kitchens}>
      {kitchens.map(({ id, name, appliances }) => {
        const kitchen = name ?? t('noKitchen');
        const chosen = appliances.filter(isChosen);
        const all = chosen.length === appliances.length;
        return (
          <fieldset key={id ?? ''} className={styles.kitchen}>
            <legend className={styles.hidden}>{kitchen}</legend>
            <div className={styles.head}>
              <Checkbox
                label={<span className={styles.kitchenName}>{kitchen}</span>}
                aria-label={t('allOf', { kitchen })}
                checked={all}
                indeterminate={chosen.length > 0 && !all}
                // Ticking a kitchen that is ticked in part completes it; only what changes is asked for.
                onChange={() =>
                  onChoose(
                    appliances.filter((appliance) => isChosen(appliance) === all),
                    !all,
                  )
                }
              />
              <span className={styles.count}>{t('sharedOf', { n: chosen.length, total: appliances.length })}</span>
            </div>
            {appliances.map((appliance) => (
              <Checkbox
                key={appliance.serialNumber}
                className={styles.appliance}
                label={appliance.name}
                description={`${displayModel(appliance.model)} · ${appliance.serialNumber}`}
                checked={isChosen(appliance)}
                onChange={(event) => onChoose([appliance], event.currentTarget.checked)}
              />
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}
