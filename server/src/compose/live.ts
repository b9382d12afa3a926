import type { Call } from '@brina/contract/wire/call';
import { decodeJwt } from 'jose';
import { isOpenTo } from '#core/access/rights.ts';
import type { Feature, Told } from '#core/feature.ts';
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
  const told = { commands: toldBy(features, 'commands'), notices: toldBy(features, 'notices') };
  return openLiveNode({
    ...ground,
    server: app.server,
    proxies,
    becomesLive,
    limits: { connections: descriptors.live },
    verify: identity.verify,
    demandsFactor: config.staffFactor,
    expiryOf: (token) => (decodeJwt(token).exp ?? 0) * 1000,
    reads: (section, caller) => isOpenTo(told[section], caller),
    mayConnectFrom: (origin, host) => URL.parse(origin)?.host === host || origin === config.publicUrl,
  });
};

/** The call that who is told of a section may make. */
function toldBy(features: readonly Feature[], section: keyof Told): Call {
  const [call, ...others] = features.flatMap(({ told }) => told?.[section] ?? []);
  if (!call || others.length > 0) throw new Error(`one feature says to whom ${section} are told live, and only one`);
  return call;
}
