import type { ReactNode } from 'react';
import styles from './DefinitionList.module.css';

export type Definition = { term: string; detail: ReactNode };

/** Facts as pairs; in `columns` as many beside each other as fit. */
export function DefinitionList({ items, columns = false }: { items: readonly Definition[]; columns?: boolean }) {
  return (
    <dl className={styles.list} data-columns={columns || undefined}>
      {items.map(({ term, detail }) => (
        <div key={term} className={styles.pair}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.detail}>{detail}</dd>
        </div>
      ))}
    </dl>
  );
}
