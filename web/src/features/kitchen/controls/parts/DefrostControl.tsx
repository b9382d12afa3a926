import { inZone } from '@brina/domain/appliance/metrics';
import { stateKey } from '@brina/domain/appliance/states';
import { stateMessages } from '@brina/domain/appliance/states.messages';
import type { TablerIcon } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { reportedNumber, type ZoneNumber, zonesIn } from '../../../../appliance/appliance-state.ts';
import { controlMessages } from '../../../../appliance/controls.messages.ts';
import { OpenDoor } from '../../../../appliance/OpenDoor.tsx';
import { useMessages } from '../../../../lib/messages.ts';
import { ControlRow } from '../../../../ui/ControlRow.tsx';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';
import { ActButton } from '../ActButton.tsx';
import styles from '../Controls.module.css';
import { RowNote } from '../RowNote.tsx';
import type { Orders } from '../use-orders.tsx';
import { zoneArg } from './zone-arg.ts';

const EmptyCellDialog = lazy(async () => ({ default: (await import('./EmptyCellDialog.tsx')).EmptyCellDialog }));

/** Starts and ends a defrost (S4.16). A blast chiller holds food only while it works: its chamber has to be empty, and a tick says so. */
export function DefrostControl({ orders, zone, icon }: { orders: Orders; zone: ZoneNumber; icon: TablerIcon }) {
  const { appliance, family } = orders;
  const { t } = useMessages(controlMessages);
  const { t: state } = useMessages(stateMessages);
  const zones = zonesIn(appliance).length;
  const [asking, setAsking] = useState(false);
  const code = reportedNumber(appliance, inZone('defrostState', zone));
  const runs = code !== null && code !== 0;
  const key = code === null ? undefined : stateKey('defrostState', code);
  const now = key ? state(key) : '–';
  const args = { on: !runs, ...zoneArg(orders, zone) };
  const wish = orders.wish('setDefrost', (command) => command.args.on === runs, zoneArg(orders, zone));
  const press = () => {
    if (!runs && family.gamma === 'ABBATTITORE') setAsking(true);
    else {
      orders.order('setDefrost', args, {
        title: t(runs ? 'defrostStopTitle' : 'defrostTitle'),
        body: (
          <>
            {zones > 1 && <strong className={styles.place}>{t(`zone${zone}`)}</strong>}
            {!runs && <OpenDoor appliance={appliance} />}
            {t(runs ? 'defrostStopBody' : 'defrostBody')}
          </>
        ),
        confirm: t(runs ? 'defrostStop' : 'defrostStart'),
      });
    }
  };
  return (
    <>
      <ControlRow
        icon={icon}
        label={t('command.setDefrost')}
        value={now}
        note={
          <RowNote
            orders={orders}
            name="setDefrost"
            args={zoneArg(orders, zone)}
            wish={wish}
            wanted={t(wish?.command.args.on ? 'on' : 'off')}
            now={now}
          />
        }
      >
        <ActButton
          orders={orders}
          name="setDefrost"
          args={zoneArg(orders, zone)}
          act={t(runs ? 'defrostStop' : 'defrostStart')}
          what={t('command.setDefrost')}
          zone={zone}
          onClick={press}
        />
      </ControlRow>
      {asking && (
        <DialogSlot>
          <EmptyCellDialog orders={orders} args={args} onClose={() => setAsking(false)} />
        </DialogSlot>
      )}
    </>
  );
}
