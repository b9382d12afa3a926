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
  state: 'done' | 'running' | 'ahead';
  tone: Tone;
};

/**
 * Phases one after another: a strip whose parts are as long as the phases, and below it what each of them is. The state is a word, an
 * icon and a pattern.
 * @param ends when the last one is over, in words of the clock
 * @param states words for the states, read out and shown with the icon
 */
export function PhaseTimeline(props: {
  label: string;
  phases: readonly TimelinePhase[];
  ends: string | null;
  endLabel: string;
  states: Record<TimelinePhase['state'], string>;
}) {
  const { label, phases, ends, endLabel, states } = props;
  const timed = ends !== null || phases.some(({ begins }) => begins !== null);
  return (
    <div className={styles.timeline}>
      <div className={styles.strip} aria-hidden>
        {phases.map(({ key, length, state, tone }) => (
          <span key={key} className={styles.part} data-tone={tone} data-state={state} style={grown(length)} />
        ))}
      </div>
      <ol className={styles.phases} aria-label={label} data-untimed={!timed || undefined}>
        {phases.map(({ key, label: name, detail, begins, state, tone }) => (
          <li key={key} className={styles.phase} data-tone={tone} data-state={state}>
            {timed && <span className={styles.time}>{begins ?? ''}</span>}
            <span className={styles.words}>
              <span className={styles.name}>{name}</span>
              <span className={styles.detail}>{detail}</span>
            </span>
            <span className={styles.state}>
              {state === 'done' && <IconCheck size={16} aria-hidden />}
              {state === 'running' && <IconPlayerPlay size={16} aria-hidden />}
              {states[state]}
            </span>
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
