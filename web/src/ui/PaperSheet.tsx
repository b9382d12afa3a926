import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './PaperSheet.module.css';
import { useNameOnPaper } from './paper.ts';

/**
 * What a page looks like on paper, where that is not the screen: it is laid out for A4 and Letter alone, whatever the window and its colours
 * are, and nothing of the screen is printed beside it.
 */
export function PaperSheet({ name, children }: { name: string; children: ReactNode }) {
  useNameOnPaper(name);
  return createPortal(
    <div className={styles.sheet} data-paper-sheet aria-hidden>
      {children}
    </div>,
    document.body,
  );
}

/** A heading of the sheet with what it is of, by name. */
export function PaperFacts({ items }: { items: readonly { term: string; detail: string }[] }) {
  return (
    <dl className={styles.facts}>
      {items.map(({ term, detail }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{detail}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A table on paper: one line a row, its head on each page. */
export function PaperTable({
  columns,
  rows,
}: {
  columns: readonly { title: string; align?: 'end' }[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map(({ title, align }) => (
            <th key={title} data-align={align}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {columns.map(({ title, align }, i) => (
              <td key={title} data-align={align}>
                {cells[i]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A part of the sheet under its heading. */
export function PaperPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** What the sheet says first, and in the largest letters: in ink, for printers leave grounds out; beside it by what. */
export function PaperVerdict({ word, measured }: { word: string; measured: string | null }) {
  return (
    <p className={styles.judged}>
      <strong className={styles.verdict}>{word}</strong>
      {measured !== null && <span className={styles.measured}>{measured}</span>}
    </p>
  );
}
