import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { type ComponentProps, Suspense } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useUser } from '../../../../lib/use-user.ts';
import { AddedNotice } from './AddedNotice.tsx';
import { Filters } from './Filters.tsx';
import { NothingFound } from './NothingFound.tsx';

const MyCycles = comesLater(async () => {
  const { MyCycles: Part, messages } = await import('../../library/MyCycles.tsx');
  return { Part, messages };
});

const Asked = comesLater(async () => {
  const { AccessRequests: Part, messages } = await import('../../../record/inspection/AccessRequests.tsx');
  return { Part, messages };
});

/** Who asks at a kitchen’s poster to see its records, and what has just been added. */
function Notices({ added, onClose }: { added: Appliance | null; onClose: () => void }) {
  return (
    <>
      <Suspense>
        <Asked />
      </Suspense>
      {added && <AddedNotice appliance={added} onClose={onClose} />}
    </>
  );
}

/** The filters, and the cycles that somebody has put here. */
function Following(props: ComponentProps<typeof Filters>) {
  const { pinCycles = false } = useUser()?.may ?? {};
  return (
    <>
      <Filters {...props} />
      <Suspense>{pinCycles && <MyCycles />}</Suspense>
    </>
  );
}

/** Parts of the dashboard that follow its first picture. They come as one: each is too small to come alone. */
export const following = { Following, NothingFound, Notices };
