import { useId } from 'react';
import styles from './Segments.module.css';

export type Segment<V extends string> = { value: V; label: string };

/**
 * A choice of one among a few, all visible: radio buttons that look like a switch.
 * @param hideLabel the label is only read out, where the context says it already
 */
export function Segments<V extends string>(props: {
  label: string;
  hideLabel?: boolean;
  segments: readonly Segment<V>[];
  value: V;
  onChange: (value: V) => void;
}) {
  const { label, hideLabel = false, segments, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className={styles.segments}>
      <legend className={hideLabel ? styles.hidden : styles.legend}>{label}</legend>
      <div className={styles.row}>
        {segments.map((segment) => (
          <label key={segment.value} className={styles.segment}>
            <input
              className={styles.hidden}
              type="radio"
              name={name}
              checked={segment.value === value}
              onChange={() => onChange(segment.value)}
            />
            {segment.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
