import { Button } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { Card } from '../../../../ui/Card.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import styles from '../Editor.module.css';
import { editorMessages } from '../editor.messages.ts';
import type { ExpectedProps } from './ExpectedCurve.tsx';

const ExpectedCurve = lazy(async () => ({ default: (await import('./ExpectedCurve.tsx')).ExpectedCurve }));
const ExpectedSheet = lazy(async () => ({ default: (await import('./ExpectedSheet.tsx')).ExpectedSheet }));

/** From this width on the curve stands beside the phases. */
const beside = '(width >= 1100px)';

/** What the cycle is expected to do, beside its phases; where there is no room for that, in a sheet behind a button. */
export function Expected(props: ExpectedProps) {
  const { t } = useMessages(editorMessages);
  const isBeside = useMatches(beside);
  const [open, setOpen] = useState(false);
  const heading = useId();
  if (isBeside) {
    return (
      <div className={styles.beside}>
        <Card as="section" labelledBy={heading}>
          <h2 id={heading} className={styles.heading}>
            {t('expected')}
          </h2>
          <Suspense fallback={<Skeleton height={320} />}>
            <ExpectedCurve {...props} />
          </Suspense>
        </Card>
      </div>
    );
  }
  return (
    <>
      <div className={styles.unfold}>
        <Button
          variant="default"
          leftSection={<IconChartLine size={20} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {t('expected')}
        </Button>
      </div>
      <Suspense>{open && <ExpectedSheet {...props} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

function useMatches(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = () => setMatches(list.matches);
    follow();
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, [query]);
  return matches;
}
