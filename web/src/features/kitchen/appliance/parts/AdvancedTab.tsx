import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { Suspense } from 'react';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { AllValues } from '../../charts/AllValues.tsx';
import { ChartExplorer } from '../../charts/ChartExplorer.tsx';
import { chartMessages } from '../../charts/chart.messages.ts';
import styles from './Tab.module.css';

/** Texts to have before the view is shown. */
export const messages = [chartMessages];

/** Charts of any metrics chosen, and everything the unit reports now (S3.13). */
export function AdvancedTab({ appliance }: { appliance: Appliance }) {
  return (
    <div className={styles.tab}>
      <Suspense fallback={<Skeleton height={420} />}>
        <ChartExplorer appliance={appliance} />
      </Suspense>
      <AllValues appliance={appliance} />
    </div>
  );
}
