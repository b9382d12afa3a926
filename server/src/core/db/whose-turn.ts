import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom something asks the database, as far as that is known: users take turns at its lane of calls. */
export const whoseTurn = new AsyncLocalStorage<string>();
