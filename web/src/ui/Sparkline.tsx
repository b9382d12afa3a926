import styles from './Sparkline.module.css';
import type { Tone } from './tones.ts';

type Values = readonly (number | null)[];
const width = 100;
const height = 40;

/**
 * The last hours as a line against the set-point and its tolerance band. A step without a value stays a gap.
 * @param values one per step, oldest first
 * @param set set-point of the same steps
 * @param tolerance half width of the band, in the unit of the values
 * @param label what the picture shows, for those who do not see it
 */
export function Sparkline(props: { values: Values; set: Values; tolerance: number; tone: Tone; label: string }) {
  const { values, set, tolerance, tone, label } = props;
  const drawn = [...values, ...set.flatMap((s) => (s === null ? [] : [s - tolerance, s + tolerance]))];
  const numbers = drawn.filter((v) => v !== null);
  if (values.every((v) => v === null)) return <div className={styles.spark} data-tone={tone} data-empty />;

  const low = Math.min(...numbers);
  // A flat line would otherwise be stretched to noise.
  const span = Math.max(Math.max(...numbers) - low, 2 * tolerance, 1);
  const x = (step: number) => (values.length < 2 ? width / 2 : (step / (values.length - 1)) * width);
  const y = (value: number) => height - 2 - ((value - low) / span) * (height - 4);

  return (
    <svg
      className={styles.spark}
      data-tone={tone}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {runsOf(set).map(({ start, run }) => (
        <polygon
          key={start}
          className={styles.band}
          points={[
            ...steps(start, run).map(([place, s]) => `${x(place)},${y(s + tolerance)}`),
            ...steps(start, run)
              .map(([place, s]) => `${x(place)},${y(s - tolerance)}`)
              .reverse(),
          ].join(' ')}
        />
      ))}
      {runsOf(set).map(({ start, run }) => (
        <polyline
          key={start}
          className={styles.set}
          points={steps(start, run)
            .map(([place, s]) => `${x(place)},${y(s)}`)
            .join(' ')}
        />
      ))}
      <path className={styles.line} d={pathOf(values, x, y)} />
    </svg>
  );
}

type Run = { start: number; run: number[] };

/** The stretches of a series that hold values. */
function runsOf(values: Values): Run[] {
  const runs: Run[] = [];
  values.forEach((value, step) => {
    if (value === null) return;
    const last = runs.at(-1);
    if (last && last.start + last.run.length === step) last.run.push(value);
    else runs.push({ start: step, run: [value] });
  });
  return runs;
}

/** A set-point holds until the next step, so it is drawn as stairs: the corners of a stretch as [step, value]. */
const steps = (start: number, run: readonly number[]): [step: number, value: number][] =>
  run.flatMap((value, i): [number, number][] => [
    [start + i, value],
    [start + Math.min(i + 1, run.length - 1), value],
  ]);

/**
 * Path data with a new sub-path after each gap. A lone value is a dot (a line of no length with round caps) where there is nothing else, or
 * where the line goes on from it: amid lines it would be a speck that says nothing.
 */
const pathOf = (values: Values, x: (step: number) => number, y: (value: number) => number): string =>
  runsOf(values)
    .filter(({ start, run }, _, { length }) => length === 1 || run.length > 1 || start === values.length - 1)
    .map(({ start, run }) => {
      const points = run.map((value, i) => `${x(start + i).toFixed(2)},${y(value).toFixed(2)}`);
      return `M${points.join('L')}${points.length === 1 ? 'h0' : ''}`;
    })
    .join('');
