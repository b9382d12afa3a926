import type { Generated } from 'kysely';

export type MailTable = {
  id: string;
  kind: string;
  recipient: string;
  language: string;
  content: unknown;
  created_at: number;
  due_at: number;
  tries: Generated<number>;
  sent_at: number | null;
  failed_at: number | null;
  last_error: string | null;
};

export type NewsTable = {
  id: string;
  texts: unknown;
  roles: string[];
  from_at: number;
  to_at: number;
  created_by: string;
  created_at: number;
};

/** An announcement that somebody does not want to see again. */
export type NewsHiddenTable = {
  user_id: string;
  news_id: string;
};

export type SettingTable = {
  name: string;
  value: string;
};

export type AuditTable = {
  id: string;
  at: number;
  user_id: string | null;
  company_id: string | null;
  action: string;
  on_kind: string;
  on_id: string;
  address: string | null;
  detail: unknown;
};

export type IdempotencyTable = {
  caller: string;
  call: string;
  key: string;
  body_hash: string;
  created_at: number;
  status: number | null;
  reply: unknown;
};

/** What the portal keeps for itself: settings, mail to be sent, announcements, the audit log, what was asked twice. */
export type PortalTables = {
  setting: SettingTable;
  mail: MailTable;
  news: NewsTable;
  news_hidden: NewsHiddenTable;
  audit: AuditTable;
  idempotency: IdempotencyTable;
};
