import type { Sheet, SheetPart, SheetTable } from '@brina/domain/paper/sheet';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { PaperPlot } from './PaperPlot.tsx';
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

/** A sheet of facts, a verdict and parts, as the portal's PDF has it, too. */
export function PaperDocument({ sheet: { name, title, facts, verdict, texts, parts } }: { sheet: Sheet }) {
  return (
    <PaperSheet name={name}>
      <h1>{title}</h1>
      <dl className={styles.facts}>
        {facts.map(({ term, detail }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
      {verdict && (
        <p className={styles.judged}>
          {/* In ink, for printers leave grounds out. */}
          <strong className={styles.verdict}>{verdict.word}</strong>
          {verdict.measured !== null && <span className={styles.measured}>{verdict.measured}</span>}
        </p>
      )}
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {parts.map((part) => (
        <Part key={part.title} {...part} />
      ))}
    </PaperSheet>
  );
}

function Part({ title, plot, table, texts = [] }: SheetPart) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {plot && <PaperPlot content={plot.content} format={plot.format} label={title} />}
      {table && <Table {...table} />}
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </section>
  );
}

/** One line a row, the head on each page. */
function Table({ columns, rows }: SheetTable) {
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
