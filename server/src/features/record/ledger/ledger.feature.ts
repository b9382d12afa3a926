import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { feature } from '#core/feature.ts';
import { importRevisions } from './batches.ts';
import { renewKeys, tellBooks } from './keys.ts';
import { ledgerHandlers } from './ledger.calls.ts';
import { contentsNaming } from './removals.ts';
import { sealDue } from './seal.ts';

const kept = 'the books are whole, or they prove nothing';

/** Books of records that only grow, in which nothing can be changed without its being seen. */
export const ledger = feature({
  calls: ledgerHandlers,
  rounds: (parts) => [
    // After the upgrade that brought the books it is every record there is: as long as it works it rests.
    { name: 'ledger import', every_ms: 10_000, restsFor: () => 1, after: ['haccp'], run: () => importRevisions(parts) },
    { name: 'ledger keys', every_ms: hour_ms, run: () => renewKeys(parts) },
    { name: 'ledger key entries', every_ms: minute_ms, after: ['ledger keys'], run: () => tellBooks(parts) },
    {
      name: 'ledger seals',
      every_ms: minute_ms,
      restsFor: () => 1,
      after: ['ledger import', 'ledger key entries'],
      run: () => sealDue(parts),
    },
  ],
  keeps: {
    ledger_book: { always: kept },
    ledger_entry: { always: kept },
    ledger_content: { until: 'what it is the content of goes, or its person' },
    ledger_node: { always: kept },
    ledger_checkpoint: { always: kept },
    ledger_key: { always: 'an old signature is known by its key' },
    ledger_import: { until: 'the round has entered it' },
  },
  persons: {
    ledger_book: { nobody: 'that a company has a book' },
    ledger_entry: { nobody: 'hashes, and of what' },
    ledger_content: [
      {
        // All others name people by the id of such a content, their initials and their role.
        columns: ['book', 'content', 'salt'],
        whose: ({ userId }) => contentsNaming(userId),
        copy: { not: 'activity.json tells of it' },
        erase: 'go',
      },
    ],
    ledger_node: { nobody: 'hashes' },
    ledger_checkpoint: { nobody: 'hashes, signed by the portal' },
    ledger_key: { nobody: 'keys of the portal' },
    ledger_import: { nobody: 'which revisions wait' },
  },
});
