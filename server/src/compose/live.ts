import { decodeJwt } from 'jose';
import { type LiveNode, openLiveNode } from '#core/live/live-node.ts';
import type { Ground } from './ground.ts';
import type { Http } from './http.ts';
import type { Admission } from './identity.ts';

/** Opens the live node on the sockets of the HTTP server. */
export const openLive = ({ config, ...ground }: Ground, { app }: Http, { identity }: Admission): LiveNode =>
  openLiveNode({
    ...ground,
    server: app.server,
    verify: identity.verify,
    expiryOf: (token) => (decodeJwt(token).exp ?? 0) * 1000,
    mayConnectFrom: (origin, host) => URL.parse(origin)?.host === host || origin === config.publicUrl,
  });
