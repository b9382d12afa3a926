import { IconCheck, IconPlayerPlay } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import styles from './PhaseTimeline.module.css';
import type { Tone } from './tones.ts';

/** A phase on a timeline. Lengths are shares of each other, so that any unit will do. */
export type TimelinePhase = {
  key: string;
  label: string;
  /** Set-point, end: whatever a person asks of a phase. */
  detail: ReactNode;
  /** When it begins, in words of the clock; null while nobody knows. */
  begins: string | null;
  length: number;
  /** It goes on until somebody ends it: its part of the strip is open at its end. */
  isOpen?: boolean;
  /** How long it takes, told in place of its state where none of them runs. */
  takes?: string;
  state: 'done' | 'running' | 'ahead';
  tone: Tone;
};

/**
 * Phases one after another: a strip whose parts are as long as the phases, and below it what each of them is. The state is a word, an
 * icon and a pattern.
 * @param ends when the last one is over, in words of the clock
 * @param states words for the states, read out and shown with the icon; absent: none of them runs
 * @param isUnknown nobody knows how long they are yet: the strip has its place, and no parts
 * @param isStale the lengths belong to a former question while the next is computed
 */
export function PhaseTimeline(props: {
  label: string;
  phases: readonly TimelinePhase[];
  ends: string | null;
  endLabel: string;
  states?: Record<TimelinePhase['state'], string>;
  isUnknown?: boolean;
  isStale?: boolean;
}) {
  const { label, phases, ends, endLabel, states, isUnknown = false, isStale = false } = props;
  const timed = ends !== null || phases.some(({ begins }) => begins !== null);
  return (
    <div className={styles.timeline}>
      <div className={styles.strip} data-unknown={isUnknown || undefined} data-stale={isStale || undefined} aria-hidden>
        {!isUnknown &&
          phases.map(({ key, length, isOpen, state, tone }) => (
            <span
              key={key}
              className={styles.part}
              data-tone={tone}
              data-state={state}
              data-open={isOpen || undefined}
              style={grown(length)}
            />
          ))}
      </div>
      <ol className={styles.phases} aria-label={label} data-untimed={!timed || undefined}>
        {phases.map(({ key, label: name, detail, begins, takes, state, tone }) => (
          <li key={key} className={styles.phase} data-tone={tone} data-state={state}>
            {timed && <span className={styles.time}>{begins ?? ''}</span>}
            <span className={styles.words}>
              <span className={styles.name}>{name}</span>
              <span className={styles.detail}>{detail}</span>
            </span>
            {takes === undefined ? (
              <span className={styles.state}>
                {state === 'done' && <IconCheck size={16} aria-hidden />}
                {state === 'running' && <IconPlayerPlay size={16} aria-hidden />}
                {states?.[state]}
              </span>
            ) : (
              <span className={styles.takes}>{takes}</span>
            )}
          </li>
        ))}
        {ends !== null && (
          <li className={styles.phase} data-end>
            <span className={styles.time}>{ends}</span>
            <span className={styles.words}>
              <span className={styles.name}>{endLabel}</span>
            </span>
          </li>
        )}
      </ol>
    </div>
  );
}

/** A phase of no length still shows that it is there. */
const grown = (length: number): CSSProperties => ({ flexGrow: Math.max(length, 0.001) });
