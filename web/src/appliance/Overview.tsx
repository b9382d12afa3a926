import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { displayModel, metricsOf, modelRow, needlesOf } from '@brina/domain/appliance/families/families';
import { inZone } from '@brina/domain/appliance/metrics';
import { second_ms } from '@brina/domain/language/durations';
import type { ReactNode } from 'react';
import { useFormat } from '../lib/format.ts';
import { useMessages } from '../lib/messages.ts';
import { useNow } from '../lib/use-now.ts';
import { ApplianceDrawing } from '../ui/ApplianceDrawing.tsx';
import { BigNumber } from '../ui/BigNumber.tsx';
import { Card } from '../ui/Card.tsx';
import { ProgressLine } from '../ui/ProgressLine.tsx';
import { StateBadge } from '../ui/StateBadge.tsx';
import { applianceMessages } from './appliance.messages.ts';
import { drawnStateOf, shapeOf } from './appliance-picture.ts';
import {
  chamberOf,
  coreOf,
  isWorking,
  modeOf,
  progressOf,
  reportedNumber,
  setOf,
  thermalToneOf,
  toneOf,
  valueToneOf,
  type ZoneNumber,
  zonesIn,
} from './appliance-state.ts';
import { CoreForecast } from './CoreForecast.tsx';
import { controlMessages } from './controls.messages.ts';
import styles from './Overview.module.css';
import { useStateWords } from './use-state-words.ts';
import { useTimeWords } from './use-time-words.ts';

/**
 * The appliance as it stands there: its picture, its state, what it measures and how far the cycle is.
 * @param actions what can be started or stopped, below
 */
export function Overview({ appliance, actions }: { appliance: Appliance; actions?: ReactNode }) {
  const { t } = useMessages(applianceMessages);
  const words = useStateWords();
  const tone = toneOf(appliance);
  const zones = zonesIn(appliance);
  return (
    <Card tone={tone === 'alarm' || tone === 'offline' ? tone : 'plain'}>
      <div className={styles.overview}>
        <div className={styles.picture}>
          <ApplianceDrawing shape={shapeOf(appliance)} state={drawnStateOf(appliance)} label={t('drawing')} />
        </div>
        <div className={styles.words}>
          <StateBadge tone={tone} label={words.state(appliance)} />
          <span className={styles.model}>{displayModel(appliance.model)}</span>
        </div>
        <div className={styles.zones}>
          {zones.map((zone) => (
            <ZoneNumbers key={zone} appliance={appliance} zone={zone} named={zones.length > 1} />
          ))}
        </div>
        <CycleLine appliance={appliance} />
        {actions}
      </div>
    </Card>
  );
}

/** What a zone measures: its air large, then what its model is fitted for: core, humidity, set-point. */
function ZoneNumbers({ appliance, zone, named }: { appliance: Appliance; zone: ZoneNumber; named: boolean }) {
  const { t } = useMessages(applianceMessages);
  const { t: control } = useMessages(controlMessages);
  const words = useStateWords();
  const format = useFormat();
  const tone = valueToneOf(appliance);
  const quiet = tone === 'offline' ? tone : thermalToneOf(appliance, zone);
  const row = modelRow(appliance.model);
  const fitted: readonly string[] = row ? metricsOf(row) : [];
  const mode = modeOf(appliance, zone);
  const humidityMetric = inZone('levelHumidity', zone);
  const humidity = fitted.includes(humidityMetric) ? reportedNumber(appliance, humidityMetric) : null;
  const humiditySet = reportedNumber(appliance, inZone('cellSetHumidity', zone));
  return (
    <div>
      {named && (
        <h2 className={styles.zone}>
          {control(`zone${zone}`)}
          {mode && <small>{words.modeName(mode.row.key)}</small>}
        </h2>
      )}
      <dl className={styles.numbers}>
        <div className={styles.hero}>
          <dt>{t('chamber')}</dt>
          <dd>
            <span className={styles.value}>
              <BigNumber text={format.temperature(chamberOf(appliance, zone))} tone={tone === 'alarm' ? tone : quiet} />
            </span>
          </dd>
        </div>
        {(!row || needlesOf(row) > 0) && <CoreNumber appliance={appliance} />}
        {(humidity !== null || humiditySet !== null) && (
          <div>
            <dt>{t('humidity')}</dt>
            <dd>
              <span className={styles.value}>
                <BigNumber text={format.percent(humidity)} tone={quiet} size="medium" />
              </span>
              {humiditySet !== null && <small>{t('setHumidity', { value: format.percent(humiditySet) })}</small>}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('set')}</dt>
          <dd>
            <span className={styles.value}>
              <BigNumber text={format.temperature(setOf(appliance, zone))} tone="idle" size="medium" />
            </span>
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** The core of the food, while there is some: between cycles the needle hangs in the chamber. */
function CoreNumber({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const format = useFormat();
  const target = appliance.status === 'running' ? (appliance.cycle?.coreTarget ?? null) : null;
  const core = isWorking(appliance) ? coreOf(appliance) : null;
  const tone = appliance.online ? thermalToneOf(appliance) : 'offline';
  return (
    <div>
      <dt>{t('core')}</dt>
      <dd>
        <span className={styles.value}>
          <BigNumber text={format.temperature(core)} tone={tone} size="medium" />
        </span>
        {core === null && target !== null && <small>{t('noProbe')}</small>}
        {target !== null && core !== null && <small>{t('coreTarget', { value: format.temperature(target) })}</small>}
      </dd>
    </div>
  );
}

/** The running cycle: function, phase, time gone and left. */
function CycleLine({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const words = useStateWords();
  const { elapsed } = useTimeWords();
  const format = useFormat();
  const progress = progressOf(appliance, useNow(10 * second_ms));
  const { cycle } = appliance;
  if (!progress || !cycle) return null;
  return (
    <div className={styles.cycle}>
      <p className={styles.line}>
        <span>
          <strong>{words.phaseName(appliance.model, cycle.phase)}</strong>{' '}
          {cycle.phaseIndex > 0 &&
            cycle.phaseCount > 1 &&
            t('phaseOf', { index: format.number(cycle.phaseIndex), count: format.number(cycle.phaseCount) })}
        </span>
        <span>
          {elapsed(progress.gone_ms)}
          {progress.left_ms !== null && (
            <>
              {' · '}
              <strong>{t('remaining', { time: format.duration(progress.left_ms) })}</strong>
            </>
          )}
        </span>
      </p>
      <ProgressLine share={progress.share} tone={valueToneOf(appliance)} label={t('progress')} />
      <CoreForecast appliance={appliance} />
    </div>
  );
}
