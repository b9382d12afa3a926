import { Loader } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId, useLayoutEffect, useRef } from 'react';
import styles from './Segments.module.css';

export type Segment<V extends string> = { value: V; label: string };

/**
 * A choice of one among a few, all visible: radio buttons that look like a switch. Where they do not fit beside each other they stand
 * in even rows, and none alone.
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
  const row = useRow(segments);
  return (
    <fieldset className={styles.segments} disabled={disabled}>
      <legend className={hideLabel ? styles.hidden : styles.legend}>{label}</legend>
      <div ref={row} className={styles.row}>
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

/** Keeps the choices in as few even rows as have room for their words. */
function useRow(segments: readonly Segment<string>[]) {
  const row = useRef<HTMLDivElement>(null);
  const words = segments.map(({ label }) => label).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are of another width
  useLayoutEffect(() => {
    const arrange = () => {
      const { current: place } = row;
      if (!place) return;
      for (const columns of evenColumns(place.childElementCount)) {
        place.style.setProperty('--columns', String(columns));
        if (place.scrollWidth <= place.clientWidth) return;
      }
    };
    arrange();
    window.addEventListener('resize', arrange);
    return () => window.removeEventListener('resize', arrange);
  }, [words]);
  return row;
}

/** In how many columns `n` choices may stand, from one row to one column: as alike in length as can be, and with none alone. */
function evenColumns(n: number): readonly number[] {
  const columns = Array.from({ length: n }, (_, row) => Math.ceil(n / (row + 1)));
  return [...new Set(columns)].filter((one) => one === 1 || n % one !== 1);
}
