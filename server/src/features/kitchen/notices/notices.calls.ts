import { seeNotice } from '@brina/contract/calls/kitchen/notices';
import { sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { showNotices } from '#core/notices.ts';
import { loadUnits, saveMoved } from '#core/picture/unit.ts';

export const noticeHandlers = ({ bus }: Parts): Handled[] => [
  handle(seeNotice, async ({ db, caller, clock, params, audit, afterCommit }) => {
    const serial = params.id;
    const unit = (await loadUnits(db, [serial])).get(serial);
    if (!unit) refuse('not_found', 404);
    const now = clock.now();
    const seen = await db
      .updateTable('notice')
      // Who comes second changes nothing: it is over.
      .set({
        ended_at: sql`coalesce(ended_at, ${timestamp(now)})`,
        seen_by: sql`case when ended_at is null then ${caller.userId}::uuid else seen_by end`,
      })
      .where('id', '=', params.noticeId)
      .where('appliance', '=', unit.id)
      .executeTakeFirst();
    if (seen.numUpdatedRows === 0n) refuse('not_found', 404);
    await showNotices(db, unit, now);
    await saveMoved(db, [unit]);
    await audit('appliance.seeNotice', serial, { notice: params.noticeId });
    afterCommit(() => {
      for (const frame of unit.frames()) bus.publish('live', { serial, frame });
    });
    return { code: '200' };
  }),
];
