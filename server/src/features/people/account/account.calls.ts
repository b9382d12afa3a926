import { deleteOwnUser, exportOwnData } from '@brina/contract/calls/people/account';
import type { AuditAction } from '@brina/domain/people/audit';
import { writeAudit } from '#core/access/audit.ts';
import { colleaguesOf } from '#core/access/partners.ts';
import type { Parts } from '#core/feature.ts';
import { fewCopies } from '#core/http/few-copies.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { announceErased, eraseUser } from './erase.ts';
import { exportOf } from './export.ts';
import { membershipHandlers } from './memberships.calls.ts';
import { profileHandlers } from './profile.calls.ts';
import { sessionHandlers } from './sessions.calls.ts';

const exportAll = ({ persons }: Parts): Handled => {
  const copy = fewCopies();
  return handle(exportOwnData, async ({ db, caller, clock, locale }) => ({
    type: 'application/zip',
    name: `brina-export-${new Date(clock.now()).toISOString().slice(0, 10)}.zip`,
    data: await copy(caller.userId, () => exportOf(db, persons, caller, locale)),
  }));
};

const remove = ({ bus, persons }: Parts): Handled =>
  handle(deleteOwnUser, async ({ db, caller, clock, afterCommit }) => {
    const at = clock.now();
    const people = await colleaguesOf(db, caller.userId);
    const released = await eraseUser(db, persons, { userId: caller.userId, now: at });
    // Not from where: the network address was the person's.
    const note = (action: AuditAction, on: string): Promise<void> =>
      writeAudit(db, { at, caller, action, on, address: '' });
    await note('user.erase', caller.userId);
    for (const { serialNumber } of released) await note('appliance.release', serialNumber);
    afterCommit(() => announceErased(bus, people, released));
    return { code: '200', body: { released } } as const;
  });

/** What people do with their own account: profile, password, sign-ins, invitations, a copy of their data, and its end. */
export const accountHandlers = (parts: Parts): Handled[] => [
  ...profileHandlers(parts),
  ...sessionHandlers(parts),
  ...membershipHandlers(parts),
  exportAll(parts),
  remove(parts),
];
