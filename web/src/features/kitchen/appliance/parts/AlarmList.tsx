import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { listCycles } from '@brina/contract/calls/kitchen/cycles';
import { explanationsOf } from '@brina/domain/alarms/alarm-texts';
import { type AlarmName, alarms, gradeOf, isAlarm, stemOf } from '@brina/domain/alarms/alarms';
import { alarmMessages } from '@brina/domain/alarms/alarms.messages';
import type { AlarmAction } from '@brina/domain/alarms/rows/alarm-row';
import type { MaintenanceKind } from '@brina/domain/appliance/maintenance';
import { stoppedByMessages } from '@brina/domain/cycles/stopped-by.messages';
import { minute_ms } from '@brina/domain/language/durations';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { alarmsPlace } from '../../../../appliance/alarms-place.ts';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { activeAlarms, troubleTone } from '../../../../appliance/appliance-state.ts';
import { controlMessages } from '../../../../appliance/controls.messages.ts';
import { useApplianceWords } from '../../../../appliance/use-appliance-words.ts';
import { useStoppedBy } from '../../../../appliance/use-stopped-by.ts';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { Card } from '../../../../ui/Card.tsx';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';
import { useAlarmPlaces } from '../use-alarm-history.ts';
import styles from './AlarmList.module.css';

// Only few alarms end with a confirmation.
const ConfirmButton = comesLater(async () => {
  const { ConfirmButton: Part, messages } = await import('../../maintenance/ConfirmButton.tsx');
  return { Part, messages };
});
const RecordDialog = lazy(async () => ({ default: (await import('../../maintenance/RecordDialog.tsx')).RecordDialog }));

/** The alarm of a stopped cycle begins within this time of the stop, by the clocks of unit and portal. */
const stopTold_ms = 10 * minute_ms;

/**
 * What to do about an alarm, step by step, food first; none for one this version does not know. That the food is not at risk is no step: it
 * is said before them.
 */
function useAlarmAdvice(): (name: string) => { reassurance: string | null; steps: string[] } {
  const { t } = useMessages(alarmMessages);
  return (name) => {
    const actions = isAlarm(name) ? alarms[name].actions : [];
    const steps = actions.filter((action) => action !== 'noRisk').map((action) => t(`do.${action}`));
    return { reassurance: actions.includes('noRisk') ? t('do.noRisk') : null, steps };
  };
}

/** What is on, each by its grade with what it means and what to do, food first. */
export function AlarmList({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const words = useApplianceWords();
  const adviceOn = useAlarmAdvice();
  const sinceText = useSinceText(appliance);
  const active = activeAlarms(appliance);
  const placeOf = useAlarmPlaces(appliance);
  if (active.length === 0) return null;
  return (
    <Card as="section" labelledBy={alarmsPlace} tone={troubleTone(appliance)}>
      <h2 id={alarmsPlace} className={styles.title}>
        {t('alarms')}
      </h2>
      <ul className={styles.alarms}>
        {active.map((alarm) => {
          const Icon = alarm.loud ? IconAlertTriangle : IconInfoCircle;
          const { reassurance, steps } = adviceOn(alarm.name);
          const place = placeOf(alarm.name);
          return (
            <li key={alarm.name} className={styles.alarm}>
              <h3 className={styles.name} data-loud={alarm.loud || undefined}>
                <Icon size={20} aria-hidden />
                <span>
                  <span className={styles.grade}>{t(`grade.${gradeOf(alarm.name)}`)}</span> {words.alarmName(alarm)}
                </span>
                <span className={styles.since}>
                  {place && `${place} · `}
                  {sinceText(alarm.since)}
                </span>
              </h3>
              {isAlarm(alarm.name) && <Meaning name={alarm.name} />}
              {alarm.name === 'cycleInterruptedAlarm' && <OnPurpose appliance={appliance} since={alarm.since} />}
              {reassurance && <p className={styles.reassurance}>{reassurance}</p>}
              {steps.length > 0 && (
                <ol className={styles.actions}>
                  {steps.map((step) => (
                    <li key={step}>{step}</li>
                  ))}
                </ol>
              )}
              <ConfirmWork appliance={appliance} name={alarm.name} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Since when, in words: the time of today, or day and time. */
function useSinceText({ lab }: Appliance): (at: number) => string {
  const { t } = useMessages(applianceMessages);
  const { t: control } = useMessages(controlMessages);
  const format = useFormat();
  const today = format.date(useNow(minute_ms), lab?.timeZone);
  return (at) =>
    format.date(at, lab?.timeZone) === today
      ? t('since', { time: format.clock(at, lab?.timeZone) })
      : control('sinceDay', { day: format.dateTime(at, lab?.timeZone) });
}

/** What the advice of an alarm asks to be confirmed, by the act it names. */
const confirmed: Partial<Record<AlarmAction, MaintenanceKind>> = { confirmDone: 'cleaning', enterResult: 'probeCheck' };

/** Where the advice ends with a confirmation, the way to give it: the alarm is measured from what was recorded. */
function ConfirmWork({ appliance, name }: { appliance: Appliance; name: string }) {
  const [recording, setRecording] = useState(false);
  const kind = isAlarm(name) ? alarms[name].actions.map((action) => confirmed[action]).find(Boolean) : undefined;
  if (!kind || !appliance.may.record.includes(kind)) return null;
  return (
    <DialogSlot>
      <ConfirmButton appliance={appliance} kind={kind} onClick={() => setRecording(true)} />
      {recording && <RecordDialog appliance={appliance} kind={kind} onClose={() => setRecording(false)} />}
    </DialogSlot>
  );
}

/** Of a cycle that somebody stopped: who, and that it is no fault. Nothing of one that ended otherwise, or where nobody can tell. */
function OnPurpose({ appliance, since }: { appliance: Appliance; since: number }) {
  const { t } = useMessages(stoppedByMessages);
  const stoppedBy = useStoppedBy();
  const { data } = useQuery({
    ...callQuery(listCycles, {
      params: { id: appliance.serialNumber },
      query: { from: since - stopTold_ms, to: since + 1 },
    }),
    enabled: appliance.may.readCycles,
  });
  // Newest first: no other has begun since, or the alarm would be over.
  const stop = data?.[0]?.stoppedBy;
  return stop ? <p className={styles.meaning}>{t('noFault', { who: stoppedBy(stop) })}</p> : null;
}

function Meaning({ name }: { name: AlarmName }) {
  const { t } = useMessages(explanationsOf(name));
  return <p className={styles.meaning}>{t(`${stemOf(name)}.meaning`)}</p>;
}
