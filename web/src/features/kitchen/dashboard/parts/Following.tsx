import { type ComponentProps, Suspense } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useUser } from '../../../../lib/use-user.ts';
import { Filters } from './Filters.tsx';

// Seldom seen, and too small to come alone.
export { AddedNotice } from './AddedNotice.tsx';
export { NothingFound } from './NothingFound.tsx';

const MyCycles = comesLater(async () => {
  const { MyCycles: Part, messages } = await import('../../library/MyCycles.tsx');
  return { Part, messages };
});

/** What follows the first picture: the filters, and the cycles that somebody has put here. */
export function Following(props: ComponentProps<typeof Filters>) {
  const { pinCycles = false } = useUser()?.may ?? {};
  return (
    <>
      <Filters {...props} />
      <Suspense>{pinCycles && <MyCycles />}</Suspense>
    </>
  );
}
