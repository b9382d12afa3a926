import type { Generated } from 'kysely';

export type LedgerBookTable = {
  id: string;
  company_id: string | null;
  opened_at: number;
  size: Generated<number>;
  peaks: Generated<Uint8Array>;
  sealed_size: Generated<number>;
  news_at: number | null;
  left_size: Generated<number>;
};

export type LedgerEntryTable = {
  book: string;
  ix: number;
  at: number;
  kind: string;
  id: string;
  rev: number;
  hash: Uint8Array;
  prev: number | null;
};

export type LedgerContentTable = {
  book: string;
  ix: number;
  salt: Uint8Array;
  content: string | null;
  imported_at: number | null;
};

export type LedgerNodeTable = {
  book: string;
  level: number;
  ix: number;
  hash: Uint8Array;
};

export type LedgerCheckpointTable = {
  book: string;
  size: number;
  at: number;
  note: string;
  log_ix: number | null;
};

export type LedgerAnchorTable = {
  kind: 'rfc3161' | 'witness';
  by: string;
  log: string;
  log_size: number;
  at: number;
  attestation: Uint8Array;
};

export type LedgerAnchorDueTable = {
  kind: string;
  due_at: number;
};

export type LedgerKeyTable = {
  public: Uint8Array;
  from_at: number;
  until_at: number | null;
  reason: string;
};

export type LedgerImportTable = {
  batch: string;
  revision: number;
  created_at: number;
};

export type SigningPinTable = {
  user_id: string;
  hash: string;
  created_at: number;
};

export type SignGrantTable = {
  secret_hash: Uint8Array;
  user_id: string;
  session_id: string;
  way: string;
  created_at: number;
  expires_at: number;
  left_over: number;
};

export type SignerTable = {
  id: string;
  company_id: string;
  user_id: string;
  name: string | null;
  initials: string;
  role: string;
  created_at: number;
};

export type SignatureTable = {
  id: string;
  company_id: string;
  signer: string;
  meaning: string;
  way: string;
  created_at: number;
};

export type SignedRevisionTable = {
  signature: string;
  kind: string;
  id: string;
  revision: number;
  hash: Uint8Array;
};

/** The book of each company: entries, checkpoints, anchors, and who signed. */
export type LedgerTables = {
  ledger_book: LedgerBookTable;
  ledger_entry: LedgerEntryTable;
  ledger_content: LedgerContentTable;
  ledger_node: LedgerNodeTable;
  ledger_checkpoint: LedgerCheckpointTable;
  ledger_anchor: LedgerAnchorTable;
  ledger_anchor_due: LedgerAnchorDueTable;
  ledger_key: LedgerKeyTable;
  ledger_import: LedgerImportTable;
  signing_pin: SigningPinTable;
  sign_grant: SignGrantTable;
  signer: SignerTable;
  signature: SignatureTable;
  signed_revision: SignedRevisionTable;
};
