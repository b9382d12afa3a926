import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * For whom something asks the database: a user by its id, who is not known yet by its site (`siteOf`), and the portal itself by nothing.
 * They take turns at its lane of calls, and where passwords are hashed.
 */
export const whoseTurn = new AsyncLocalStorage<string>();
