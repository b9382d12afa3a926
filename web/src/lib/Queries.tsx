import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { queryClient } from './query.ts';

/** Gives what lies in it the cache of the app. Not around every page: the sign-in, which asks for nothing, has no need of the library. */
function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** A part that makes calls on a page without the frame, with the cache of the app around it. */
export const withQueries = <P extends object>(Part: ComponentType<P>) =>
  function WithQueries(props: P) {
    return (
      <Queries>
        <Part {...props} />
      </Queries>
    );
  };
