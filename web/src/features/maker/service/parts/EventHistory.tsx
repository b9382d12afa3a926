import { type ApplianceEvent, listEvents } from '@brina/contract/calls/kitchen/cycles';
import { Button } from '@mantine/core';
import {
  IconBolt,
  IconBoltOff,
  IconCircleDot,
  IconClock,
  IconDatabaseOff,
  IconHandClick,
  IconPlayerPlay,
  IconPlayerStop,
  IconPower,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApplianceWords } from '../../../../appliance/use-appliance-words.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { DataTable } from '../../../../ui/DataTable.tsx';
import type { DiagnosedAppliance, Period } from '../diagnosis.data.ts';
import { diagnosisMessages } from '../diagnosis.messages.ts';
import styles from './EventHistory.module.css';
import { Nothing, Part } from './Part.tsx';

/** Doors are counted by the day, alarms have their own list, phases are the cycle's. */
const told = 'power,cycle,gap,local';
const shownAtFirst = 20;

/** What the appliance reported besides its samples: power, cycles, acts at the panel; the latest first. */
export function EventHistory({ appliance, period }: { appliance: DiagnosedAppliance; period: Period }) {
  const { t } = useMessages(diagnosisMessages);
  const query = { ...period, types: told };
  const asked = useQuery(callQuery(listEvents, { params: { id: appliance.serialNumber }, query }));
  return (
    <Part title={t('events')} asked={asked} loading={t('loadingEvents')} failed={t('eventsFailed')}>
      {(events) =>
        events.length === 0 ? <Nothing>{t('noEvents')}</Nothing> : <EventTable events={events} appliance={appliance} />
      }
    </Part>
  );
}

function EventTable({ events, appliance }: { events: readonly ApplianceEvent[]; appliance: DiagnosedAppliance }) {
  const { t } = useMessages(diagnosisMessages);
  const format = useFormat();
  const words = useEventWords(appliance);
  const [all, setAll] = useState(false);
  return (
    <div className={styles.list}>
      <DataTable
        narrow
        label={t('events')}
        rows={(all ? events : events.slice(0, shownAtFirst)).map((event, place) => ({ event, place }))}
        rowKey={({ place }) => place}
        columns={[
          {
            key: 'time',
            title: t('time'),
            cell: ({ event }) => format.dateTime(event.at, appliance.timeZone),
          },
          {
            key: 'event',
            title: t('event'),
            cell: ({ event }) => {
              const { Icon, word, detail } = words(event);
              return (
                <span className={styles.event}>
                  <Icon size={18} aria-hidden />
                  <span>
                    {word}
                    {detail !== '' && <small>{detail}</small>}
                  </span>
                </span>
              );
            },
          },
        ]}
      />
      {!all && events.length > shownAtFirst && (
        <Button className={styles.more} variant="subtle" onClick={() => setAll(true)}>
          {t('allEvents', { n: events.length })}
        </Button>
      )}
    </div>
  );
}

type Told = { Icon: TablerIcon; word: string; detail: string };
const cycleEvents = ['started', 'ended', 'stopped', 'interrupted'] as const;
const trayEvents = ['started', 'done', 'cleared'] as const;
const powerEvents = ['lost', 'returned', 'booted'] as const;
const powerIcons = { lost: IconBoltOff, returned: IconBolt, booted: IconPower };

/** Words for an event as the unit reported it; a kind that this version does not know keeps its own name. */
function useEventWords({ model, timeZone }: DiagnosedAppliance): (event: ApplianceEvent) => Told {
  const { t } = useMessages(diagnosisMessages);
  const words = useApplianceWords();
  const format = useFormat();
  const moment = (value: unknown): string => (typeof value === 'number' ? format.dateTime(value, timeZone) : '–');
  return ({ type, body }) => {
    const power = powerEvents.find((one) => one === body.event);
    if (type === 'power' && power) {
      const lostAt = power === 'lost' || typeof body.lostAt !== 'number' ? '' : moment(body.lostAt);
      return { Icon: powerIcons[power], word: t(`power.${power}`), detail: lostAt && `${t('power.lost')}: ${lostAt}` };
    }
    const cycle = cycleEvents.find((one) => one === body.event);
    if (type === 'cycle' && cycle)
      return {
        Icon: cycle === 'started' ? IconPlayerPlay : IconPlayerStop,
        word: t(`cycle.${cycle}`),
        detail: typeof body.function === 'number' ? words.functionName(model, body.function) : '',
      };
    const timer = trayEvents.find((one) => one === body.event);
    if (type === 'tray' && timer && typeof body.tray === 'number')
      return { Icon: IconClock, word: t(`tray.${timer}`, { tray: body.tray }), detail: '' };
    if (type === 'gap')
      return { Icon: IconDatabaseOff, word: t('gap'), detail: `${moment(body.from)} – ${moment(body.to)}` };
    if (type === 'local')
      return { Icon: IconHandClick, word: t('local'), detail: typeof body.what === 'string' ? body.what : '' };
    return { Icon: IconCircleDot, word: t('other'), detail: type };
  };
}
