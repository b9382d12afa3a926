import { type DiagnosedAppliance, type Period, zoneCurves } from './diagnosis.data.ts';
import styles from './LastThirtyDays.module.css';
import { AlarmHistory } from './parts/AlarmHistory.tsx';
import { DailyWork } from './parts/DailyWork.tsx';
import { EventHistory } from './parts/EventHistory.tsx';
import { MaintenanceList } from './parts/MaintenanceList.tsx';
import { ZoneCurve } from './parts/ZoneCurve.tsx';

/** What an appliance went through in a period of thirty days: curves, work, alarms, events and maintenance (S2.30, S2.31). */
export function LastThirtyDays({ appliance, period }: { appliance: DiagnosedAppliance; period: Period }) {
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
