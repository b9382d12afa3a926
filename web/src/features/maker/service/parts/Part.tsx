import { type ReactNode, useId } from 'react';
import { useFailure } from '../../../../lib/errors.ts';
import { Card } from '../../../../ui/Card.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import styles from './Part.module.css';

/** What a part asks for, as the query library gives it. */
export type Asked<T> = { data: T | undefined; error: Error | null; refetch: () => Promise<unknown> };

/**
 * One part of the thirty days with its own loading, error and retry: that one is late or fails hides no other.
 * @param children shows what was asked for
 */
export function Part<T>(props: {
  title: string;
  asked: Asked<T>;
  loading: string;
  failed: string;
  height?: number;
  children: (data: T) => ReactNode;
}) {
  const { title, asked, loading, failed, height = 160, children } = props;
  const { data, error, refetch } = asked;
  const failure = useFailure();
  const heading = useId();
  return (
    <Card as="section" labelledBy={heading}>
      <h2 id={heading} className={styles.title}>
        {title}
      </h2>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <ErrorState {...failure(error, refetch, failed)} />
      ) : (
        <div role="status" aria-label={loading}>
          <Skeleton height={height} />
        </div>
      )}
    </Card>
  );
}

/** Says in a quiet sentence that there is nothing. */
export const Nothing = ({ children }: { children: ReactNode }) => <p className={styles.nothing}>{children}</p>;
