/** Who signed a record, and what proves that nobody changed it: the same on a screen, on paper and for who inspects it. */
import type { SheetPart } from '@brina/domain/paper/sheet';
import type { BatchRecord } from '../calls/record/haccp.ts';
import type { SignatureOfRecord } from '../calls/record/signature-of-record.ts';
import type { RemarkWords } from './remarks-sheet.ts';

/** Signatures with their meaning and the revision that they are on (B2.6). */
export function signaturesPart({ t, format, time }: RemarkWords, signatures: readonly SignatureOfRecord[]): SheetPart {
  return {
    title: t('signatures'),
    table: {
      columns: [
        { title: t('meaning') },
        { title: t('by') },
        { title: t('time') },
        { title: t('revision'), align: 'end' },
      ],
      rows: signatures.map(({ id, meaning, by, at, revision, stale }) => {
        const n = format.number(revision);
        return { key: id, cells: [t(`meaning.${meaning}`), by, time(at), stale ? t('earlierRevision', { n }) : n] };
      }),
    },
  };
}

/** Where a record stands in the book, and since when nobody can have changed it unseen (B2.8). */
export function proofPart({ t, format, time }: RemarkWords, seal: BatchRecord['seal']): SheetPart {
  if (!seal) return { title: t('proof'), texts: [t('notSealed')] };
  const { ix, hash, at, checkpointAt } = seal;
  return {
    title: t('proof'),
    texts: [
      t('sealed', { n: format.number(ix), time: time(at), hash }),
      checkpointAt === null ? t('notCheckpointed') : t('checkpointed', { time: time(checkpointAt) }),
    ],
  };
}
