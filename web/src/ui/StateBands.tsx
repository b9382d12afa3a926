import type { CSSProperties } from 'react';
import styles from './StateBands.module.css';

/** A stretch in one state, and when it was, in words. */
export type StateStretch = { from_ms: number; to_ms: number; label: string; when: string };

/**
 * States over time, one strip a row, on the same time axis as the plots above it. Each stretch says its word where it has room for
 * it, and everywhere as its title; the words of the shades stand below.
 */
export function StateBands(props: {
  rows: readonly { key: string; label: string; stretches: readonly StateStretch[] }[];
  from_ms: number;
  to_ms: number;
}) {
  const { rows, from_ms, to_ms } = props;
  const whole = Math.max(1, to_ms - from_ms);
  const place = ({ from_ms: start, to_ms: end }: StateStretch): CSSProperties => ({
    insetInlineStart: `${((Math.max(start, from_ms) - from_ms) / whole) * 100}%`,
    inlineSize: `${((Math.min(end, to_ms) - Math.max(start, from_ms)) / whole) * 100}%`,
  });
  return (
    <div className={styles.bands}>
      {rows.map(({ key, label, stretches }) => {
        const words = [...new Set(stretches.map((stretch) => stretch.label))].sort();
        const shadeOf = (word: string) => words.indexOf(word) % shades;
        return (
          <section key={key} className={styles.row} aria-label={label}>
            <h3 className={styles.label}>{label}</h3>
            <ol className={styles.strip}>
              {stretches.map((stretch) => (
                <li
                  key={stretch.from_ms}
                  className={styles.stretch}
                  data-shade={shadeOf(stretch.label)}
                  style={place(stretch)}
                  title={`${stretch.label} · ${stretch.when}`}
                >
                  <span className={styles.word}>{stretch.label}</span>
                </li>
              ))}
            </ol>
            <ul className={styles.legend} aria-hidden>
              {words.map((word) => (
                <li key={word}>
                  <span className={styles.swatch} data-shade={shadeOf(word)} />
                  {word}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** Shades that are told apart. */
const shades = 6;
