import styles from './ProgressLine.module.css';
import type { Tone } from './tones.ts';

/** How far something has come. @param share 0..1; null: running, its end unknown @param label what it measures */
export function ProgressLine({ share, tone, label }: { share: number | null; tone: Tone; label: string }) {
  const percent = share === null ? undefined : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      className={styles.track}
      data-tone={tone}
      data-endless={share === null || undefined}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className={styles.bar} style={{ inlineSize: `${percent ?? 100}%` }} />
    </div>
  );
}
