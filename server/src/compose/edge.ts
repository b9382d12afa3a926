import { silence_ms } from '@brina/domain/appliance/connection';
import { type Edge, openEdge } from '#core/edge/edge.ts';
import { certificateCheck } from '#core/edge-certificates.ts';
import { edgeUptime } from '#core/ingest/edge-uptime.ts';
import type { Ground } from './ground.ts';

/** Opens where units connect; who may, and when it was up, the database knows. */
export const openEdgeOf = ({ config, db, pki, bus, clock, log }: Ground): Promise<Edge> =>
  openEdge({
    host: config.host,
    port: config.mqttPort,
    names: config.publicUrl ? [new URL(config.publicUrl).hostname] : [],
    pki,
    bus,
    clock,
    appliances: certificateCheck(db),
    uptime: edgeUptime(db, silence_ms(config.heartbeat_ms)),
    log,
    heartbeat_ms: config.heartbeat_ms,
  });
