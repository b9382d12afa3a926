import { Loader } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
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
  /** Null: none of them, as while nobody knows. */
  value: V | null;
  disabled?: boolean;
  /** One that was chosen and is carried out, or is done. */
  acting?: { value: string; kind: 'busy' | 'done' } | null;
  onChange: (value: V) => void;
}) {
  const { label, hideLabel = false, segments, value, disabled = false, acting = null, onChange } = props;
  const name = useId();
  return (
    <fieldset className={styles.segments} disabled={disabled}>
      <legend className={hideLabel ? styles.hidden : styles.legend}>{label}</legend>
      <div className={styles.row}>
        {segments.map((segment) => (
          <label
            key={segment.value}
            className={styles.segment}
            data-state={acting?.value === segment.value ? acting.kind : undefined}
          >
            <input
              className={styles.hidden}
              type="radio"
              name={name}
              checked={segment.value === value}
              onChange={() => onChange(segment.value)}
            />
            {segment.label}
            {acting?.value === segment.value && (
              <span className={styles.sign} aria-hidden>
                {acting.kind === 'busy' ? (
                  <Loader size={20} color="currentColor" />
                ) : (
                  <IconCheck size={22} stroke={2.4} />
                )}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
