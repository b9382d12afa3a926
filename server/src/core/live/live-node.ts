import type { Server } from 'node:http';
import type { LiveFrame, LiveMessage } from '@brina/contract/live';
import { destinationOf, socketPath } from '@brina/contract/live-address';
import { hasLiveUpdates } from '@brina/domain/people/roles';
import { type Caller, loadCaller } from '../access/caller.ts';
import { mayWork } from '../access/rights.ts';
import { viewOf } from '../access/views.ts';
import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { Database, Db } from '../db/database.ts';
import { whoseTurn } from '../db/whose-turn.ts';
import type { VerifiedToken } from '../http/router.ts';
import type { Log } from '../log.ts';
import { readUnits, wholeState } from '../picture/unit.ts';
import { type Held, heldPart, type KitchenSection } from './held-part.ts';
import { SharedBody } from './shared-body.ts';
import { openStompServer, type StompOptions } from './stomp-server.ts';
import type { Admitted, StompSession } from './stomp-session.ts';

export type LiveParts = Pick<
  StompOptions,
  'server' | 'clock' | 'mayConnectFrom' | 'proxies' | 'becomesLive' | 'socketClock' | 'limits' | 'limited'
> & {
  server: Server;
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  verify(token: string): Promise<VerifiedToken | undefined>;
  /** End of a token's life, epoch ms. */
  expiryOf(token: string): number;
  /** Whether roles that need a second factor are refused without one. */
  demandsFactor: boolean;
  /** Whether somebody may know a section that is of the kitchen. */
  reads(section: KitchenSection, caller: Caller): boolean;
};

/** A live node that runs. */
export type LiveNode = Disposable & {
  connections(): number;
  /** Resolves when every session has read what it may see. */
  settled(): Promise<void>;
};

/** Appliances by serial number, with what of each the viewer may know. */
type Seen = ReadonlyMap<string, Held>;

/** A client that listens, and the appliances it may see at this moment; undefined until they are read first. */
type Viewer = { session: StompSession; seen: Seen | undefined; reloading: Promise<void> | undefined; again: boolean };

/**
 * A live node (docs/ARCHITECTURE.md, live): it hears every appliance and decides by itself who may see it. Whoever gains an appliance gets
 * its whole state; whoever loses one hears nothing more of it from the moment the change is announced.
 */
export function openLiveNode(parts: LiveParts): LiveNode {
  const { bus, clock, db, log } = parts;
  const viewers = new Map<StompSession, Viewer>();
  const bySerial = new Map<string, Set<Viewer>>();

  /** Reads what a viewer may see, tells it what is new with its whole state, and lets go of what is gone. */
  const load = async (viewer: Viewer): Promise<void> => {
    const { session } = viewer;
    const seen = await db.read((tx) => visibleTo(tx, session.client, parts));
    if (viewers.get(session) !== viewer) return;
    if (typeof seen === 'string') return session.fail(seen);
    const before = viewer.seen;
    show(bySerial, viewer, seen);
    // Who has just come fetches everything by itself.
    const gained = before ? [...seen.keys()].filter((serial) => !before.has(serial)) : [];
    if (gained.length === 0) return;
    const units = await db.read((tx) => readUnits(tx, gained));
    for (const unit of units.values()) for (const frame of wholeState(unit, clock.now())) pass([viewer], frame);
  };

  /** One load at a time, in line for its viewer: what is announced while one runs is loaded after it. */
  const reload = (viewer: Viewer): Promise<void> => {
    viewer.again = viewer.reloading !== undefined;
    viewer.reloading ??= (async () => {
      try {
        do {
          viewer.again = false;
          await whoseTurn.run(viewer.session.client.userId, load, viewer);
        } while (viewer.again);
      } catch (error) {
        log.warn({ event: 'live.load_failed', err: error }, 'a live session could not load what it may see');
        viewer.session.fail('not possible now');
      } finally {
        viewer.reloading = undefined;
      }
    })();
    return viewer.reloading;
  };

  const stomp = openStompServer({
    ...parts,
    path: socketPath,
    admit: (headers) => admit(headers, parts),
    subscribed: async (session) => {
      const viewer = viewers.get(session) ?? { session, seen: undefined, reloading: undefined, again: false };
      viewers.set(session, viewer);
      await reload(viewer);
      // What changed before this moment may have been missed: the client refetches once.
      tell(viewer, { action: 'access' });
    },
    left: (session) => {
      const viewer = viewers.get(session);
      viewers.delete(session);
      if (viewer) show(bySerial, viewer, new Map());
    },
  });

  const frames = bus.subscribe('live', ({ serial, frame }) => {
    pass(bySerial.get(serial) ?? [], frame as LiveFrame);
  });
  const access = bus.subscribe('access.changed', ({ users, serials, endedSessions = [] }) => {
    const isEverybody = users.length + serials.length + endedSessions.length === 0;
    for (const viewer of viewers.values()) {
      const { userId, sessionId } = viewer.session.client;
      if (endedSessions.includes(sessionId)) viewer.session.fail('signed out');
      else if (isEverybody || users.includes(userId) || serials.some((serial) => viewer.seen?.has(serial))) {
        // Until it is read again who may see them, nobody does.
        if (viewer.seen)
          show(bySerial, viewer, new Map([...viewer.seen].filter(([serial]) => !serials.includes(serial))));
        void reload(viewer).then(() => tell(viewer, { action: 'access' }));
      }
    }
  });
  const replies = bus.subscribe('reply.changed', (changed) => tellChanged(viewers.values(), changed));
  return {
    connections: stomp.connections,
    settled: async () => {
      for (const { reloading } of viewers.values()) await reloading;
    },
    [Symbol.dispose]: () => {
      for (const heard of [frames, access, replies]) heard[Symbol.dispose]();
      for (const viewer of viewers.values()) tell(viewer, { action: 'offline' });
      stomp[Symbol.dispose]();
    },
  };
}

/** Whoever shows what a call replies to these users asks it again. */
function tellChanged(viewers: Iterable<Viewer>, { users, call }: { users: readonly string[]; call: string }): void {
  for (const viewer of viewers)
    if (users.includes(viewer.session.client.userId)) tell(viewer, { action: 'changed', call });
}

/** Who a client is by the headers of its CONNECT, or why it hears of nothing. */
async function admit(headers: Readonly<Record<string, string>>, parts: LiveParts): Promise<Admitted | string> {
  const token = /^Bearer (\S+)$/i.exec(headers['Authorization'] ?? headers['authorization'] ?? '')?.[1];
  const verified = token && (await parts.verify(token));
  if (!token || !verified || 'generic' in verified) return signedOut;
  const client: Admitted = {
    userId: verified.oid,
    sessionId: verified.sid,
    destination: destinationOf(verified.oid),
    expires_ms: parts.expiryOf(token),
  };
  const seen = await whoseTurn.run(client.userId, () => parts.db.read((tx) => visibleTo(tx, client, parts)));
  return typeof seen === 'string' ? seen : client;
}

const tell = ({ session }: Viewer, message: LiveMessage): void => session.send(new SharedBody(message));

/** Passes a frame on, to each viewer the part of it that it may know. */
function pass(viewers: Iterable<Viewer>, frame: LiveFrame): void {
  const bodies = new Map<string, SharedBody>();
  for (const { session, seen } of viewers) {
    const held = seen?.get(frame.serialNumber);
    if (!held) continue;
    const part = `${held.heldSince} ${held.reads.commands} ${held.reads.notices}`;
    const body = bodies.get(part) ?? new SharedBody(heldPart(frame, held));
    bodies.set(part, body);
    session.send(body);
  }
}

/** Lets a viewer hear of these appliances, and of no others. */
function show(bySerial: Map<string, Set<Viewer>>, viewer: Viewer, seen: Seen): void {
  const lost = [...(viewer.seen?.keys() ?? [])].filter((serial) => !seen.has(serial));
  // What was told of them while they were seen does not wait until they are not.
  if (lost.length > 0) viewer.session.flush();
  for (const serial of lost) {
    const watching = bySerial.get(serial);
    watching?.delete(viewer);
    if (watching?.size === 0) bySerial.delete(serial);
  }
  for (const serial of seen.keys()) bySerial.set(serial, (bySerial.get(serial) ?? new Set()).add(viewer));
  viewer.seen = seen;
}

const signedOut = 'sign in again';

/** The appliances that the company of a session holds now, or why it hears of none: it has ended, may not work yet, or its role has no live updates. */
async function visibleTo(
  db: Db,
  { userId, sessionId }: Admitted,
  { clock, reads, demandsFactor }: LiveParts,
): Promise<Seen | string> {
  const caller = await loadCaller(db, { oid: userId, sid: sessionId, now: clock.now(), demandsFactor });
  if (!caller || !mayWork(caller)) return signedOut;
  if (!hasLiveUpdates(caller.role)) return 'this role has no live updates';
  const rows = await db
    .selectFrom(viewOf(caller).as('v'))
    .innerJoin('appliance as a', 'a.id', 'v.appliance')
    .select(['a.serial', 'v.from_at'])
    .where('v.to_at', 'is', null)
    .execute();
  const may = { reads: { commands: reads('commands', caller), notices: reads('notices', caller) } };
  return new Map(rows.map((row) => [row.serial, { heldSince: row.from_at, ...may }]));
}
