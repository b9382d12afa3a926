import { useId } from 'react';
import styles from './ChoiceCards.module.css';

/** A choice with a sentence that says what it means. */
export type Choice<V extends string> = { value: V; label: string; detail: string };

/** A choice of one among a few that need explaining: radio buttons, each with its sentence. */
export function ChoiceCards<V extends string>(props: {
  label: string;
  choices: readonly Choice<V>[];
  value: V;
  onChange: (value: V) => void;
}) {
  const { label, choices, value, onChange } = props;
  const id = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            className={styles.radio}
            type="radio"
            name={id}
            aria-labelledby={`${id}-${choice.value}`}
            aria-describedby={`${id}-${choice.value}-detail`}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span className={styles.words}>
            <span className={styles.label} id={`${id}-${choice.value}`}>
              {choice.label}
            </span>
            <span className={styles.detail} id={`${id}-${choice.value}-detail`}>
              {choice.detail}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
