import type { Generated } from 'kysely';

export type InspectionLinkTable = {
  id: string;
  company_id: string;
  token_hash: Uint8Array;
  pin_hash: string | null;
  user_id: string;
  membership_id: string | null;
  from_day: string;
  to_day: string;
  created_at: number;
  expires_at: number;
  ended_at: number | null;
  poster: string | null;
  receiver: string | null;
  wrong_pins: Generated<number>;
  ended_why: 'wrong_pins' | null;
};

export type InspectionSubjectTable = {
  link: string;
  laboratory_id: string | null;
  appliance: number | null;
};

export type InspectionVisitTable = {
  id: string;
  link: string;
  began_at: number;
  last_at: number;
  device: string;
  network: string;
  pages: number;
};

export type KitchenPosterTable = {
  id: string;
  company_id: string;
  laboratory_id: string;
  code: string;
  user_id: string;
  created_at: number;
  ended_at: number | null;
};

export type AccessRequestTable = {
  id: string;
  poster: string;
  secret_hash: Uint8Array;
  number: number;
  device: string;
  created_at: number;
  answered_at: number | null;
  link: string | null;
};

export type HaccpReportTable = {
  id: string;
  company_id: string;
  user_id: string;
  membership_id: string | null;
  laboratory_id: string | null;
  appliance: number | null;
  units: Generated<number[]>;
  from_day: string;
  to_day: string;
  paper: 'A4' | 'LETTER';
  locale: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  done: Generated<number>;
  total: Generated<number>;
  created_at: number;
  due_at: number | null;
  attempts: Generated<number>;
  file: Uint8Array | null;
  form: Generated<'pdf' | 'json'>;
};

export type MailSubscriptionTable = {
  id: string;
  company_id: string;
  user_id: string | null;
  membership_id: string | null;
  laboratory_id: string | null;
  appliance: number | null;
  every: 'day' | 'week' | 'month';
  locale: string | null;
  created_at: number;
  due_at: number;
  time_zone: string;
};

export type MailReceiverTable = {
  id: string;
  subscription: string;
  address: string;
  token_hash: Uint8Array;
  asked_at: number;
  confirmed_at: number | null;
};

export type ReceiverAskTable = {
  id: string;
  company_id: string;
  subscription: string | null;
  receiver: string;
  address_hash: Uint8Array;
  asked_at: number;
  answered_at: number | null;
};

export type ReceiverRefusalTable = {
  company_id: string;
  address_hash: Uint8Array;
  refused_at: number;
};

export type ToldPeriodTable = {
  subscription: string;
  from_day: string;
  to_day: string;
  told_at: number;
};

export type PeriodLetterTable = {
  id: string;
  subscription: string;
  user_id: string | null;
  receiver: string | null;
  from_day: string;
  to_day: string;
  time_zone: string;
  created_at: number;
  due_at: number;
  attempts: Generated<number>;
};

/** Who else reads records: inspectors, reports of a period, mails by subscription. */
export type ReportTables = {
  inspection_link: InspectionLinkTable;
  inspection_subject: InspectionSubjectTable;
  inspection_visit: InspectionVisitTable;
  kitchen_poster: KitchenPosterTable;
  access_request: AccessRequestTable;
  haccp_report: HaccpReportTable;
  mail_subscription: MailSubscriptionTable;
  mail_receiver: MailReceiverTable;
  receiver_ask: ReceiverAskTable;
  receiver_refusal: ReceiverRefusalTable;
  told_period: ToldPeriodTable;
  period_letter: PeriodLetterTable;
};
