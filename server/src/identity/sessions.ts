import { day_ms, hour_ms, second_ms } from '@brina/domain/language/durations';
import { isRole, membershipRoles, type Role } from '@brina/domain/people/roles';
import { sql } from 'kysely';
import { writeAudit } from '#core/access/audit.ts';
import { loadCaller } from '#core/access/caller.ts';
import type { Bus } from '#core/bus/bus.ts';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import { factorsOf } from './factors/factors.ts';
import { isRecoveryCodeOf } from './factors/recovery-codes.ts';

/**
 * A signed-in device. `id` is the `sid` of its tokens; it ends at `expiresAt` (epoch ms) unless it is used before, and at `lastsUntil` at
 * the latest.
 */
export type LiveSession = { id: string; userId: string; role: Role; expiresAt: number; lastsUntil: number };

/**
 * How long a device stays signed in (docs/SECURITY.md). Counted from the sign-in: renewing tokens does not prolong it, as OAuth
 * 2.0 for browser-based applications demands of rotated refresh tokens.
 */
const sessionLife_ms = { remembered: 30 * day_ms, other: 12 * hour_ms };

/** Absolute end of a session. */
const endOf = (session: { rememberMe: boolean; createdAt: number }): number =>
  session.createdAt + (session.rememberMe ? sessionLife_ms.remembered : sessionLife_ms.other);

/** When a session ends that nobody uses from now on; `idle_s` null: it lasts. */
const idleEnd = (lastsUntil: number, idle_s: number | null, now: number): number =>
  idle_s === null ? lastsUntil : Math.min(lastsUntil, now + idle_s * second_ms);

/** What was shown besides the password: nothing where there is no second factor, one of the factors, or a recovery code (its hash). */
export type SecondProof = 'none' | { factorId: string } | { recoveryCode: string };

/** A sign-in that has been proved: whose, for how long, from where, and what the device calls itself. */
type SignedIn = {
  userId: string;
  /** The hash by which the password was proved. */
  passwordHash: string;
  second: SecondProof;
  rememberMe: boolean;
  address: string;
  device: string;
  /** Ends when its tokens are not renewed for so many seconds; null: as long as it may last. */
  idle_s: number | null;
  now: number;
};

/**
 * Begins a session of a user who has proved itself, with its audit row. Who has no company of its own acts within the
 * invitation it accepted last. `undefined` when what proved it counts no more, since the password was changed or the first factor set up
 * meanwhile: that ended every session, and must end this one too.
 */
export async function beginSession(
  db: Db,
  { userId, passwordHash, second, rememberMe, address, device, idle_s, now }: SignedIn,
): Promise<LiveSession | undefined> {
  // A change of password or factors that is under way is waited for; one that comes later finds this session and ends it.
  const user = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select('password_hash')
    .forShare()
    .executeTakeFirst();
  if (user?.password_hash !== passwordHash || !(await suffices(db, userId, second))) return undefined;
  const id = newId(now);
  const lastsUntil = endOf({ rememberMe, createdAt: now });
  const expiresAt = idleEnd(lastsUntil, idle_s, now);
  await db
    .insertInto('session')
    .values({
      id,
      user_id: userId,
      remember_me: rememberMe,
      created_at: timestamp(now),
      expires_at: timestamp(expiresAt),
      ended_at: null,
      membership_id: await membershipToBeginWith(db, userId),
      device,
      address,
      // Who has just signed in has just proved who it is.
      confirmed_at: timestamp(now),
    })
    .execute();
  const caller = await loadCaller(db, { oid: userId, sid: id, now });
  if (!caller) throw new Error(`session ${id} is gone in the transaction that began it`);
  await writeAudit(db, { at: now, caller, action: 'session.begin', on: id, address });
  return { id, userId, role: caller.role, expiresAt, lastsUntil };
}

/** Whether what was shown besides the password is all there is to show, or still one of what there is. */
async function suffices(db: Db, userId: string, second: SecondProof): Promise<boolean> {
  if (second !== 'none' && 'recoveryCode' in second) return isRecoveryCodeOf(db, userId, second.recoveryCode);
  const factors = await factorsOf(db, userId);
  return second === 'none' ? factors.length === 0 : factors.some(({ id }) => id === second.factorId);
}

/** The invitation within which a session of somebody without a company acts: the one accepted last; null when there is none. */
export async function membershipToBeginWith(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('app_user as u')
    .innerJoin('membership as m', 'm.user_id', 'u.id')
    .where('u.id', '=', userId)
    .where('u.role', 'in', membershipRoles)
    .where('m.accepted_at', 'is not', null)
    .orderBy('m.accepted_at', 'desc')
    .select('m.id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The session if it is alive and that user's; `undefined` when it has ended or expired, or the user is gone. */
export async function findLiveSession(
  db: Db,
  { sid, userId, now }: { sid: string; userId: string; now: number },
): Promise<LiveSession | undefined> {
  const row = await db
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .where('s.id', '=', sid)
    .where('s.user_id', '=', userId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', timestamp(now))
    .select(['u.role', 's.expires_at', 's.created_at', 's.remember_me'])
    .executeTakeFirst();
  if (!row || !isRole(row.role)) return undefined;
  const lastsUntil = endOf({ rememberMe: row.remember_me, createdAt: row.created_at });
  return { id: sid, userId, role: row.role, expiresAt: row.expires_at, lastsUntil };
}

/** What the device of a session calls itself; empty when it does not say. */
export async function deviceOf(db: Db, sid: string): Promise<string> {
  const row = await db.selectFrom('session').where('id', '=', sid).select('device').executeTakeFirst();
  return row?.device ?? '';
}

/** A session was used: it is idle from now on, and lasts where nothing is said of that. Returns it with its new end. */
export async function prolongSession(
  db: Db,
  session: LiveSession,
  { idle_s, now }: { idle_s: number | null; now: number },
): Promise<LiveSession> {
  const expiresAt = idleEnd(session.lastsUntil, idle_s, now);
  if (expiresAt === session.expiresAt) return session;
  await db
    .updateTable('session')
    .set({ expires_at: timestamp(expiresAt) })
    .where('id', '=', session.id)
    .execute();
  return { ...session, expiresAt };
}

/** Sessions that last longer unused than the portal says by now, since they began when it said otherwise, are idle from now on. */
export async function boundIdle(db: Db, { idle_s, now }: { idle_s: number; now: number }): Promise<void> {
  const end = timestamp(now + idle_s * second_ms);
  await db
    .updateTable('session')
    .set({ expires_at: end })
    .where('ended_at', 'is', null)
    .where('expires_at', '>', end)
    .execute();
}

/** Sessions that a transaction ended, to be announced when it is committed. */
export type EndedSessions = readonly { id: string; user_id: string }[];

/**
 * Ends one session, or all of a user but one (a changed password). The caller announces the result by
 * {@link announceEnded} after the commit.
 */
export async function endSessions(
  db: Db,
  which: { sid: string } | { userId: string; except?: string },
  now: number,
): Promise<EndedSessions> {
  let update = db
    .updateTable('session')
    .set({ ended_at: timestamp(now) })
    .where('ended_at', 'is', null);
  if ('sid' in which) update = update.where('id', '=', which.sid);
  else update = update.where('user_id', '=', which.userId);
  if ('except' in which && which.except) update = update.where('id', '!=', which.except);
  return update.returning(['id', 'user_id']).execute();
}

/** Devices on which somebody may be signed in; more than anybody has, and few enough to be looked through. */
export const sessions_max = 100;

/**
 * Ends the oldest sessions of a person that has more than {@link sessions_max}; first those of the device and address that has just signed
 * in: a program that signs in each time it asks something shuts nobody else out. The caller announces them, as of {@link endSessions}.
 */
export async function endOldest(
  db: Db,
  { userId, address, device, now }: { userId: string; address: string; device: string; now: number },
): Promise<EndedSessions> {
  const tooMany = await db
    .selectFrom('session')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', timestamp(now))
    // The newest stays in any case.
    .orderBy(sql`created_at < ${timestamp(now)} and device = ${device} and address = ${address}`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(sessions_max)
    .select('id')
    .execute();
  const ended: EndedSessions[] = [];
  for (const { id } of tooMany) {
    await writeAudit(db, { at: now, caller: { userId, companyId: null }, action: 'session.end', on: id, address });
    ended.push(await endSessions(db, { sid: id }, now));
  }
  return ended.flat();
}

/** Tells every live node which sessions are over, so that their sockets close. */
export function announceEnded(bus: Bus, ended: EndedSessions): void {
  // No user and no appliance would mean everyone.
  if (ended.length === 0) return;
  bus.publish('access.changed', {
    users: [...new Set(ended.map(({ user_id }) => user_id))],
    serials: [],
    endedSessions: ended.map(({ id }) => id),
  });
}

/**
 * Ends a session with its audit row and announces it; `reused`: because somebody came with a copy of its refresh token. One that has ended already, or never was, is left
 * as it is.
 */
export async function endSession(
  { db, bus, clock }: { db: Database; bus: Bus; clock: Clock },
  { sid, address, reused = false }: { sid: string; address: string; reused?: boolean },
): Promise<void> {
  const ended = await db.write(async (tx) => {
    const now = clock.now();
    const owner = await tx.selectFrom('session').where('id', '=', sid).select('user_id').executeTakeFirst();
    const caller = owner && (await loadCaller(tx, { oid: owner.user_id, sid, now }));
    if (!caller) return [];
    if (reused) await writeAudit(tx, { at: now, caller, action: 'token.reused', on: sid, address });
    await writeAudit(tx, { at: now, caller, action: 'session.end', on: sid, address });
    return endSessions(tx, { sid }, now);
  });
  announceEnded(bus, ended);
}
