import * as z from 'zod/mini';

/** `GET /config.json` (open): what a browser or a script needs to begin. All addresses relative but `socketUrl`. */
export const publicConfig = z.object({
  tokenUrl: z.string(),
  clientId: z.string(),
  genericClientId: z.string(),
  /** A public identifier: it meters, it never authorises. */
  genericClientSecret: z.string(),
  /** Absolute URI of the API as the audience of tokens. */
  resource: z.string(),
  subscriptionKey: z.string(),
  subscriptionKeyHeader: z.string(),
  /** Whole address of the live socket. */
  socketUrl: z.string(),
  brand: z.string(),
  environment: z.enum(['prod', 'dev']),
  features: z.object({ maintenance: z.boolean(), afterSales: z.boolean(), demo: z.boolean() }),
  /** Address of the tutorial, a site of its own; null where there is none (S2.14). */
  tutorialUrl: z.nullable(z.string()),
  version: z.string(),
});
export type PublicConfig = z.output<typeof publicConfig>;

/** `GET /health` (open). `demoHistory`: share of the demo's history that has arrived, null outside the demo. */
export const health = z.object({
  status: z.enum(['ok', 'degraded']),
  /** Whether the database answers, and whether it takes a row. */
  database: z.boolean(),
  writable: z.boolean(),
  /** How long the oldest message of an appliance has waited to be committed. */
  waiting_s: z.number(),
  /** Of the data folder: how much is free is told by `/metrics`, which is not for the network. */
  disk: z.enum(['ok', 'filling']),
  /** Appliances connected at this moment. */
  appliances: z.int(),
  demoHistory: z.nullable(z.number()),
  version: z.string(),
});
export type Health = z.output<typeof health>;
