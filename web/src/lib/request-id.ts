import { CallFailed } from '@brina/contract/wire/client';

/** The request id of a refused call, for whoever is asked for help; undefined when the request did not arrive. */
export const requestIdOf = (cause: unknown): string | undefined =>
  cause instanceof CallFailed && cause.error.requestId !== '' ? cause.error.requestId : undefined;
