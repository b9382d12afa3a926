import { IconLayoutGrid } from '@tabler/icons-react';
import { type CSSProperties, useId } from 'react';
import styles from './GlanceTiles.module.css';
import { type Tone, toneIcons } from './tones.ts';

export type GlanceTile = { tone: Tone; label: string; count: string; none: boolean };

/**
 * Counts at a glance that filter what lies below: one is chosen, choosing it again shows all.
 * @param label says above them what is counted
 * @param all the tile that shows everything
 */
export function GlanceTiles(props: {
  label: string;
  all: { label: string; count: string };
  tiles: readonly GlanceTile[];
  chosen: Tone | undefined;
  onChoose: (tone: Tone | undefined) => void;
}) {
  const { label, all, tiles, chosen, onChoose } = props;
  const labelId = useId();
  return (
    <div className={styles.glance}>
      <p id={labelId} className={styles.caption}>
        {label}
      </p>
      <div className={styles.tiles} role="group" aria-labelledby={labelId} style={columnsFor(tiles.length + 1)}>
        <button type="button" className={styles.tile} aria-pressed={!chosen} onClick={() => onChoose(undefined)}>
          <span className={styles.count}>{all.count}</span>
          <span className={styles.label}>
            <IconLayoutGrid size={18} aria-hidden /> {all.label}
          </span>
        </button>
        {tiles.map(({ tone, label: word, count, none }) => {
          const Icon = toneIcons[tone];
          return (
            <button
              key={tone}
              type="button"
              className={styles.tile}
              data-tone={tone}
              data-none={none || undefined}
              aria-pressed={chosen === tone}
              onClick={() => onChoose(chosen === tone ? undefined : tone)}
            >
              <span className={styles.count}>{count}</span>
              <span className={styles.label}>
                <Icon size={18} aria-hidden /> {word}
              </span>
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Columns on a phone: three or four, whichever leaves fewer empty places. */
function columnsFor(tiles: number): CSSProperties & { '--columns': number } {
  return { '--columns': tiles % 4 !== 0 && tiles % 3 === 0 ? 3 : 4 };
}
