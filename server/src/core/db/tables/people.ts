import type { FactorKind } from '@brina/domain/people/factors';
import type { MembershipRole } from '@brina/domain/people/roles';
import type { Generated } from 'kysely';

export type CompanyTable = {
  id: string;
  name: string;
  tax_code: string | null;
  sector: string | null;
  type: string | null;
  country: string | null;
  city: string | null;
  address: string | null;
  district: string | null;
  postal_code: string | null;
  phone: string | null;
  time_zone: string;
  created_at: number;
};

export type AppUserTable = {
  id: string;
  email: string;
  password_hash: string;
  role: string;
  status: string;
  language: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  phone: Generated<string>;
  country: Generated<string>;
  address: Generated<string>;
  city: Generated<string>;
  postal_code: Generated<string>;
  pro: Generated<boolean>;
  cycle_library: Generated<boolean>;
  energy_panel: Generated<boolean>;
  preferences: unknown;
  company_id: string | null;
  created_at: number;
  tos_version: string | null;
  erased_at: number | null;
};

export type SessionTable = {
  id: string;
  user_id: string;
  remember_me: boolean;
  created_at: number;
  expires_at: number;
  ended_at: number | null;
  membership_id: string | null;
  device: Generated<string>;
  address: Generated<string>;
  confirmed_at: number | null;
};

export type FactorTable = {
  id: string;
  user_id: string;
  kind: FactorKind;
  name: string;
  created_at: number;
  used_at: number | null;
  sealed_secret: string | null;
  used_step: number | null;
  credential_id: string | null;
  public_key: string | null;
  sign_count: number | null;
  transports: string[] | null;
};

export type RecoveryCodeTable = {
  user_id: string;
  code_hash: string;
  created_at: number;
  used_at: number | null;
};

export type ConsentTable = {
  id: string;
  user_id: string;
  document: string;
  version: string;
  language: string;
  accepted: boolean;
  at: number;
};

export type MailedCodeTable = {
  id: string;
  user_id: string;
  kind: string;
  membership_id: string | null;
  inviter_id: string | null;
  secret_hash: string;
  tries: Generated<number>;
  created_at: number;
  expires_at: number;
  used_at: number | null;
};

export type MembershipTable = {
  id: string;
  company_id: string;
  user_id: string;
  role: MembershipRole;
  first_name: Generated<string>;
  last_name: Generated<string>;
  language: string | null;
  created_at: number;
  accepted_at: number | null;
};

export type ShareTable = {
  membership_id: string;
  appliance: number;
  created_at: number;
};

export type OidcTable = {
  model: string;
  id: string;
  payload: unknown;
  grant_id: string | null;
  user_code: string | null;
  uid: string | null;
  consumed_at: number | null;
  expires_at: number | null;
};

export type SigningKeyTable = {
  kid: string;
  jwk: unknown;
  created_at: number;
  retired_at: number | null;
};

export type AttemptTable = {
  key: string;
  at: number;
};

export type RefusedSignInTable = {
  at: number;
  account: string;
  address: string;
  network: string;
  counts: boolean;
  told: Generated<boolean>;
};

/** Accounts, companies and who may do what: sign-in, factors, memberships, shares. */
export type PeopleTables = {
  company: CompanyTable;
  app_user: AppUserTable;
  session: SessionTable;
  factor: FactorTable;
  recovery_code: RecoveryCodeTable;
  consent: ConsentTable;
  mailed_code: MailedCodeTable;
  membership: MembershipTable;
  share: ShareTable;
  oidc: OidcTable;
  signing_key: SigningKeyTable;
  attempt: AttemptTable;
  refused_sign_in: RefusedSignInTable;
};
