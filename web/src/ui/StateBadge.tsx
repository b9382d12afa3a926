import type { TablerIcon } from '@tabler/icons-react';
import styles from './StateBadge.module.css';
import { type Tone, toneIcons } from './tones.ts';

/**
 * A state in a word with its icon and colour; an alarm is filled, everything else tinted.
 * @param icon where the tone's own would say something else
 */
export function StateBadge({ tone, label, icon }: { tone: Tone; label: string; icon?: TablerIcon }) {
  const Icon = icon ?? toneIcons[tone];
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon size={16} stroke={2} aria-hidden />
      {label}
    </span>
  );
}
