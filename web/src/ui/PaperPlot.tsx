import type { ChartContent, ChartFormat } from '@brina/domain/charts/chart-content';
import { type Inks, paperPlot, type Shape } from '@brina/domain/charts/paper-plot';
import { createElement, type ReactNode, useMemo } from 'react';
import styles from './PaperPlot.module.css';
import { paperOnly } from './paper.ts';

/** The inks of the style sheet: on paper they are light, whatever the screen is. */
const inks: Inks = {
  ink: 'var(--ink)',
  pale: 'var(--ink2)',
  line: 'var(--line)',
  edge: 'var(--paper-edge)',
  alarm: 'var(--alarm)',
  paper: 'var(--paper)',
  series: {
    air: 'var(--series-air)',
    core: 'var(--series-core)',
    other: 'var(--series-other)',
    violet: 'var(--series-violet)',
    rose: 'var(--series-rose)',
    set: 'var(--series-set)',
    doubtful: 'var(--series-doubtful)',
  },
};

/** A time series as it is on paper. It is on the page all the time, so that what is printed depends on no screen. */
export function PaperPlot({ content, format, label }: { content: ChartContent; format: ChartFormat; label: string }) {
  const { width, height, shapes } = useMemo(() => paperPlot(content, format, inks), [content, format]);
  return (
    <div className={`${paperOnly} ${styles.whole}`}>
      <svg className={styles.plot} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} data-paper-plot>
        {drawn(shapes)}
      </svg>
    </div>
  );
}

/** Shapes that never change their places among one another. */
const drawn = (shapes: readonly Shape[]): ReactNode[] =>
  shapes.map(({ tag, attributes, children = [], text }, place) =>
    createElement(tag, { key: `${tag} ${place}`, ...attributes }, text ?? drawn(children)),
  );
