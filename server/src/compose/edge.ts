import { type Edge, openEdge } from '#core/edge/edge.ts';
import { certificateCheck } from '#core/edge-certificates.ts';
import { latestConnection } from '#core/ingest/connections.ts';
import { edgeUptime } from '#core/ingest/edge-uptime.ts';
import type { Ground } from './ground.ts';

/** Opens where units connect; who may, and when it was up, the database knows. */
export const openEdgeOf = ({ config, db, pki, bus, clock, limited, log, descriptors }: Ground): Promise<Edge> =>
  openEdge({
    host: config.host,
    port: config.mqttPort,
    names: config.publicUrl ? [new URL(config.publicUrl).hostname] : [],
    pki,
    bus,
    clock,
    appliances: certificateCheck(db),
    latestConnection: () => db.read(latestConnection),
    uptime: edgeUptime(db, config.heartbeat_ms),
    limited,
    log,
    heartbeat_ms: config.heartbeat_ms,
    limits: { connections: descriptors.edge },
  });
