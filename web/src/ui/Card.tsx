import type { ReactNode } from 'react';
import styles from './Card.module.css';

/**
 * A surface with a one-pixel line. `alarm` and `offline` change the border, so that the state shows without colour.
 * @param as `article` for a thing that stands for itself, `section` (labelled) for a part of a page
 */
export function Card(props: {
  children: ReactNode;
  tone?: 'plain' | 'alarm' | 'offline';
  as?: 'article' | 'section' | 'div';
  labelledBy?: string;
  /** Without inner space, for content that runs to the edge. */
  flush?: boolean;
}) {
  const { children, tone = 'plain', as: Element = 'div', labelledBy, flush = false } = props;
  return (
    <Element className={styles.card} data-border={tone} data-flush={flush || undefined} aria-labelledby={labelledBy}>
      {children}
    </Element>
  );
}
