import type { PublicConfig } from '@brina/contract/config';
import { portalFetch } from './fetch.ts';

let loaded: PublicConfig | undefined;

/**
 * Reads the configuration off the page, where the portal has put it: everything else needs its addresses and keys. A page that the
 * portal did not serve, as in development, has none: then it is fetched.
 * @throws when the portal cannot be reached or answers with anything else
 */
export async function loadConfig(): Promise<PublicConfig> {
  const told = document.getElementById('config')?.textContent;
  loaded = told ? (JSON.parse(told) as PublicConfig) : await fetchConfig();
  return loaded;
}

async function fetchConfig(): Promise<PublicConfig> {
  const response = await portalFetch('/config.json', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  return (await response.json()) as PublicConfig;
}

/** The configuration, after `loadConfig` has resolved. */
export function config(): PublicConfig {
  if (!loaded) throw new Error('the configuration has not been loaded yet');
  return loaded;
}
