import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { second_ms } from '@brina/domain/language/durations';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import {
  type ActiveAlarm,
  activeAlarms,
  chamberOf,
  setOf,
  thermalToneOf,
  toneOf,
  valueToneOf,
  zonesIn,
} from '../../../../appliance/appliance-state.ts';
import { timedIn } from '../../../../appliance/trays.ts';
import { useApplianceWords } from '../../../../appliance/use-appliance-words.ts';
import { isForecastWarning } from '../../../../appliance/use-forecast-words.ts';
import { useNoticeText } from '../../../../appliance/use-notice-text.ts';
import { useTimeWords } from '../../../../appliance/use-time-words.ts';
import { useAppliance } from '../../../../lib/appliances.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { BigNumber } from '../../../../ui/BigNumber.tsx';
import { toneIcons } from '../../../../ui/tones.ts';
import { foodOf, humidityOf, isDoorOpen, planOf } from '../card-facts.ts';
import { dashboardMessages } from '../dashboard.messages.ts';
import { usePlanEnd } from '../use-plan-end.ts';
import styles from './WallTile.module.css';
import { WallTrays } from './WallTrays.tsx';

/** An appliance on the wall: what it does, how warm it is, and the one thing that matters next. Renders for its own frames only. */
export function WallTile({ serial, showKitchen }: { serial: string; showKitchen: boolean }) {
  const { data: appliance } = useAppliance(serial);
  return appliance ? <LoadedTile appliance={appliance} showKitchen={showKitchen} /> : null;
}

function LoadedTile({ appliance, showKitchen }: { appliance: Appliance; showKitchen: boolean }) {
  const { t } = useMessages(applianceMessages);
  const words = useApplianceWords();
  const format = useFormat();
  const [alarm] = activeAlarms(appliance);
  const next = useNext(appliance, alarm);
  const noticeText = useNoticeText(appliance);
  const of = !alarm && appliance.online ? timedIn(appliance) : null;
  // Trays say by themselves that they are done.
  const told = appliance.notices.filter(({ name }) => of === null || name !== 'tray_done');
  const tone = toneOf(appliance);
  // An alarm takes the word that says so.
  const isCutOff = !appliance.online && tone !== 'offline';
  const Icon = toneIcons[tone];
  const zones = zonesIn(appliance);
  return (
    <article className={styles.tile} data-tone={tone} data-timed={of ?? undefined} aria-label={appliance.name}>
      <header className={styles.head}>
        <h2 className={styles.name}>{appliance.name}</h2>
        <p className={styles.below}>
          <span className={styles.kitchen}>{showKitchen && appliance.lab?.name}</span>
          {zones.length === 1 && <SetPoint value={setOf(appliance)} />}
        </p>
      </header>
      <div className={styles.numbers} data-zones={zones.length}>
        {zones.map((zone) => (
          <div key={zone}>
            <BigNumber
              text={format.temperature(chamberOf(appliance, zone))}
              tone={zones.length > 1 && appliance.online ? thermalToneOf(appliance, zone) : valueToneOf(appliance)}
            />
            {zones.length > 1 && <SetPoint value={setOf(appliance, zone)} />}
          </div>
        ))}
      </div>
      <footer className={styles.foot}>
        <p className={styles.state}>
          <Icon className={styles.icon} aria-hidden />
          <span className={styles.word}>{words.state(appliance)}</span>
          {isCutOff && (
            <span className={styles.cutOff}>
              <toneIcons.offline className={styles.icon} aria-hidden />
              <span className={styles.word}>{t('state.offline')}</span>
            </span>
          )}
        </p>
        <p className={styles.line}>
          {!alarm &&
            told.map((notice) => (
              <span key={notice.id} className={styles.told}>
                {noticeText(notice)}
              </span>
            ))}
          {of && <WallTrays appliance={appliance} of={of} />}
          {next.map((words) => (
            <span key={words}>{words}</span>
          ))}
        </p>
      </footer>
    </article>
  );
}

/** Where the air is to go; nothing while it is not controlled. */
function SetPoint({ value }: { value: number | null }) {
  const { t } = useMessages(applianceMessages);
  const format = useFormat();
  if (value === null) return null;
  return (
    <span className={styles.set}>
      <span className={styles.hidden}>{t('setShort')}</span>
      <span aria-hidden>→</span> {format.temperature(value)}
    </span>
  );
}

/** What matters next: what is wrong, since when nothing was heard, how long it takes, and how the food and the air are. */
function useNext(appliance: Appliance, alarm: ActiveAlarm | undefined): string[] {
  const { t: own } = useMessages(dashboardMessages);
  const words = useApplianceWords();
  const format = useFormat();
  const { lastSeen } = useTimeWords();
  const moment = useNow(10 * second_ms);
  const plan = planOf(appliance, moment);
  const end = usePlanEnd(appliance, plan);
  const { online, lastSeenAt } = appliance;
  const silence = lastSeen(lastSeenAt, moment);
  if (alarm) {
    if (!online) return [words.alarmName(alarm), silence];
    // When it will be cold says more than that it will be late.
    return [isForecastWarning(alarm.name) && plan?.forecast?.at && end ? own('late', { end }) : words.alarmName(alarm)];
  }
  if (!online) return [silence];
  const food = foodOf(appliance);
  const humidity = humidityOf(appliance);
  return [
    isDoorOpen(appliance) && own('doorOpen'),
    end,
    food && `${own('core')} ${format.temperature(food.core)}`,
    humidity && `${own('humidity')} ${format.percent(humidity.now)}`,
    appliance.anomaly && own('anomaly'),
  ].filter((text) => typeof text === 'string');
}
