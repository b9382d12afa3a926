import {
  deleteFactoryUser,
  filterAudit,
  filterUsers,
  getFactoryUser,
  listDomains,
  resetUserFactors,
  setUserFlags,
  upgradeUser,
  usersOfAppliance,
} from '@brina/contract/calls/maker/factory-users';
import { applianceDomains } from '@brina/domain/appliance/appliance-domains';
import { membershipRoles, type Role, rolesManagedBy } from '@brina/domain/people/roles';
import type { Caller } from '#core/access/caller.ts';
import { colleaguesOf } from '#core/access/partners.ts';
import { hasRole } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { queueMail } from '#core/mail/mail.ts';
import { readerOf } from '#core/mail/reader.ts';
import { type PersonRows, partWith } from '#core/persons.ts';
import type { Released } from '#features/kitchen/appliances/release.ts';
import { factorsResetMail, roleChangedMail } from '#features/people/account/account.mail.ts';
import { announceErased, eraseUser } from '#features/people/account/erase.ts';
import { partFromLastUser } from '#features/people/account/last-user.ts';
import { resetFactors } from '#identity/factors/factors.ts';
import { announceEnded, endSessions } from '#identity/sessions.ts';
import { filteredAudit } from './audit.queries.ts';
import { filteredUsers, roleOf, seersOf, userPage } from './factory-users.queries.ts';
import { openUser } from './user-page-token.ts';

/** Roles that may be a member of a company: USER for another's besides the own (S6.2). */
const mayBeMember: readonly Role[] = ['USER', ...membershipRoles];

/** Users as the factory sees and manages them, and the audit log. */
export const factoryUserHandlers = ({ bus, links, persons, pageKey: key }: Parts): Handled[] => {
  const ofAppliance = handle(usersOfAppliance, ({ db, query }) => seersOf(db, key, query.serialNumber));

  const filter = handle(filterUsers, ({ db, body }) => filteredUsers(db, key, body));

  const get = handle(getFactoryUser, async ({ db, caller, params }) => {
    const sealed = openUser(key, params.encryptedEmailRole);
    return (sealed && (await userPage(db, key, caller, sealed))) ?? refuse('not_found', 404);
  });

  const upgrade = handle(upgradeUser, async ({ db, caller, params, query, clock, audit, afterCommit }) => {
    const user = await managedUser(db, caller, params.id);
    const { targetRole } = query;
    if (user.id === caller.userId) refuse('own_account', 422);
    if (!rolesManagedBy(caller.role).includes(targetRole)) refuse('role_not_yours', 422);
    if (user.role === targetRole) refuse('role_unchanged', 409);
    const now = clock.now();
    await giveRole(db, persons, { id: user.id, role: targetRole, now });
    // Its colleagues see what it serves (S6.9).
    const users = await colleaguesOf(db, user.id);
    const released = user.role === 'USER' ? await leaveCompany(db, persons, user, now) : [];
    const ended = await endSessions(db, { userId: user.id }, now);
    const reader = readerOf(user);
    const mail = roleChangedMail({ ...reader, role: targetRole, url: links.home(reader) });
    await queueMail(db, mail, now);
    await audit('user.role', user.id, { from: user.role, to: targetRole });
    for (const { serialNumber } of released) await audit('appliance.release', serialNumber);
    afterCommit(() => {
      announceEnded(bus, ended);
      bus.publish('access.changed', {
        users,
        serials: released.map(({ serialNumber }) => serialNumber),
      });
    });
    return { code: '200', body: { released } } as const;
  });

  const remove = handle(deleteFactoryUser, async ({ db, caller, params, clock, audit, afterCommit }) => {
    const user = await managedUser(db, caller, params.id);
    if (user.id === caller.userId) refuse('own_account', 422);
    const people = await colleaguesOf(db, user.id);
    const released = await eraseUser(db, persons, { userId: user.id, now: clock.now() });
    await audit('user.delete', user.id, { role: user.role });
    for (const { serialNumber } of released) await audit('appliance.release', serialNumber);
    afterCommit(() => announceErased(bus, people, released));
    return { code: '200', body: { released } } as const;
  });

  const setFlags = handle(setUserFlags, async ({ db, caller, params, body, audit }) => {
    const user = await managedUser(db, caller, params.id);
    const { pro, cycleLibrary, energyPanel } = body;
    await db
      .updateTable('app_user')
      .set({ pro, cycle_library: cycleLibrary, energy_panel: energyPanel })
      .where('id', '=', user.id)
      .execute();
    await audit('user.flags', user.id, body);
    return { code: '200' } as const;
  });

  const domains = handle(listDomains, async () => [...applianceDomains]);

  const audit = handle(filterAudit, ({ db, body }) => filteredAudit(db, body));

  return [ofAppliance, filter, get, upgrade, remove, setFlags, resetOf({ bus, links }), domains, audit];
};

/** Helps who has lost every second factor: whoever is signed in somewhere signs in anew, and sets one up where the role needs it. */
const resetOf = ({ bus, links }: Pick<Parts, 'bus' | 'links'>): Handled =>
  handle(resetUserFactors, async ({ db, caller, params, clock, audit, afterCommit }) => {
    const user = await managedUser(db, caller, params.id);
    if (user.id === caller.userId) refuse('own_account', 422);
    const now = clock.now();
    if ((await resetFactors(db, user.id)) === 0) refuse('factor_missing', 409);
    const ended = await endSessions(db, { userId: user.id }, now);
    const reader = readerOf(user);
    await queueMail(db, factorsResetMail({ ...reader, url: links.home(reader) }), now);
    await audit('user.resetFactors', user.id);
    afterCommit(() => announceEnded(bus, ended));
    return { code: '200' } as const;
  });

/** A user whose role the caller manages, locked until the transaction ends: two changes at once come one after the other. */
async function managedUser(db: Db, caller: Caller, id: string) {
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'last_name', 'role', 'language', 'company_id'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!user) refuse('not_found', 404);
  if (!rolesManagedBy(caller.role).includes(roleOf(user))) refuse('role_not_yours', 422);
  return user;
}

/** What others share with a user ends with its role, and its memberships unless the new role can have them (S4.20). */
async function giveRole(
  db: Db,
  persons: PersonRows,
  { id, role, now }: { id: string; role: Role; now: number },
): Promise<void> {
  await db.updateTable('app_user').set({ role }).where('id', '=', id).execute();
  await partWith(db, persons, 'otherRole', { id, now });
  if (!mayBeMember.includes(role)) await partWith(db, persons, 'notInvited', { id, now });
}

/**
 * Who is no USER any more has no part in its company: the last of it releases its appliances and keeps the company, whose
 * records stay its own; anybody else leaves it to the others.
 */
async function leaveCompany(
  db: Db,
  persons: PersonRows,
  { id, company_id }: { id: string; company_id: string | null },
  now: number,
): Promise<Released[]> {
  if (company_id === null) return [];
  const others = await db
    .selectFrom('app_user')
    .select('id')
    .where('company_id', '=', company_id)
    .where(hasRole('app_user', 'USER'))
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  if (others) await db.updateTable('app_user').set({ company_id: null }).where('id', '=', id).execute();
  return partFromLastUser(db, persons, company_id, now);
}
