import styles from './BigNumber.module.css';
import type { Tone } from './tones.ts';

// A formatted quantity is a number and what follows it: "−18,4 °C", "−18.4°C", "4.2kW".
const quantity = /^([\p{N}.,\s\u2212-]*\p{N})(.*)$/u;

/**
 * The hero of a card: a formatted quantity with its number large and its unit small.
 * @param text as the locale writes it; what holds no number ("–") is shown large as it is
 */
export function BigNumber({ text, tone, size = 'large' }: { text: string; tone: Tone; size?: 'large' | 'medium' }) {
  const parts = quantity.exec(text);
  return (
    <span className={styles.number} data-tone={tone} data-size={size}>
      {parts?.[1] ?? text}
      {parts && <span className={styles.unit}>{parts[2]}</span>}
    </span>
  );
}
