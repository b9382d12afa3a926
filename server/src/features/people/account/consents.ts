import { type LegalDocument, legalVersions } from '@brina/domain/people/legal';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';

/**
 * Keeps the evidence that a user accepted documents in the versions in force, or withdrew a consent (S3.21, S4.3; GDPR, art. 7).
 * `language` is the one they were read in, as it travels (`it_IT`).
 */
export async function recordConsent(
  db: Db,
  consent: { userId: string; documents: readonly LegalDocument[]; language: string; accepted: boolean },
  now: number,
): Promise<void> {
  await db
    .insertInto('consent')
    .values(
      consent.documents.map((document) => ({
        id: newId(now),
        user_id: consent.userId,
        document,
        version: legalVersions[document],
        language: consent.language,
        accepted: consent.accepted,
        at: timestamp(now),
      })),
    )
    .execute();
}
