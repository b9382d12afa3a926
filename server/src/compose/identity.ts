import type { PublicConfig } from '@brina/contract/config';
import { socketPath } from '@brina/contract/live-address';
import { keptSetting, newSecret } from '#core/db/settings.ts';
import { type Identity, openIdentity } from '#identity/provider.ts';
import type { Ground } from './ground.ts';
import type { Http } from './http.ts';

/** Who somebody is, and what a browser needs to know to find that out. */
export type Admission = {
  identity: Identity;
  /** Meters the calls; it stands in config.json. */
  subscriptionKey: string;
  /** What a browser that came by this Host needs to begin. */
  publicConfig(host: string): PublicConfig;
};

/** Opens the OAuth 2 provider below `/idp`. Issuer and secrets are made once for an installation. */
export async function openAdmission(ground: Ground, http: Http, version: string): Promise<Admission> {
  const { config, db } = ground;
  const subscriptionKey = config.subscriptionKey ?? (await keptSetting(db, 'subscription_key', newSecret));
  const issuer =
    config.publicUrl ?? (await keptSetting(db, 'issuer', () => `http://${config.host}:${config.httpPort || 8080}`));
  const genericSecret = await keptSetting(db, 'generic_secret', newSecret);
  const clients = { web: { id: 'brina-web' }, generic: { id: 'brina-generic', secret: genericSecret } };
  const resource = 'urn:brina:calls';
  const identity = await openIdentity({
    ...ground,
    metrics: ground.metrics.identity,
    address: http.address,
    issuer: `${issuer}/idp`,
    resource,
    clients,
    accessToken_s: config.accessToken_s,
    sessionIdle_s: config.sessionIdle_s,
  });
  http.mount('/idp', identity.callback);
  return {
    identity,
    subscriptionKey,
    publicConfig: (host) => ({
      tokenUrl: identity.tokenPath,
      clientId: clients.web.id,
      genericClientId: clients.generic.id,
      genericClientSecret: genericSecret,
      resource,
      subscriptionKey,
      subscriptionKeyHeader: config.subscriptionKeyHeader,
      socketUrl: `${http.socketOrigin(host)}${socketPath}`,
      brand: config.brand,
      environment: config.environment,
      features: { maintenance: config.maintenance, afterSales: config.afterSales, demo: config.demo },
      tutorialUrl: config.tutorialUrl,
      version,
    }),
  };
}
