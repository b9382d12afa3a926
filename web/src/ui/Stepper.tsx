import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import styles from './WetSteps.module.css';

/** Temperatures of food, roughly, °C. */
export const foodSlide_C = { min: -30, max: 100, step: 1 } as const;

/** A number between two buttons that a wet hand finds; a long way is slid first, where there is one. */
export function Stepper(props: {
  label: string;
  /** Null: nobody has said, and no number stands there that somebody might take for one. */
  value: number | null;
  /** Where the buttons begin as long as nobody has said. */
  near?: number;
  show: (value: number) => string;
  step: number;
  min: number;
  max: number;
  /** What a hand slides through, and by which steps; absent: the buttons reach all of it soon. */
  slide?: { min: number; max: number; step: number };
  onChange: (value: number) => void;
  lessLabel: string;
  moreLabel: string;
}) {
  const { label, value, near = props.min, show, step, min, max, slide, onChange, lessLabel, moreLabel } = props;
  const id = useId();
  const at = value ?? near;
  const shown = value === null ? '–' : show(value);
  const move = (by: number) => onChange(Math.min(max, Math.max(min, Math.round((at + by) * 10) / 10)));
  return (
    <div className={styles.stepper} role="group" aria-labelledby={id}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.big}
          aria-label={lessLabel}
          disabled={at <= min}
          onClick={() => move(-step)}
        >
          <IconMinus size={28} aria-hidden />
        </button>
        <output className={styles.number}>{shown}</output>
        <button
          type="button"
          className={styles.big}
          aria-label={moreLabel}
          disabled={at >= max}
          onClick={() => move(step)}
        >
          <IconPlus size={28} aria-hidden />
        </button>
      </div>
      {slide && (
        <input
          className={styles.slider}
          type="range"
          aria-labelledby={id}
          aria-valuetext={shown}
          {...slide}
          value={at}
          onChange={(event) => onChange(Math.min(max, Math.max(min, event.currentTarget.valueAsNumber)))}
        />
      )}
    </div>
  );
}
