import { randomBytes } from 'node:crypto';
import { keptSetting } from '#core/db/settings.ts';
import type { Edge } from '#core/edge/edge.ts';
import type { Feature, Parts } from '#core/feature.ts';
import { linksOf } from '#core/mail/links.ts';
import { personRows } from '#core/persons.ts';
import type { Ground } from './ground.ts';
import type { Http } from './http.ts';
import { openPostOf } from './mail.ts';

/** Seals the addresses of user pages (S2.30); 32 bytes for AES-256. */
const newPageKey = (): string => randomBytes(32).toString('base64url');

/** What every feature is given to make its calls, rounds and pages of. */
export const partsOf = async (
  ground: Ground,
  { address }: Http,
  edge: Edge,
  features: readonly Feature[],
): Promise<Parts> => ({
  ...ground,
  links: linksOf(address),
  post: openPostOf(ground.config),
  address,
  tsaUrl: ground.config.tsaUrl,
  witness: ground.config.witness,
  demandsFactor: ground.config.staffFactor,
  mqttUrl: edge.url,
  heartbeat_ms: ground.config.heartbeat_ms,
  pageKey: Buffer.from(await keptSetting(ground.db, 'page_key', newPageKey), 'base64url'),
  persons: personRows(features),
});
