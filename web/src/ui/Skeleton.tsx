import styles from './Skeleton.module.css';

/** A grey place-holder of the size of what comes, which says that it is to come. */
export function Skeleton({ height, width = '100%' }: { height: number; width?: number | string }) {
  return <span className={styles.bone} aria-busy="true" style={{ blockSize: height, inlineSize: width }} />;
}

/**
 * Place-holders for a page that is loading, in the shape the page will have.
 * @param label tells those who do not see it that something is coming
 */
export function SkeletonGrid({ label, cards, height }: { label: string; cards: number; height: number }) {
  return (
    <div className={styles.grid} role="status" aria-label={label}>
      {Array.from({ length: cards }, (_, place) => (
        <Skeleton key={place} height={height} />
      ))}
    </div>
  );
}
