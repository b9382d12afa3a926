import { messages } from '@brina/domain/language/messages';
import texts from './ledger-export.texts.json' with { type: 'json' };

/** The page that explains the files of an exported book (B2.8). */
export const ledgerExportMessages = messages(
  'server/ledger-export',
  {
    title: 'Book of HACCP records',
    intro: 'This archive holds the whole book of your company and all that proves it. Nobody needs Brina to verify it.',
    entries: 'one entry a line: what it is about, and the hash of its content',
    contents: 'what was recorded, by the number of its entry',
    removed: 'contents that were removed when their time was over, and the entry that says so',
    checkpoints: 'what the book was at a time, signed by this portal',
    keys: 'public keys that belong to the signatures',
    stamps: {
      en: 'a time stamp (RFC 3161) by an outside authority, of the text beside it, which stands for all books of this portal. Get its root certificate, CA.pem, from the authority itself:',
      note: 'what a file is, in a README; a command follows',
    },
    witnessed: { en: 'the same text, cosigned by an outside witness', note: 'what a file is, in a README' },
    anchored: {
      en: 'the proof that this text contains a checkpoint of your book:',
      note: 'what a file is, in a README; a command follows',
    },
    page: 'a page that verifies this archive in a browser: open it and drop the archive there',
    verify: 'a program that verifies this archive: node verify.mjs FILE (Node 18 or later, without a network)',
    imported:
      'A content with “imported” was written at that moment, before it could enter the book: it is sealed since its entry, not before.',
    anchor:
      'Compare the checkpoints with one that left the portal earlier, in a mail or on paper: only that shows that the book was not written anew.',
  },
  texts,
);
