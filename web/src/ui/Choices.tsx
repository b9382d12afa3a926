import styles from './Choices.module.css';

/** A choice of one, as large as a wet hand needs it. */
export function Choices<V extends string | number>(props: {
  label?: string;
  choices: readonly { value: V; label: string }[];
  chosen: V | null;
  onChoose: (value: V) => void;
}) {
  const { label, choices, chosen, onChoose } = props;
  if (choices.length === 0) return null;
  return (
    <fieldset className={styles.choices}>
      {label && <legend className={styles.label}>{label}</legend>}
      {choices.map((one) => (
        <button
          key={one.value}
          type="button"
          className={styles.big}
          aria-pressed={chosen === one.value}
          onClick={() => onChoose(one.value)}
        >
          {one.label}
        </button>
      ))}
    </fieldset>
  );
}
