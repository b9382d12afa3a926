import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { IconCheck } from '@tabler/icons-react';
import { trayMessages } from '../../../../appliance/tray.messages.ts';
import { useTrayTone } from '../../../../appliance/tray-tone.ts';
import { mostUrgent } from '../../../../appliance/trays.ts';
import { useTrays } from '../../../../appliance/use-trays.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import styles from './WallTile.module.css';

/** The trays, or trolleys, of a run that goes on, those that are done first, in the line of a tile. */
export function WallTrays({ appliance, of }: { appliance: Appliance; of: 'tray' | 'trolley' }) {
  const { t } = useMessages(trayMessages);
  const format = useFormat();
  const { trays } = useTrays(appliance);
  useTrayTone(trays);
  return mostUrgent(trays).map(({ tray, left_min, product }) => (
    <span key={tray} className={styles.tray} data-done={left_min === 0 || undefined}>
      {left_min === 0 && <IconCheck className={styles.icon} aria-hidden />}
      {t(`place.${of}`, { n: format.number(tray) })}:{' '}
      {left_min === 0 ? t('done') : left_min === null ? '–' : format.quantity(left_min, 'min')}
      {left_min === 0 && product && ` · ${product}`}
    </span>
  ));
}
