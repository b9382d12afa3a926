import type { DesiredMessage, PanelTold } from '@brina/contract/devices';
import type { Alarm, Cycle, Notice, Reported, Status } from '@brina/contract/live';
import type { Interval } from '@brina/domain/alarms/engine/interval';
import type { ApplianceDomain } from '@brina/domain/appliance/appliance-domains';
import type { Gamma, Package } from '@brina/domain/appliance/families/family';
import type { MaintenanceKind } from '@brina/domain/appliance/maintenance';
import type { SentMetricName } from '@brina/domain/appliance/metrics';
import type { NoticeKind } from '@brina/domain/cycles/notices';
import type { FoodPlan } from '@brina/domain/haccp/plans/food-plan';
import type { FactorKind } from '@brina/domain/people/factors';
import type { MembershipRole } from '@brina/domain/people/roles';
import type { Generated } from 'kysely';

/**
 * The tables as rows are read: moments are epoch milliseconds, 64-bit integers numbers. `schema.test.ts` compares their columns with
 * `schema.sql`, which is what the migrations make: names, which may be null, which have a default. Of what types they are it does not see.
 */

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

export type SettingTable = {
  name: string;
  value: string;
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

export type ReceivedTable = {
  appliance: number;
  log: string;
  seen: string;
  first_at: number;
};

export type PayloadHashTable = {
  appliance: number;
  log: string;
  seq: number;
  hash: Uint8Array;
  received_at: number;
};

export type ConflictTable = {
  appliance: number;
  log: string;
  seq: number;
  hash: Uint8Array;
  received_at: number;
  payload: Uint8Array;
};

export type QuarantineTable = {
  id: string;
  appliance: number;
  topic: string;
  log: string | null;
  seq: number | null;
  reason: string;
  payload: Uint8Array;
  received_at: number;
};

export type QuarantineCountTable = {
  appliance: number;
  day: string;
  messages: number;
};

/** One column for each metric that units send (`domain/src/appliance/metrics.ts`); a test compares both. */
export type TelemetryTable = {
  appliance: number;
  at: number;
  log: string;
  seq: number;
  ix: number;
  received_at: number;
  flags: number;
  other: unknown;
  clock_shift_ms: number | null;
  clock_offset_s: number | null;
} & { [M in SentMetricName]: number | string | null };

export type BootAnchorTable = {
  appliance: number;
  log: string;
  boot: number;
  booted_at: number;
  steady_at: number;
  evidence: Generated<number>;
  offset_ms: Generated<number>;
};

export type UntimedTable = {
  appliance: number;
  log: string;
  seq: number;
  boot: number;
  topic: string;
  connection: string;
  received_at: number;
  payload: Uint8Array;
  due_at: number | null;
};

export type EventTable = {
  appliance: number;
  at: number;
  log: string;
  seq: number;
  type: string;
  body: Record<string, unknown>;
  received_at: number;
  clock_shift_ms: number | null;
};

export type Telemetry10minTable = {
  appliance: number;
  bucket: number;
  covered_s: number;
  metrics: unknown;
};

export type TelemetryHourTable = {
  appliance: number;
  bucket: number;
  covered_s: number;
  metrics: unknown;
};

export type RollupDueTable = {
  appliance: number;
  bucket: number;
  due_at: number;
};

export type ClockOffsetTable = {
  appliance: number;
  from_at: number;
  to_at: number;
  offset_ms: number;
};

export type LiveStateTable = {
  appliance: number;
  log: string | null;
  seq: Generated<number>;
  connection: string | null;
  log_connection: string | null;
  online: Generated<boolean>;
  last_seen_at: number | null;
  reported: Generated<Reported>;
  reported_at: number | null;
  status: Generated<Status>;
  cycle: Cycle | null;
  warnings: Generated<Alarm[]>;
  alarms: Generated<Alarm[]>;
  desired: Generated<DesiredMessage['desired']>;
  desired_ver: Generated<number>;
  v_reported: Generated<number>;
  v_online: Generated<number>;
  v_status: Generated<number>;
  v_cycle: Generated<number>;
  v_warnings: Generated<number>;
  v_alarms: Generated<number>;
  v_commands: Generated<number>;
  notices: Generated<Notice[]>;
  v_notices: Generated<number>;
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

export type ConnectionIntervalTable = {
  appliance: number;
  connection: string;
  edge: string;
  from_at: number;
  to_at: number | null;
  reason: string | null;
};

export type EdgeIntervalTable = {
  edge: string;
  from_at: number;
  to_at: number;
  ended: Generated<boolean>;
};

export type AlarmIntervalTable = {
  id: string;
  appliance: number | null;
  laboratory_id: string | null;
  of_site: Generated<boolean>;
  units: Generated<number[]>;
  name: string;
  zone: 2 | null;
  state: Interval['state'];
  started_at: number;
  raised_at: number | null;
  cleared_at: number | null;
  raised_by: Interval['by'];
  evidence: Interval['evidence'];
  folded_into: string | null;
  chattering: Generated<number>;
  excursion: Interval['excursion'] | null;
  found_at: number;
  revision: Generated<number>;
};

/** What somebody has read of what was told. */
export type NotificationReadTable = {
  user_id: string;
  interval_id: string;
  read_at: number;
};

export type AlarmRevisionTable = {
  interval_id: string;
  revision: number;
  replaced_at: number;
  content: unknown;
};

export type AlarmEngineTable = {
  appliance: number;
  at: number;
  version: number;
  state: string;
  state_at: number;
  settled_at: number | null;
};

export type AlarmCheckpointTable = {
  appliance: number;
  at: number;
  version: number;
  state: string;
};

export type AlarmSiteDueTable = {
  id: Generated<number>;
  laboratory_id: string;
  from_at: number;
};

export type AlarmDueTable = {
  id: Generated<number>;
  appliance: number;
  from_at: number;
  due_at: number;
};

/** What was first said of when the core of a run would be cold; `to_c`: how cold. */
export type CycleForecastTable = {
  appliance: number;
  run_id: string;
  made_at: number;
  to_c: number;
  at: number;
};

/** Units whose alarm rules fail, since and until when; null: until they have run. */
export type AlarmFailureTable = {
  appliance: number;
  kind: 'refused' | 'damaged' | 'failed';
  since_at: number;
  ends_at: number | null;
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

export type CycleRunTable = {
  id: string;
  appliance: number;
  run_id: string;
  function: number | null;
  started_at: number | null;
  started_log: string | null;
  started_seq: number | null;
  ended_at: number | null;
  ended_log: string | null;
  ended_seq: number | null;
  end_event: string | null;
  end_reason: string | null;
  request: unknown;
  recipe_number: number | null;
  recipe_version: number | null;
  recipe_hash: string | null;
};

export type RecipeTable = {
  id: string;
  company_id: string;
  number: Generated<number>;
  edit: Generated<number>;
  version: number;
  family: string;
  function: number | null;
  package: string;
  hash: string;
  title: string;
  title_key: string;
  description: string;
  language: string;
  texts: unknown;
  icon: string;
  colour: number;
  sector: string;
  created_at: number;
  created_by: string | null;
  edited_at: number;
  edited_by: string | null;
  deleted_at: number | null;
};

export type RecipeVersionTable = {
  recipe_id: string;
  version: number;
  definition: unknown;
  hash: string;
  title: string;
  at: number;
  by_user: string | null;
  cause: string;
};

export type RecipeLaboratoryTable = {
  recipe_id: string;
  laboratory_id: string;
};

export type RecipeDraftTable = {
  user_id: string;
  company_id: string;
  key: string;
  base_version: number | null;
  content: unknown;
  at: number;
};

export type RecipePinTable = {
  user_id: string;
  company_id: string;
  number: number;
  at: number;
};

export type RecipeUsageTable = {
  company_id: string;
  number: number;
  uses: number;
  last_at: number | null;
  products: string[];
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

export type ScheduledStartTable = {
  id: string;
  appliance: number;
  company_id: string;
  number: number;
  version: number;
  args: unknown;
  minute: string;
  time_zone: string;
  weekdays: number[] | null;
  state: string;
  reason: string | null;
  command_id: string | null;
  at: number;
  lasts_min: number;
  due_at: number | null;
  created_by: string | null;
  created_at: number;
};

export type RecipeUsageDueTable = {
  company_id: string;
  number: number;
};

export type BatchTable = {
  id: string;
  appliance: number;
  started_at: number;
  due_at: number | null;
  cause: string | null;
  revision: Generated<number>;
  considered_by: Generated<number>;
  continues: string | null;
  failing_since: number | null;
  /** In which it began; whether it is still there or not. */
  laboratory_id: string | null;
  run: string;
  tray: number | null;
  needle: number | null;
  product: string | null;
  /** When what it said was removed, for it was older than records are kept. */
  removed_at: number | null;
  started_log: string | null;
  started_seq: number | null;
  ended_event: string | null;
  ended_at: number | null;
  ended_log: string | null;
  ended_seq: number | null;
};

export type BatchRevisionTable = {
  batch: string;
  revision: number;
  created_at: number;
  cause: string;
  verdict: string;
  sample_count: number;
  summary: unknown;
  content: Uint8Array;
  content_hash: Uint8Array;
};

export type BatchReviewTable = {
  batch: string;
  revision: number;
  user_id: string;
  at: number;
};

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

export type FoodPlanTable = {
  id: string;
  company_id: string;
  laboratory_id: string | null;
  from_at: number;
  plan: FoodPlan;
  user_id: string | null;
};

export type UnitPlanTable = {
  appliance: number;
  from_at: number;
  food_plan: string | null;
};

export type HoldDayTable = {
  id: string;
  appliance: number;
  zone: number;
  company_id: string;
  laboratory_id: string | null;
  day: string;
  time_zone: string;
  from_at: number;
  to_at: number;
  due_at: number | null;
  cause: string | null;
  failing_since: number | null;
  revision: Generated<number>;
  removed_at: number | null;
  warm_loads: number[] | null;
};

export type HoldDayRevisionTable = {
  hold_day: string;
  revision: number;
  created_at: number;
  cause: string;
  verdict: string;
  summary: unknown;
  content: Uint8Array;
  content_hash: Uint8Array;
};

export type HoldLookTable = {
  laboratory_id: string;
  day: string;
  user_id: string;
  at: number;
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

export type ActionTable = {
  id: string;
  company_id: string;
  opened_by: string | null;
  created_at: number;
  revision: number;
  state: string;
  cause: string | null;
  discarded_kg: Generated<number>;
};

export type ActionSubjectTable = {
  action: string;
  id: string;
  kind: string;
  appliance: number | null;
  appliance_name: string;
  laboratory_id: string | null;
  excursion_at: number | null;
  missing: string | null;
  missing_day: string | null;
  missing_from: number | null;
};

export type ActionRevisionTable = {
  action: string;
  revision: number;
  created_at: number;
  state: string;
  cause: string | null;
  signer: string | null;
  user_id: string | null;
  content: unknown;
};

export type ActionDueTable = {
  batch: string;
  due_at: number;
};

export type FoodFateTable = {
  action: string;
  appliance: number;
  at: number;
};

export type RemarkTable = {
  id: string;
  company_id: string;
  kind: string;
  subject: string;
  signer: string;
  user_id: string;
  created_at: number;
  content: unknown;
};

export type MissingExplanationTable = {
  id: string;
  company_id: string;
  kind: string;
  day: string;
  subject: string;
  reason: string;
  text: string;
  signer: string;
  user_id: string;
  created_at: number;
};

export type ProbeCheckTable = {
  id: string;
  company_id: string;
  appliance: number;
  laboratory_id: string | null;
  needle: number;
  at: number;
  found_good: boolean;
  left_good: boolean;
  signer: string;
  user_id: string;
  created_at: number;
  content: unknown;
  judged_again: Generated<number>;
};

export type ManualRecordTable = {
  id: string;
  company_id: string;
  laboratory_id: string;
  kind: string;
  product: string;
  lot: string | null;
  load_kg: number | null;
  started_at: number;
  ended_at: number | null;
  verdict: string | null;
  revision: number;
  content: unknown;
  signer: string;
  user_id: string;
  created_at: number;
};

export type RecordSweepTable = {
  book: string;
  before_at: number;
  began_at: number;
  next_ix: number | null;
};

export type LegalHoldTable = {
  id: string;
  company_id: string;
  scope: string;
  laboratory_id: string | null;
  laboratory_name: string | null;
  lot: string | null;
  reason: string;
  set_by: string;
  set_at: number;
  lifted_by: string | null;
  lifted_at: number | null;
  lift_reason: string | null;
  ends_at: number | null;
};

export type ProbeDoubtTable = {
  batch: string;
  check_id: string;
  began_at: number;
  due_at: number;
  judged_at: number | null;
};

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

export type Tables = {
  company: CompanyTable;
  app_user: AppUserTable;
  consent: ConsentTable;
  mailed_code: MailedCodeTable;
  membership: MembershipTable;
  share: ShareTable;
  mail: MailTable;
  news: NewsTable;
  news_hidden: NewsHiddenTable;
  session: SessionTable;
  factor: FactorTable;
  recovery_code: RecoveryCodeTable;
  oidc: OidcTable;
  signing_key: SigningKeyTable;
  setting: SettingTable;
  attempt: AttemptTable;
  refused_sign_in: RefusedSignInTable;
  audit: AuditTable;
  idempotency: IdempotencyTable;
  laboratory: LaboratoryTable;
  appliance: ApplianceTable;
  certificate: CertificateTable;
  activation: ActivationTable;
  service_share: ServiceShareTable;
  maintenance: MaintenanceTable;
  tenure: TenureTable;
  received: ReceivedTable;
  payload_hash: PayloadHashTable;
  conflict: ConflictTable;
  quarantine: QuarantineTable;
  quarantine_count: QuarantineCountTable;
  telemetry: TelemetryTable;
  boot_anchor: BootAnchorTable;
  untimed: UntimedTable;
  event: EventTable;
  telemetry_10min: Telemetry10minTable;
  telemetry_hour: TelemetryHourTable;
  rollup_due: RollupDueTable;
  clock_offset: ClockOffsetTable;
  live_state: LiveStateTable;
  unit_panel: UnitPanelTable;
  connection_interval: ConnectionIntervalTable;
  edge_interval: EdgeIntervalTable;
  alarm_interval: AlarmIntervalTable;
  notification_read: NotificationReadTable;
  alarm_revision: AlarmRevisionTable;
  alarm_engine: AlarmEngineTable;
  alarm_checkpoint: AlarmCheckpointTable;
  alarm_due: AlarmDueTable;
  alarm_failure: AlarmFailureTable;
  cycle_forecast: CycleForecastTable;
  alarm_site_due: AlarmSiteDueTable;
  command: CommandTable;
  notice: NoticeTable;
  cycle_run: CycleRunTable;
  recipe: RecipeTable;
  recipe_version: RecipeVersionTable;
  recipe_laboratory: RecipeLaboratoryTable;
  recipe_draft: RecipeDraftTable;
  recipe_pin: RecipePinTable;
  recipe_usage: RecipeUsageTable;
  favourite: FavouriteTable;
  scheduled_start: ScheduledStartTable;
  recipe_usage_due: RecipeUsageDueTable;
  batch: BatchTable;
  batch_revision: BatchRevisionTable;
  batch_review: BatchReviewTable;
  ledger_book: LedgerBookTable;
  ledger_entry: LedgerEntryTable;
  ledger_content: LedgerContentTable;
  ledger_node: LedgerNodeTable;
  ledger_checkpoint: LedgerCheckpointTable;
  ledger_anchor: LedgerAnchorTable;
  ledger_anchor_due: LedgerAnchorDueTable;
  ledger_key: LedgerKeyTable;
  ledger_import: LedgerImportTable;
  food_plan: FoodPlanTable;
  unit_plan: UnitPlanTable;
  hold_day: HoldDayTable;
  hold_day_revision: HoldDayRevisionTable;
  hold_look: HoldLookTable;
  signing_pin: SigningPinTable;
  sign_grant: SignGrantTable;
  signer: SignerTable;
  signature: SignatureTable;
  signed_revision: SignedRevisionTable;
  action: ActionTable;
  action_subject: ActionSubjectTable;
  action_revision: ActionRevisionTable;
  action_due: ActionDueTable;
  food_fate: FoodFateTable;
  remark: RemarkTable;
  missing_explanation: MissingExplanationTable;
  probe_check: ProbeCheckTable;
  probe_doubt: ProbeDoubtTable;
  manual_record: ManualRecordTable;
  inspection_link: InspectionLinkTable;
  inspection_subject: InspectionSubjectTable;
  inspection_visit: InspectionVisitTable;
  kitchen_poster: KitchenPosterTable;
  access_request: AccessRequestTable;
  haccp_report: HaccpReportTable;
  record_sweep: RecordSweepTable;
  legal_hold: LegalHoldTable;
  mail_subscription: MailSubscriptionTable;
  mail_receiver: MailReceiverTable;
  receiver_ask: ReceiverAskTable;
  receiver_refusal: ReceiverRefusalTable;
  told_period: ToldPeriodTable;
  period_letter: PeriodLetterTable;
};

/** A table of the schema; `migration` is the one that queries do not read. */
export type Table = keyof Tables | 'migration';

/** Names of a table's columns. */
export type ColumnOf<T extends Table> = T extends keyof Tables ? keyof Tables[T] & string : string;
