import styles from './StateBadge.module.css';
import { type Tone, toneIcons } from './tones.ts';

/** A state in a word with its icon and colour; an alarm is filled, everything else tinted. */
export function StateBadge({ tone, label }: { tone: Tone; label: string }) {
  const Icon = toneIcons[tone];
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon size={16} stroke={2} aria-hidden />
      {label}
    </span>
  );
}
