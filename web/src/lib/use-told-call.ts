import type { BrowserCall } from '@brina/contract/wire/call';
import { type CallHandle, useCall } from './query.ts';
import { showToast } from './toast.ts';

/**
 * A changing call that says in a toast when it is made, and what it made old was asked again.
 * @param options `refresh` as for {@link useCall}; `done`: the words
 */
export function useToldCall<C extends BrowserCall>(
  call: C,
  { done, ...options }: { refresh?: readonly BrowserCall[]; done: string },
): CallHandle<C> {
  const made = useCall(call, options);
  return {
    ...made,
    send: async (input) => {
      const reply = await made.send(input);
      showToast({ kind: 'success', text: done });
      return reply;
    },
  };
}
