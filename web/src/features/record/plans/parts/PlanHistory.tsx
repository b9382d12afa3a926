import type { PlansOfKitchen } from '@brina/contract/calls/record/plans';
import { DataTable } from '../../../../ui/DataTable.tsx';
import { differencesOf, usePlanWords } from '../use-plan-words.ts';
import styles from './Plan.module.css';
import { Part } from './PlanInForce.tsx';

type Dated = NonNullable<PlansOfKitchen['current']>;

/** Who changed the plan when, and what it said before and after; latest first. */
export function PlanHistory({ plans, timeZone }: { plans: readonly Dated[]; timeZone: string }) {
  const { t } = usePlanWords(timeZone);
  return (
    <Part title={t('history')} note={t('historyHint')}>
      <ol className={styles.history}>
        {plans.map((plan, place) => (
          <Change key={plan.id} plan={plan} former={plans[place + 1]} timeZone={timeZone} />
        ))}
      </ol>
    </Part>
  );
}

function Change({ plan, former, timeZone }: { plan: Dated; former: Dated | undefined; timeZone: string }) {
  const { t, format, linesOf } = usePlanWords(timeZone);
  const when = format.dateTime(plan.fromAt, timeZone);
  const changes = former ? differencesOf(linesOf(former.plan), linesOf(plan.plan)) : [];
  return (
    <li>
      <h3 className={styles.when}>{plan.by === null ? when : `${when} · ${plan.by}`}</h3>
      {changes.length === 0 ? (
        <p className={styles.note}>{former ? t('sameAsBefore') : t('firstPlan')}</p>
      ) : (
        <DataTable
          label={when}
          rows={changes}
          rowKey={({ key }) => key}
          columns={[
            { key: 'what', title: t('what'), cell: ({ term }) => term },
            { key: 'before', title: t('before'), cell: ({ one }) => one },
            { key: 'after', title: t('after'), cell: ({ other }) => other },
          ]}
        />
      )}
    </li>
  );
}
