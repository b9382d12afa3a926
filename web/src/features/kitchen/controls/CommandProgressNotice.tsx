import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { lazy, Suspense } from 'react';
import type { CommandHandle } from './use-command.ts';

// Its words need every alarm: it comes with the first command.
const CommandNotice = lazy(async () => ({ default: (await import('./parts/CommandNotice.tsx')).CommandNotice }));

/** What became of the last command, once one was sent. */
export function CommandProgressNotice({ appliance, command }: { appliance: Appliance; command: CommandHandle }) {
  if (!command.progress) return null;
  return (
    <Suspense>
      <CommandNotice appliance={appliance} progress={command.progress} onDismiss={command.dismiss} />
    </Suspense>
  );
}
