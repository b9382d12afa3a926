import { grantSigning } from '@brina/contract/calls/record/signatures';
import { CallFailed } from '@brina/contract/wire/client';
import { useCall } from '../../../../lib/query.ts';
import type { Secret } from '../../signatures/SignStep.tsx';

/** A call by which something is saved. */
export type Saving = { isPending: boolean; error: unknown; reset: () => void };

/** Proves who signs, and saves and signs what was said at once: whoever cannot sign saves nothing. */
export function useSigned(save: Saving) {
  const prove = useCall(grantSigning);
  const calls = [prove, save];
  return {
    isPending: calls.some(({ isPending }) => isPending),
    error: calls.find(({ error }) => error !== null)?.error ?? null,
    /** @returns why it was refused, by its code; null: it is saved */
    run: async (secret: Secret, send: (grant: string) => Promise<unknown>): Promise<string | null> => {
      for (const call of calls) call.reset();
      try {
        const { grant } = await prove.send({ body: secret });
        await send(grant);
        return null;
      } catch (cause) {
        // The words of it stand in the error of its call.
        return cause instanceof CallFailed ? cause.error.code : '';
      }
    },
  };
}
