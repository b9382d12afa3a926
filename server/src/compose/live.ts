import { decodeJwt } from 'jose';
import { isOpenTo } from '#core/access/rights.ts';
import type { Feature } from '#core/feature.ts';
import { type LiveNode, openLiveNode } from '#core/live/live-node.ts';
import type { Ground } from './ground.ts';
import type { Http } from './http.ts';
import type { Admission } from './identity.ts';

/** Opens the live node on the sockets of the HTTP server. */
export const openLive = (
  { config, descriptors, ...ground }: Ground,
  { app, proxies, becomesLive }: Http,
  { identity }: Admission,
  features: readonly Feature[],
): LiveNode => {
  const [told, ...others] = features.flatMap((one) => one.told ?? []);
  if (!told || others.length > 0) throw new Error('one feature says to whom commands are told live, and only one');
  return openLiveNode({
    ...ground,
    server: app.server,
    proxies,
    becomesLive,
    limits: { connections: descriptors.live },
    verify: identity.verify,
    demandsFactor: config.staffFactor,
    expiryOf: (token) => (decodeJwt(token).exp ?? 0) * 1000,
    readsCommands: (caller) => isOpenTo(told.commands, caller),
    mayConnectFrom: (origin, host) => URL.parse(origin)?.host === host || origin === config.publicUrl,
  });
};
