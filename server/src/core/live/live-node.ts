import type { Server } from 'node:http';
import { destinationOf, type LiveMessage, socketPath } from '@brina/contract/live';
import { hasLiveUpdates } from '@brina/domain/roles';
import { loadCaller } from '../access/caller.ts';
import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { Database, Db } from '../db/database.ts';
import type { VerifiedToken } from '../http/router.ts';
import { loadUnits, wholeState } from '../ingest/unit.ts';
import type { Log } from '../log.ts';
import { openStompServer, type StompConnection } from './stomp-server.ts';

export type LiveParts = {
  server: Server;
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  verify(token: string): Promise<VerifiedToken | undefined>;
  /** End of a token's life, epoch ms. */
  expiryOf(token: string): number;
  mayConnectFrom(origin: string, host: string): boolean;
};

/** A client and the appliances it may see at this moment. */
type Viewer = { connection: StompConnection; serials: ReadonlySet<string> };

/**
 * A live node (design 8): it hears every appliance and decides by itself who may see it. Whoever gains an appliance gets
 * its whole state; whoever loses one hears nothing more of it within a second.
 */
export function openLiveNode(parts: LiveParts): Disposable & { connections(): number } {
  const { bus, clock, db, log } = parts;
  const viewers = new Map<StompConnection, Viewer>();
  const bySerial = new Map<string, Set<Viewer>>();

  const setSerials = (viewer: Viewer, serials: ReadonlySet<string>): void => {
    for (const serial of viewer.serials) if (!serials.has(serial)) leave(bySerial, serial, viewer);
    for (const serial of serials) {
      const watching = bySerial.get(serial) ?? new Set();
      bySerial.set(serial, watching.add(viewer));
    }
    viewer.serials = serials;
  };

  /** Reads again what a viewer may see, tells what is new, and lets go of what is gone. */
  const reload = async (viewer: Viewer, announceGain: boolean): Promise<void> => {
    const { connection } = viewer;
    const seen = await db.read(async (tx) => {
      const caller = await loadCaller(tx, { oid: connection.userId, sid: connection.sessionId, now: clock.now() });
      return caller && hasLiveUpdates(caller.role) ? new Set(await visibleSerials(tx, caller.companyId)) : undefined;
    });
    if (!seen) return connection.close('sign in again');
    const gained = [...seen].filter((serial) => !viewer.serials.has(serial));
    setSerials(viewer, seen);
    if (!announceGain) return;
    tell(connection, { action: 'access' });
    if (gained.length === 0) return;
    const states = await db.ingest(async (tx) => [...(await loadUnits(tx, gained)).values()].flatMap((unit) => wholeState(unit, clock.now())));
    for (const frame of states) tell(connection, frame);
  };

  const reloadOrClose = (viewer: Viewer, announceGain: boolean): Promise<void> =>
    reload(viewer, announceGain).catch((error: unknown) => {
      log.warn({ event: 'live.reload_failed', err: error }, 'a live session could not load what it may see');
      viewer.connection.close('not possible now');
    });

  const stomp = openStompServer({
    server: parts.server,
    path: socketPath,
    clock,
    mayConnectFrom: parts.mayConnectFrom,
    admit: async (headers) => {
      const token = /^Bearer (\S+)$/i.exec(headers['Authorization'] ?? headers['authorization'] ?? '')?.[1];
      const verified = token && (await parts.verify(token));
      if (!token || !verified || 'generic' in verified) return undefined;
      const caller = await db.read((tx) => loadCaller(tx, { ...verified, now: clock.now() }));
      if (!caller || !hasLiveUpdates(caller.role)) return undefined;
      return {
        userId: verified.oid,
        sessionId: verified.sid,
        destination: destinationOf(verified.oid),
        expires_ms: parts.expiryOf(token),
      };
    },
    subscribed: async (connection) => {
      const viewer: Viewer = { connection, serials: new Set() };
      viewers.set(connection, viewer);
      await reloadOrClose(viewer, false);
      // What changed before this moment may have been missed: the client refetches once.
      tell(connection, { action: 'access' });
    },
    closed: (connection) => {
      const viewer = viewers.get(connection);
      viewers.delete(connection);
      for (const serial of viewer?.serials ?? []) if (viewer) leave(bySerial, serial, viewer);
    },
  });

  const frames = bus.subscribe('live', ({ serial, frame }) => {
    const watching = bySerial.get(serial);
    if (!watching) return;
    const body = JSON.stringify(frame);
    for (const { connection } of watching) connection.send(body);
  });
  const access = bus.subscribe('access.changed', ({ users, serials, endedSessions }) => {
    for (const viewer of viewers.values()) {
      const { connection } = viewer;
      if (endedSessions?.includes(connection.sessionId)) connection.close('signed out');
      else if (users.includes(connection.userId) || serials.some((serial) => viewer.serials.has(serial)))
        void reloadOrClose(viewer, true);
    }
  });
  return {
    connections: stomp.connections,
    [Symbol.dispose]: () => {
      frames[Symbol.dispose]();
      access[Symbol.dispose]();
      stomp[Symbol.dispose]();
    },
  };
}

const tell = (connection: StompConnection, message: LiveMessage): void => connection.send(JSON.stringify(message));

function leave(bySerial: Map<string, Set<Viewer>>, serial: string, viewer: Viewer): void {
  const watching = bySerial.get(serial);
  watching?.delete(viewer);
  if (watching?.size === 0) bySerial.delete(serial);
}

async function visibleSerials(db: Db, companyId: string | null): Promise<string[]> {
  if (companyId === null) return [];
  const rows = await db
    .selectFrom('tenure')
    .innerJoin('appliance', 'appliance.id', 'tenure.appliance')
    .select('serial')
    .where('company_id', '=', companyId)
    .where('to_at', 'is', null)
    .execute();
  return rows.map((row) => row.serial);
}
