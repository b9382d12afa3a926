import { feature } from '#core/feature.ts';
import { anchorAhead_ms, anchorRounds } from './anchors.jobs.ts';

/** What others attest of the log of the books: time stamps, and cosignatures of a witness (docs/decisions/039-anchors-outside.md). */
export const anchors = feature({
  rounds: anchorRounds,
  ahead: { ledger_anchor_due: { due_at: anchorAhead_ms } },
  keeps: {
    ledger_anchor: { always: 'the books are proved by them' },
    ledger_anchor_due: { always: 'one row a kind' },
  },
  persons: {
    ledger_anchor: { nobody: 'what authorities and witnesses attest of hashes' },
    ledger_anchor_due: { nobody: 'when these are asked' },
  },
});
