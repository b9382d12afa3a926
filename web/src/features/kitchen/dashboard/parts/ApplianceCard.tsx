import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { pathOf } from '@brina/contract/screens';
import { displayModel } from '@brina/domain/appliance/families/families';
import { second_ms } from '@brina/domain/language/durations';
import { IconAlertCircle, IconAlertTriangle, IconDoor, IconDroplet } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, Suspense, useId } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import {
  activeAlarms,
  chamberOf,
  modeOf,
  setOf,
  thermalToneOf,
  toneOf,
  valueToneOf,
  type ZoneNumber,
  zonesIn,
} from '../../../../appliance/appliance-state.ts';
import { useApplianceWords } from '../../../../appliance/use-appliance-words.ts';
import { useTimeWords } from '../../../../appliance/use-time-words.ts';
import { useAppliance } from '../../../../lib/appliances.ts';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { BigNumber } from '../../../../ui/BigNumber.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { ProgressLine } from '../../../../ui/ProgressLine.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { Sparkline } from '../../../../ui/Sparkline.tsx';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import type { Tone } from '../../../../ui/tones.ts';
import { foodOf, humidityOf, isDoorOpen, planOf } from '../card-facts.ts';
import { dashboardMessages } from '../dashboard.messages.ts';
import { usePlanEnd } from '../use-plan-end.ts';
import styles from './ApplianceCard.module.css';
import { ApplianceMenuButton } from './ApplianceMenuButton.tsx';

// Seldom is there something to tell.
const NoticeLine = comesLater(async () => {
  const { NoticeLine: Part, messages } = await import('./NoticeLine.tsx');
  return { Part, messages };
});

/** Half width of the band around the set-point in which a chamber that is shut and loaded is meant to stay. */
const tolerance_K = 3;

/** An appliance at a glance. It reads its own entry, so that a live frame renders one card and no other. */
export const ApplianceCard = memo(function ApplianceCard({ serial }: { serial: string }) {
  const { data: appliance } = useAppliance(serial);
  return appliance ? <LoadedCard appliance={appliance} /> : <Skeleton height={272} />;
});

function LoadedCard({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const words = useApplianceWords();
  const heading = useId();
  const tone = toneOf(appliance);
  const valueTone = valueToneOf(appliance);
  const zones = zonesIn(appliance);
  return (
    <Card as="article" labelledBy={heading} tone={tone === 'alarm' || tone === 'offline' ? tone : 'plain'} flush>
      <div className={styles.head}>
        <StateBadge tone={tone} label={words.state(appliance)} />
        <h3 id={heading} className={styles.name}>
          <Link className={styles.link} to={pathOf('appliance-details', { serialNumber: appliance.serialNumber })}>
            {appliance.name}
          </Link>
        </h3>
        <p className={styles.model}>{displayModel(appliance.model)}</p>
        {appliance.may.rename && (
          <div className={styles.menu}>
            <ApplianceMenuButton appliance={appliance} />
          </div>
        )}
      </div>
      {zones.length > 1 ? (
        <Zones appliance={appliance} zones={zones} />
      ) : (
        <Chamber appliance={appliance} tone={valueTone} />
      )}
      <Facts appliance={appliance} />
      <Sparkline
        values={upToNow(appliance.trend.air, appliance.online ? chamberOf(appliance) : null)}
        set={upToNow(appliance.trend.set, appliance.online ? setOf(appliance) : null)}
        tolerance={tolerance_K}
        tone={valueTone}
        label={t('trend')}
      />
      <div className={styles.foot}>
        <Foot appliance={appliance} tone={valueTone} />
      </div>
    </Card>
  );
}

/** The one chamber: its air as the hero, its set-point beside it. */
function Chamber({ appliance, tone }: { appliance: Appliance; tone: Tone }) {
  const { t } = useMessages(applianceMessages);
  const format = useFormat();
  return (
    <div className={styles.numbers}>
      <span>
        <span className={styles.hidden}>{t('chamber')} </span>
        <BigNumber text={format.temperature(chamberOf(appliance))} tone={tone} />
      </span>
      <span className={styles.set}>
        {t('setShort')}
        <strong>{format.temperature(setOf(appliance))}</strong>
      </span>
    </div>
  );
}

/** Two chambers on top of each other: the air of each, and what it is meant to do. */
function Zones({ appliance, zones }: { appliance: Appliance; zones: readonly ZoneNumber[] }) {
  const { t } = useMessages(dashboardMessages);
  const { t: word } = useMessages(applianceMessages);
  const words = useApplianceWords();
  const format = useFormat();
  return (
    <div className={styles.zones}>
      {zones.map((zone) => {
        const mode = modeOf(appliance, zone);
        return (
          <div key={zone}>
            <span className={styles.zone}>{mode ? words.modeName(mode.row.key) : t(`zone${zone}`)}</span>
            <BigNumber
              text={format.temperature(chamberOf(appliance, zone))}
              tone={appliance.online ? thermalToneOf(appliance, zone) : 'offline'}
              size="medium"
            />
            <span className={styles.zone}>
              {word('setShort')} <strong>{format.temperature(setOf(appliance, zone))}</strong>
            </span>
          </div>
        );
      })}
    </div>
  );
}

/** What else matters now: the food's core, the humidity where one is set, a door that stands open. */
function Facts({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(dashboardMessages);
  const format = useFormat();
  const food = foodOf(appliance);
  return (
    <p className={styles.facts}>
      {food && (
        <span>
          {t('core')} <strong>{format.temperature(food.core)}</strong>
          {food.target !== null && <Target text={format.temperature(food.target)} />}
        </span>
      )}
      {zonesIn(appliance).map((zone) => {
        const humidity = humidityOf(appliance, zone);
        return (
          humidity && (
            <span key={zone}>
              <IconDroplet size={17} aria-hidden />
              <span className={styles.hidden}>{t('humidity')} </span>
              <strong>{format.percent(humidity.now)}</strong>
              <Target text={format.percent(humidity.set)} />
            </span>
          )
        );
      })}
      {isDoorOpen(appliance) && (
        <span className={styles.open}>
          <IconDoor size={17} aria-hidden />
          {t('doorOpen')}
        </span>
      )}
    </p>
  );
}

/** Where a value is to go. */
function Target({ text }: { text: string }) {
  const { t } = useMessages(applianceMessages);
  return (
    <>
      <span className={styles.hidden}> {t('setShort')}</span>
      <span aria-hidden> →</span> {text}
    </>
  );
}

/** A trend and the value of now. Its last step is still being measured: where it is empty the value of now stands in. */
const upToNow = (trend: readonly (number | null)[], now: number | null): (number | null)[] => [
  ...trend.map((value, step) => (step === trend.length - 1 ? (value ?? now) : value)),
  now,
];

/** The last lines of a card: what is wrong, how far the plan is, or since when nothing was heard. */
function Foot({ appliance, tone }: { appliance: Appliance; tone: Tone }) {
  const { t } = useMessages(dashboardMessages);
  const words = useApplianceWords();
  const [alarm] = activeAlarms(appliance);
  const mode = modeOf(appliance);
  // Only what runs looks at the clock.
  const hasPlan = planOf(appliance, 0) !== null;
  return (
    <>
      {alarm && (
        <p className={styles.alarm} data-mild={!alarm.loud || undefined}>
          {alarm.loud ? <IconAlertTriangle size={18} aria-hidden /> : <IconAlertCircle size={18} aria-hidden />}
          {words.alarmName(alarm)}
        </p>
      )}
      {!alarm && appliance.anomaly && (
        <p className={styles.alarm} data-mild>
          <IconAlertCircle size={18} aria-hidden />
          {t('anomaly')}
        </p>
      )}
      {appliance.notices.length > 0 && (
        <Suspense>
          <NoticeLine appliance={appliance} />
        </Suspense>
      )}
      {!appliance.online && <LastSeen at={appliance.lastSeenAt} />}
      {hasPlan && <PlanLines appliance={appliance} tone={tone} alarmed={alarm !== undefined} />}
      {/* An alarm has taken the badge; two zones say above what they do. */}
      {!hasPlan && alarm && mode && zonesIn(appliance).length === 1 && (
        <p className={styles.line}>{words.modeName(mode.row.key)}</p>
      )}
    </>
  );
}

function LastSeen({ at }: { at: number | null }) {
  const { lastSeen } = useTimeWords();
  return <p className={styles.line}>{lastSeen(at, useNow(10 * second_ms))}</p>;
}

/** The plan that runs: its phase, and when it is over. Beside an alarm, which has taken the badge, the name of what runs. */
function PlanLines({ appliance, tone, alarmed }: { appliance: Appliance; tone: Tone; alarmed: boolean }) {
  const { t } = useMessages(applianceMessages);
  const words = useApplianceWords();
  const { elapsed } = useTimeWords();
  const plan = planOf(appliance, useNow(10 * second_ms));
  const end = usePlanEnd(appliance, plan);
  if (!plan) return null;
  const { model, cycle } = appliance;
  const mode = modeOf(appliance);
  const phase = words.phaseName(model, plan.phase);
  const running = mode ? words.modeName(mode.row.key) : cycle ? words.functionName(model, cycle.function) : phase;
  return (
    <>
      <p className={styles.line}>
        <span>
          <strong>{alarmed ? running : phase}</strong>
          <PhaseCount index={plan.index} count={plan.count} />
        </span>
        <span>{end ?? elapsed(plan.gone_ms)}</span>
      </p>
      <ProgressLine share={plan.share} tone={tone} label={t('progress')} />
    </>
  );
}

/** Which phase of how many, as short as a card needs it and whole for those who listen. */
function PhaseCount({ index, count }: { index: number; count: number }) {
  const { t } = useMessages(applianceMessages);
  const format = useFormat();
  if (count < 2 || index === 0) return null;
  const place = { index: format.number(index), count: format.number(count) };
  return (
    <>
      {' '}
      <span aria-hidden>{`${place.index}/${place.count}`}</span>
      <span className={styles.hidden}>{t('phaseOf', place)}</span>
    </>
  );
}
