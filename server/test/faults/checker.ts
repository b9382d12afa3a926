import { readFileSync } from 'node:fs';
import { type Journalled, sampleStep_ms, type Values } from './journal-device.ts';

/** A stored sample, whoever stored it. */
export type StoredSample = { serial: string; log: string; seq: number; ix: number; at: number } & Values;

/** What a device wrote into its journal file. */
export function readJournal(file: string): { messages: Journalled[]; acknowledged: Set<number> } {
  const messages: Journalled[] = [];
  const acknowledged = new Set<number>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const entry = JSON.parse(line) as { message: Journalled } | { acknowledged: number };
    if ('message' in entry) messages.push(entry.message);
    else acknowledged.add(entry.acknowledged);
  }
  return { messages, acknowledged };
}

/**
 * Compares the journals of the devices with what is stored: what was acknowledged is there exactly once with equal
 * values, what was journalled arrived in the end, and no row is unexplained.
 * @returns the faults found, none when the portal kept its word
 */
export function findFaults(
  journals: readonly ReturnType<typeof readJournal>[],
  stored: readonly StoredSample[],
): string[] {
  const faults: string[] = [];
  const rows = Map.groupBy(stored, (row) => keyOf(row, row.ix));
  for (const { messages, acknowledged } of journals)
    for (const message of messages)
      for (const [ix, values] of message.samples.entries()) {
        const key = keyOf(message, ix);
        const found = rows.get(key) ?? [];
        rows.delete(key);
        const promise = acknowledged.has(message.seq) ? 'acknowledged' : 'sent';
        if (found.length === 0) faults.push(`${promise} and lost: ${key}`);
        if (found.length > 1) faults.push(`stored ${found.length} times: ${key}`);
        const [row] = found;
        if (
          row &&
          (row.TCell !== values.TCell || row.TCore1 !== values.TCore1 || row.at !== message.at + ix * sampleStep_ms)
        )
          faults.push(`stored with other values: ${key}`);
      }
  for (const key of rows.keys()) faults.push(`stored and never sent: ${key}`);
  return faults;
}

const keyOf = ({ serial, log, seq }: { serial: string; log: string; seq: number }, ix: number): string =>
  `${serial} ${log} ${seq}.${ix}`;
