import type { Appliance } from '@brina/contract/appliances';
import { displayModel } from '@brina/domain/families/families';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { ApplianceDrawing } from '../../../ui/ApplianceDrawing.tsx';
import { BigNumber } from '../../../ui/BigNumber.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ProgressLine } from '../../../ui/ProgressLine.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { applianceMessages } from '../appliance.messages.ts';
import {
  chamberOf,
  coreOf,
  isWorking,
  progressOf,
  reportedNumber,
  setOf,
  thermalToneOf,
  toneOf,
} from '../appliance-state.ts';
import { useApplianceWords } from '../use-appliance-words.ts';
import styles from './Overview.module.css';

/** Compressor states in which it turns. */
const turning = [1, 3, 4];

/** The appliance as it stands there: its picture, its state, its three temperatures and how far the cycle is. */
export function Overview({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const words = useApplianceWords();
  const format = useFormat();
  const tone = toneOf(appliance);
  const target = appliance.status === 'running' ? (appliance.cycle?.coreTarget ?? null) : null;
  // Between cycles the needle hangs in the chamber and measures no food.
  const core = isWorking(appliance) ? coreOf(appliance) : null;
  return (
    <Card tone={tone === 'alarm' || tone === 'offline' ? tone : 'plain'}>
      <div className={styles.overview}>
        <div className={styles.picture}>
          <ApplianceDrawing
            tone={tone}
            doorOpen={(appliance.door ?? reportedNumber(appliance, 'door') ?? 0) > 0}
            light={reportedNumber(appliance, 'lightState') === 1}
            fanRunning={turning.includes(reportedNumber(appliance, 'compressorState') ?? 0)}
            label={t('drawing')}
          />
        </div>
        <div className={styles.words}>
          <StateBadge tone={tone} label={words.state(appliance)} />
          <span className={styles.model}>{displayModel(appliance.model)}</span>
        </div>
        <dl className={styles.numbers}>
          <div className={styles.hero}>
            <dt>{t('chamber')}</dt>
            <dd>
              <span className={styles.value}>
                <BigNumber text={format.temperature(chamberOf(appliance))} tone={tone} />
              </span>
            </dd>
          </div>
          <div>
            <dt>{t('core')}</dt>
            <dd>
              <span className={styles.value}>
                <BigNumber
                  text={format.temperature(core)}
                  tone={tone === 'offline' ? tone : thermalToneOf(appliance)}
                  size="medium"
                />
              </span>
              {core === null && target !== null && <small>{t('noProbe')}</small>}
              {target !== null && core !== null && (
                <small>{t('coreTarget', { value: format.temperature(target) })}</small>
              )}
            </dd>
          </div>
          <div>
            <dt>{t('set')}</dt>
            <dd>
              <span className={styles.value}>
                <BigNumber text={format.temperature(setOf(appliance))} tone="idle" size="medium" />
              </span>
            </dd>
          </div>
        </dl>
        <CycleLine appliance={appliance} />
      </div>
    </Card>
  );
}

/** The running cycle: function, phase, time gone and left. */
function CycleLine({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const words = useApplianceWords();
  const format = useFormat();
  const progress = progressOf(appliance, useNow(10_000));
  const { cycle } = appliance;
  if (!progress || !cycle) return null;
  return (
    <div className={styles.cycle}>
      <p className={styles.line}>
        <span>
          <strong>{words.phaseName(appliance.model, cycle.phase)}</strong>{' '}
          {cycle.phaseIndex > 0 &&
            t('phaseOf', { index: format.number(cycle.phaseIndex), count: format.number(cycle.phaseCount) })}
        </span>
        <span>
          {t('elapsed', { time: format.duration(progress.gone_ms) })}
          {progress.left_ms !== null && (
            <>
              {' · '}
              <strong>{t('remaining', { time: format.duration(progress.left_ms) })}</strong>
            </>
          )}
        </span>
      </p>
      <ProgressLine share={progress.share} tone={toneOf(appliance)} label={t('progress')} />
    </div>
  );
}
