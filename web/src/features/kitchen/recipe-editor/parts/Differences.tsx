import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { useMessages } from '../../../../lib/messages.ts';
import styles from '../Editor.module.css';
import { differencesOf, type EditDifference } from '../edit-changes.ts';
import { type RecipeEdit, rowsOf } from '../edit-state.ts';
import { saveMessages } from '../save.messages.ts';
import { usePhaseSummary } from '../use-phase-summary.ts';

/** In what two states of a cycle differ, side by side. */
export function Differences(props: {
  before: RecipeEdit;
  after: RecipeEdit;
  /** Heads of the two columns. */
  heads: readonly [before: string, after: string];
}) {
  const { before, after, heads } = props;
  const { t } = useMessages(saveMessages);
  const rowOf = useDifferenceRow(before);
  const found = differencesOf(before, after);
  if (found.length === 0) return <p>{t('noDifference')}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard only so (WCAG 2.1.1)
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('what')}>
      <table className={styles.differences}>
        <thead>
          <tr>
            <th scope="col">{t('what')}</th>
            <th scope="col">{heads[0]}</th>
            <th scope="col">{heads[1]}</th>
          </tr>
        </thead>
        <tbody>
          {found.map(rowOf).map(([what, was, is]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{was}</td>
              <td>{is}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Row = readonly [what: string, before: string, after: string];

function useDifferenceRow(edit: RecipeEdit): (difference: EditDifference) => Row {
  const { t } = useMessages(saveMessages);
  const { t: phaseWord } = useMessages(phaseMessages);
  const summaryOf = usePhaseSummary();
  const { phases } = rowsOf(edit).family;
  const said = (plan: PhasePlan | null): string => {
    if (plan === null) return t('none');
    const key = phases[plan.phase];
    return `${key ? phaseWord(key) : plan.phase}: ${summaryOf(plan)}`;
  };
  return (difference) => {
    switch (difference.kind) {
      case 'phase':
        return [t('differs.phase', { n: difference.place + 1 }), said(difference.before), said(difference.after)];
      case 'hold':
        return [t('differs.hold'), said(difference.before), said(difference.after)];
      case 'title':
        return [t('differs.title'), difference.before, difference.after];
      case 'plan':
        return [phaseWord(difference.phase), '', t('changed')];
      default:
        return [t(`differs.${difference.kind}`), '', t('changed')];
    }
  };
}
