import type { Appliance } from '@brina/contract/appliances';
import type { Cycle } from '@brina/contract/live';
import { displayModel } from '@brina/domain/families/families';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useAppliance } from '../../../lib/appliances.ts';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { BigNumber } from '../../../ui/BigNumber.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ProgressLine } from '../../../ui/ProgressLine.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Sparkline } from '../../../ui/Sparkline.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import type { Tone } from '../../../ui/tones.ts';
import { applianceMessages } from '../../appliance/appliance.messages.ts';
import { activeAlarms, chamberOf, progressOf, setOf, toneOf } from '../../appliance/appliance-state.ts';
import { useApplianceWords } from '../../appliance/use-appliance-words.ts';
import styles from './ApplianceCard.module.css';

/** Half width of the band around the set-point in which a chamber that is shut and loaded is meant to stay. */
const tolerance_K = 3;

/** An appliance at a glance. It reads its own entry, so that a live frame renders one card and no other. */
export function ApplianceCard({ serial }: { serial: string }) {
  const { data: appliance } = useAppliance(serial);
  return appliance ? <LoadedCard appliance={appliance} /> : <Skeleton height={246} />;
}

function LoadedCard({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const words = useApplianceWords();
  const format = useFormat();
  const heading = useId();
  const tone = toneOf(appliance);
  return (
    <Card as="article" labelledBy={heading} tone={tone === 'alarm' || tone === 'offline' ? tone : 'plain'} flush>
      <div className={styles.head}>
        <StateBadge tone={tone} label={words.state(appliance)} />
        <h3 id={heading} className={styles.name}>
          <Link className={styles.link} to="/appliance/$serialNumber" params={{ serialNumber: appliance.serialNumber }}>
            {appliance.name}
          </Link>
        </h3>
        <p className={styles.model}>{displayModel(appliance.model)}</p>
      </div>
      <div className={styles.numbers}>
        <span className={styles.chamber}>
          <span className={styles.hidden}>{t('chamber')} </span>
          <BigNumber text={format.temperature(chamberOf(appliance))} tone={tone} />
        </span>
        <span className={styles.set}>
          {t('setShort')}
          <strong>{format.temperature(setOf(appliance))}</strong>
        </span>
      </div>
      <Sparkline
        values={upToNow(appliance.trend.air, appliance.online ? chamberOf(appliance) : null)}
        set={upToNow(appliance.trend.set, appliance.online ? setOf(appliance) : null)}
        tolerance={tolerance_K}
        tone={tone}
        label={t('trend')}
      />
      <div className={styles.foot}>
        <Foot appliance={appliance} tone={tone} />
      </div>
    </Card>
  );
}

/** A trend and the value of now. Its last step is still being measured: where it is empty the value of now stands in. */
const upToNow = (trend: readonly (number | null)[], now: number | null): (number | null)[] => [
  ...trend.map((value, step) => (step === trend.length - 1 ? (value ?? now) : value)),
  now,
];

/** The last lines of a card: what is wrong, how far the cycle is, or since when nothing was heard. */
function Foot({ appliance, tone }: { appliance: Appliance; tone: Tone }) {
  const words = useApplianceWords();
  if (tone === 'offline') return <LastSeen at={appliance.lastSeenAt} />;
  const [alarm] = activeAlarms(appliance);
  return (
    <>
      {alarm && (
        <p className={styles.alarm}>
          <IconAlertTriangle size={18} aria-hidden />
          {words.alarmName(alarm)}
        </p>
      )}
      {appliance.status === 'running' && appliance.cycle && (
        <CycleLines appliance={appliance} cycle={appliance.cycle} tone={tone} alarmed={alarm !== undefined} />
      )}
    </>
  );
}

function LastSeen({ at }: { at: number | null }) {
  const { t } = useMessages(applianceMessages);
  const format = useFormat();
  const moment = useNow(10_000);
  return (
    <p className={styles.line}>{at === null ? t('neverSeen') : t('lastSeen', { ago: format.ago(moment - at) })}</p>
  );
}

/** The running cycle. Beside an alarm there is room for its function only, else for its phase. */
function CycleLines(props: { appliance: Appliance; cycle: Cycle; tone: Tone; alarmed: boolean }) {
  const { appliance, cycle, tone, alarmed } = props;
  const { t } = useMessages(applianceMessages);
  const words = useApplianceWords();
  const format = useFormat();
  const progress = progressOf(appliance, useNow(10_000));
  if (!progress) return null;
  const { model } = appliance;
  return (
    <>
      <p className={styles.line}>
        <span>
          <strong>{alarmed ? words.functionName(model, cycle.function) : words.phaseName(model, cycle.phase)}</strong>
          <PhaseCount index={cycle.phaseIndex} count={cycle.phaseCount} />
        </span>
        <span>
          {progress.left_ms === null
            ? t('elapsed', { time: format.duration(progress.gone_ms) })
            : t('remaining', { time: format.duration(progress.left_ms) })}
        </span>
      </p>
      <ProgressLine share={progress.share} tone={tone} label={t('progress')} />
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
