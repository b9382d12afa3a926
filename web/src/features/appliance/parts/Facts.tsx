import type { Appliance } from '@brina/contract/appliances';
import { displayModel } from '@brina/domain/families/families';
import { familyMessages } from '@brina/domain/families/families.messages';
import { metricMessages } from '@brina/domain/metrics.messages';
import { stateKey } from '@brina/domain/states';
import { stateMessages } from '@brina/domain/states.messages';
import { useId } from 'react';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Card } from '../../../ui/Card.tsx';
import { DefinitionList } from '../../../ui/DefinitionList.tsx';
import { applianceMessages } from '../appliance.messages.ts';
import { reportedNumber } from '../appliance-state.ts';
import styles from './Facts.module.css';

/** What the machine is doing right now, beside its temperatures. */
export function MachineFacts({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const { t: metric } = useMessages(metricMessages);
  const { t: state } = useMessages(stateMessages);
  const format = useFormat();
  const heading = useId();
  const value = (name: string) => reportedNumber(appliance, name);
  const stateWord = (name: string) => {
    const key = stateKey(name, value(name) ?? -1);
    return key ? state(key) : format.number(value(name));
  };
  return (
    <Card as="section" labelledBy={heading}>
      <h2 id={heading} className={styles.title}>
        {t('facts')}
      </h2>
      <DefinitionList
        items={[
          { term: metric('door'), detail: stateWord('door') },
          { term: metric('compressorState'), detail: stateWord('compressorState') },
          { term: metric('evapFanPercentage'), detail: format.percent(value('evapFanPercentage')) },
          { term: metric('instantPower'), detail: format.power(value('instantPower')) },
          { term: metric('TAmbient'), detail: format.temperature(value('TAmbient')) },
          { term: metric('dailyOpenDoor1Counter'), detail: format.number(value('dailyOpenDoor1Counter')) },
        ]}
      />
    </Card>
  );
}

/** Which appliance it is and where it stands. */
export function ApplianceInfo({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const { t: category } = useMessages(familyMessages);
  const format = useFormat();
  const heading = useId();
  const moment = useNow(10_000);
  const { online, lastSeenAt } = appliance;
  return (
    <Card as="section" labelledBy={heading}>
      <h2 id={heading} className={styles.title}>
        {t('info')}
      </h2>
      <DefinitionList
        items={[
          { term: t('model'), detail: displayModel(appliance.model) },
          { term: t('category'), detail: category(appliance.gamma) },
          { term: t('serialNumber'), detail: appliance.serialNumber },
          { term: t('kitchen'), detail: appliance.lab?.name ?? '–' },
          { term: t('firmware'), detail: appliance.currentFirmware || '–' },
        ]}
      />
      {!online && (
        <p className={styles.seen}>
          {lastSeenAt === null ? t('neverSeen') : t('lastSeen', { ago: format.ago(moment - lastSeenAt) })}
        </p>
      )}
    </Card>
  );
}
