import { useState } from 'react';
import { now } from '../../../lib/clock.ts';
import { type DiagnosedAppliance, lastThirtyDays, type Period, zoneCurves } from './diagnosis.data.ts';
import styles from './LastThirtyDays.module.css';
import { AlarmHistory } from './parts/AlarmHistory.tsx';
import { DailyWork } from './parts/DailyWork.tsx';
import { EventHistory } from './parts/EventHistory.tsx';
import { MaintenanceList } from './parts/MaintenanceList.tsx';
import { ZoneCurve } from './parts/ZoneCurve.tsx';

/** What an appliance went through in thirty days: curves, work, alarms, events and maintenance (S2.30, S2.31). */
export function LastThirtyDays({ appliance }: { appliance: DiagnosedAppliance }) {
  // One period for all parts, and for as long as the page is open.
  const [period] = useState<Period>(() => lastThirtyDays(now()));
  return (
    <div className={styles.parts}>
      {zoneCurves(appliance.model).map((curves, _, { length }) => (
        <ZoneCurve key={curves.zone} appliance={appliance} period={period} curves={curves} isOnly={length === 1} />
      ))}
      <DailyWork appliance={appliance} period={period} />
      <AlarmHistory appliance={appliance} period={period} />
      <EventHistory appliance={appliance} period={period} />
      <MaintenanceList appliance={appliance} />
    </div>
  );
}
