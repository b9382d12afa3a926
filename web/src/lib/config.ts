import type { PublicConfig } from '@brina/contract/config';
import { portalFetch } from './fetch.ts';

let loaded: PublicConfig | undefined;

/**
 * Fetches `/config.json`, the first request of the app: everything else needs its addresses and keys.
 * @throws when the portal cannot be reached or answers with anything else
 */
export async function loadConfig(): Promise<PublicConfig> {
  const response = await portalFetch('/config.json', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  loaded = (await response.json()) as PublicConfig;
  return loaded;
}

/** The configuration, after `loadConfig` has resolved. */
export function config(): PublicConfig {
  if (!loaded) throw new Error('config.json has not been loaded yet');
  return loaded;
}
