import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { Suspense } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import type { CommandHandle } from './use-command.ts';

// Its words need every alarm: it comes with the first command.
const ResultToasts = comesLater(async () => {
  const { ResultToasts: Part, messages } = await import('./parts/ResultToasts.tsx');
  return { Part, messages };
});

/** Says what became of each command in a sentence at the edge of the screen, wherever on the page its control is (B1.5, S8.21). */
export function CommandResults({ appliance, command }: { appliance: Appliance; command: CommandHandle }) {
  if (command.acts.length === 0) return null;
  return (
    <Suspense>
      <ResultToasts appliance={appliance} acts={command.acts} />
    </Suspense>
  );
}
