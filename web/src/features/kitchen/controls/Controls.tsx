import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { knownModel } from '@brina/domain/appliance/families/families';
import { useId } from 'react';
import { zonesIn } from '../../../appliance/appliance-state.ts';
import { controlMessages } from '../../../appliance/controls.messages.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Card } from '../../../ui/Card.tsx';
import styles from './Controls.module.css';
import { UnitControls } from './parts/UnitControls.tsx';
import { ZoneControls } from './parts/ZoneControls.tsx';
import type { CommandHandle } from './use-command.ts';
import { useOrders } from './use-orders.tsx';

/**
 * Everything that can be set on an appliance, as the rows of its family say (S4.16–S4.18). Who may command at all comes with the data;
 * who may not sees what is set elsewhere on the page.
 */
export function Controls({ appliance, command }: { appliance: Appliance; command: CommandHandle }) {
  const known = knownModel(appliance.model);
  if (!known || !appliance.may.command) return null;
  return <KnownControls appliance={appliance} command={command} known={known} />;
}

function KnownControls(props: {
  appliance: Appliance;
  command: CommandHandle;
  known: NonNullable<ReturnType<typeof knownModel>>;
}) {
  const { appliance, command, known } = props;
  const { t } = useMessages(controlMessages);
  const heading = useId();
  const { orders, dialog } = useOrders(appliance, known, command);
  const zones = zonesIn(appliance);
  return (
    <>
      {zones.length > 1 && (
        <div className={styles.zones}>
          {zones.map((zone) => (
            <Card key={zone} as="section" labelledBy={`${heading}-${zone}`}>
              <h2 id={`${heading}-${zone}`} className={styles.title}>
                {t(`zone${zone}`)}
              </h2>
              <ZoneControls orders={orders} zone={zone} />
            </Card>
          ))}
        </div>
      )}
      <Card as="section" labelledBy={heading}>
        <h2 id={heading} className={styles.title}>
          {t('controls')}
        </h2>
        {orders.blocked && <p className={styles.blocked}>{orders.blocked}</p>}
        <div className={styles.spread}>
          {zones.length === 1 && <ZoneControls orders={orders} zone={1} />}
          <UnitControls orders={orders} />
        </div>
      </Card>
      {dialog}
    </>
  );
}
