import { updateLaboratory } from '@brina/contract/calls/kitchen/laboratories';
import type { TestUser } from './given.ts';
import type { TestPortal } from './portal.ts';

/**
 * Lets a service partner serve a kitchen: the kitchen names its e-mail address as assistance center (S6.9). Written
 * directly, for a test that has no USER of the kitchen's company at hand; see {@link namePartner} for the way a person takes.
 */
export const serves = async (portal: TestPortal, partner: Pick<TestUser, 'email'>, labId: string): Promise<void> => {
  await portal.db.write((db) =>
    db.updateTable('laboratory').set({ assistance_center: partner.email }).where('id', '=', labId).execute(),
  );
};

/** Names a service partner as a kitchen's owner does. */
export const namePartner = (owner: TestUser, labId: string, email: string): Promise<unknown> =>
  owner.call(updateLaboratory, {
    params: { id: labId },
    body: { name: `Kitchen ${labId.slice(-6)}`, assistanceCenter: email },
  });
