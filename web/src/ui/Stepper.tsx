import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import styles from './WetSteps.module.css';

/** A number between two buttons that a wet hand finds. */
export function Stepper(props: {
  label: string;
  value: number;
  show: (value: number) => string;
  step: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  lessLabel: string;
  moreLabel: string;
}) {
  const { label, value, show, step, min, max, onChange, lessLabel, moreLabel } = props;
  const id = useId();
  const move = (by: number) => onChange(Math.min(max, Math.max(min, Math.round((value + by) * 10) / 10)));
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
          disabled={value <= min}
          onClick={() => move(-step)}
        >
          <IconMinus size={28} aria-hidden />
        </button>
        <output className={styles.number}>{show(value)}</output>
        <button
          type="button"
          className={styles.big}
          aria-label={moreLabel}
          disabled={value >= max}
          onClick={() => move(step)}
        >
          <IconPlus size={28} aria-hidden />
        </button>
      </div>
    </div>
  );
}
