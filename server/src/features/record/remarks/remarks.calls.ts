import { addNote, recordReading } from '@brina/contract/calls/record/remarks';
import { readingFault } from '@brina/domain/haccp/by-hand';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { keepRemarks, requireOfKind } from './keep.ts';

const reading = handle(recordReading, async ({ db, caller, body, clock, audit }) => {
  const { subject, ...said } = body;
  const now = clock.now();
  const fault = readingFault(said.at, await requireOfKind(db, subject), now);
  if (fault) refuse(fault, 422);
  const content = { ...said, at: Math.min(said.at, now) };
  const [by] = await keepRemarks(db, caller, subject, [{ kind: 'reading', content }], now);
  await audit('record.remark', caller.companyId ?? '');
  return { ...(by ?? refuse('not_found', 404)), ...content };
});

const note = handle(addNote, async ({ db, caller, body, clock, audit }) => {
  const content = { text: body.text };
  const [by] = await keepRemarks(db, caller, body.subject, [{ kind: 'note', content }], clock.now());
  await audit('record.remark', caller.companyId ?? '');
  return { ...(by ?? refuse('not_found', 404)), ...content };
});

export const remarkHandlers = [reading, note];
