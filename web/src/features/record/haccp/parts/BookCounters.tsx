import type { BookMonth } from '@brina/contract/calls/record/book';
import type { MissingRecord } from '@brina/contract/calls/record/missing';
import { holdingMessages } from '@brina/domain/haccp/holding/holding.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { useMessages } from '../../../../lib/messages.ts';
import { useSearchTexts } from '../../../../lib/search-texts.ts';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import { useOpenProbes } from '../../checks/use-checks.ts';
import { bookMessages } from '../book.messages.ts';
import { useNarrow } from '../use-narrow.ts';
import { byWeight, isOfHolding, verdictLooks } from '../verdict-looks.ts';
import styles from './Book.module.css';

/** What a month comes to: how many records are of today, how much waits for somebody, and how many there are of each verdict. Those narrow the book. */
export function BookCounters({ month, missing }: { month: BookMonth; missing: readonly MissingRecord[] }) {
  return (
    <div className={styles.counters}>
      <Today month={month} missing={missing} />
      <OfVerdicts month={month} />
    </div>
  );
}

/** How many records are of today, and how much waits for somebody, of whatever day of the month: records, what is missing, and probes. */
function Today({ month, missing }: { month: BookMonth; missing: readonly MissingRecord[] }) {
  const { today, cells } = month;
  const { labId, needs: shown } = useSearchTexts();
  const { total: probes } = useOpenProbes({ labId });
  const { t } = useMessages(bookMessages);
  const narrow = useNarrow();
  const ofToday = cells.filter(({ day }) => day === today);
  const n = sum(ofToday.flatMap(({ counts }) => counts.map(({ records }) => records)));
  const open = missing.filter(({ state }) => state === 'open').length + probes;
  const needs = sum(cells.map((one) => one.needs)) + open;
  if (month.month !== today.slice(0, 7) || ofToday.length + needs === 0) return null;
  const isShown = shown === 'true';
  return (
    <p className={styles.today}>
      {t('today', { n })} ·{' '}
      {needs === 0 ? (
        t('allWell')
      ) : (
        <button
          type="button"
          className={styles.needs}
          aria-pressed={isShown}
          onClick={() => narrow({ needs: isShown ? undefined : 'true' })}
        >
          {t('needs', { n: needs })}
        </button>
      )}
    </p>
  );
}

/** The verdicts of a month, the weightiest first, each with how many records have it. */
function OfVerdicts({ month: { month, cells } }: { month: BookMonth }) {
  const { t } = useMessages(bookMessages);
  const { t: rule } = useMessages(ruleMessages);
  const { t: hold } = useMessages(holdingMessages);
  const { verdict: shown } = useSearchTexts();
  const narrow = useNarrow();
  const counts = cells.flatMap((cell) => cell.counts);
  const found = [...new Set(counts.flatMap(({ verdict }) => verdict ?? []))].sort(
    (a, b) => byWeight.indexOf(b) - byWeight.indexOf(a),
  );
  if (found.length === 0) return null;
  return (
    <div className={styles.verdicts} role="group" aria-label={t('verdict')}>
      {found.map((verdict) => (
        <button
          key={verdict}
          type="button"
          aria-pressed={shown === verdict}
          onClick={() => narrow(shown === verdict ? { verdict: undefined } : { verdict, month, day: undefined })}
        >
          <StateBadge
            {...verdictLooks[verdict]}
            label={isOfHolding(verdict) ? hold(`verdict.${verdict}`) : rule(`verdict.${verdict}`)}
          />
          <b>{sum(counts.filter((one) => one.verdict === verdict).map(({ records }) => records))}</b>
        </button>
      ))}
    </div>
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
