import type { PublicConfig } from '@brina/contract/config';
import { fetchJson, portalFetch } from './fetch.ts';

let loaded: PublicConfig | undefined;

/**
 * Reads the configuration off the page, where the portal has put it: everything else needs its addresses and keys. A page that the
 * portal did not serve, as in development, has none: then it is fetched.
 * @throws when the portal cannot be reached or answers with anything else
 */
export async function loadConfig(): Promise<PublicConfig> {
  const told = document.getElementById('config')?.textContent;
  loaded = (told ? JSON.parse(told) : await fetchJson('/config.json', portalFetch)) as PublicConfig;
  return loaded;
}

/** The configuration, after `loadConfig` has resolved. */
export function config(): PublicConfig {
  if (!loaded) throw new Error('no configuration yet');
  return loaded;
}
