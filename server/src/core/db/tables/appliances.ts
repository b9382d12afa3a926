import type { PanelTold } from '@brina/contract/devices';
import type { Notice } from '@brina/contract/live';
import type { ApplianceDomain } from '@brina/domain/appliance/appliance-domains';
import type { Gamma, Package } from '@brina/domain/appliance/families/family';
import type { MaintenanceKind } from '@brina/domain/appliance/maintenance';
import type { NoticeKind } from '@brina/domain/cycles/notices';
import type { Generated } from 'kysely';

export type LaboratoryTable = {
  id: string;
  company_id: string;
  name: string;
  dealer: Generated<string>;
  assistance_center: Generated<string>;
  country: Generated<string>;
  city: Generated<string>;
  address: Generated<string>;
  district: Generated<string>;
  postal_code: Generated<string>;
  time_zone: string;
  created_at: number;
};

export type ApplianceTable = {
  id: Generated<number>;
  serial: string;
  brand: string;
  domain: ApplianceDomain;
  gamma: Gamma;
  model: string;
  name: Generated<string>;
  laboratory_id: string | null;
  created_at: number;
  package: Generated<Package>;
  serial_checked: Generated<boolean>;
  anomaly_hidden_at: number | null;
};

export type CertificateTable = {
  serial_number: string;
  appliance: number;
  fingerprint: string;
  not_before: number;
  not_after: number;
  revoked_at: number | null;
  pem: string | null;
};

export type ServiceShareTable = {
  appliance: number;
  user_id: string;
  created_at: number;
  created_by: string;
};

export type MaintenanceTable = {
  id: string;
  appliance: number;
  company_id: string | null;
  kind: MaintenanceKind;
  at: number;
  note: string;
  user_id: string;
  created_at: number;
};

export type ActivationTable = {
  code_hash: string;
  appliance: number;
  created_at: number;
  used_at: number | null;
};

export type TenureTable = {
  appliance: number;
  company_id: string;
  from_at: number;
  to_at: number | null;
};

export type UnitPanelTable = {
  appliance: number;
  told: PanelTold;
  at: number;
  v: number;
};

export type NoticeTable = {
  id: string;
  appliance: number;
  company_id: string;
  kind: NoticeKind;
  name: string;
  key: string;
  detail: Notice['detail'];
  at: number;
  ended_at: number | null;
  seen_by: string | null;
};

export type CommandTable = {
  id: string;
  appliance: number;
  company_id: string;
  user_id: string;
  name: string;
  args: unknown;
  state: string;
  reason: string | null;
  created_at: number;
  expires_at: number;
  sent_at: number | null;
  finished_at: number | null;
  v: Generated<number>;
  answer_log: string | null;
  accepted_seq: number | null;
  done_seq: number | null;
};

export type FavouriteTable = {
  appliance: number;
  slot: number;
  number: number | null;
  version: number | null;
  hash: string | null;
  base_number: number | null;
  base_version: number | null;
  base_hash: string | null;
  refused: string | null;
  command_id: string | null;
  changed_by: string | null;
  at: number;
};

/** Kitchens and the appliances in them: whose they are, what they are told and what they are wanted to show. */
export type ApplianceTables = {
  laboratory: LaboratoryTable;
  appliance: ApplianceTable;
  certificate: CertificateTable;
  activation: ActivationTable;
  tenure: TenureTable;
  service_share: ServiceShareTable;
  maintenance: MaintenanceTable;
  unit_panel: UnitPanelTable;
  notice: NoticeTable;
  command: CommandTable;
  favourite: FavouriteTable;
};
