import { given, type TestUser } from '../../../../../test/given.ts';
import type { TestPortal } from '../../../../../test/portal.ts';

/** Somebody else of the same company, who has just signed in. */
export async function colleague(portal: TestPortal, { companyId }: TestUser): Promise<TestUser> {
  const somebody = await given(portal).user();
  await portal.db.write((db) =>
    db
      .updateTable('app_user')
      .set({ company_id: companyId ?? null })
      .where('id', '=', somebody.id)
      .execute(),
  );
  return { ...somebody, companyId };
}
