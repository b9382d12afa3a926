create table access_request (
  id uuid not null,
  poster uuid not null,
  secret_hash bytea not null,
  number smallint not null,
  device text not null,
  created_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  link uuid,
  constraint access_request_link_fkey FOREIGN KEY (link) REFERENCES inspection_link(id) ON DELETE CASCADE,
  constraint access_request_pkey PRIMARY KEY (id),
  constraint access_request_poster_fkey FOREIGN KEY (poster) REFERENCES kitchen_poster(id) ON DELETE CASCADE,
  constraint access_request_secret_hash_key UNIQUE (secret_hash)
);
CREATE INDEX access_request_poster ON public.access_request USING btree (poster, created_at);

create table action (
  id uuid not null,
  company_id uuid not null,
  opened_by uuid,
  created_at timestamp with time zone not null,
  revision integer not null,
  state text not null,
  cause text,
  discarded_kg numeric(8,1) default 0 not null,
  owners_told_at timestamp with time zone,
  constraint action_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint action_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES signer(id),
  constraint action_pkey PRIMARY KEY (id)
);
CREATE INDEX action_company ON public.action USING btree (company_id, created_at);
CREATE INDEX action_done ON public.action USING btree (company_id) WHERE (state = 'done'::text);
CREATE INDEX action_open ON public.action USING btree (company_id) WHERE (state = ANY (ARRAY['open'::text, 'reopened'::text]));
CREATE INDEX action_open_since ON public.action USING btree (created_at) WHERE (state = ANY (ARRAY['open'::text, 'reopened'::text]));

create table action_due (
  batch uuid not null,
  due_at timestamp with time zone not null,
  constraint action_due_batch_fkey FOREIGN KEY (batch) REFERENCES batch(id),
  constraint action_due_pkey PRIMARY KEY (batch)
);
CREATE INDEX action_due_at ON public.action_due USING btree (due_at);

create table action_revision (
  action uuid not null,
  revision integer not null,
  created_at timestamp with time zone not null,
  state text not null,
  cause text,
  signer uuid,
  user_id uuid,
  content jsonb not null,
  constraint action_revision_action_fkey FOREIGN KEY (action) REFERENCES action(id),
  constraint action_revision_pkey PRIMARY KEY (action, revision),
  constraint action_revision_signer_fkey FOREIGN KEY (signer) REFERENCES signer(id),
  constraint action_revision_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX action_revision_user ON public.action_revision USING btree (user_id);

create table action_subject (
  action uuid not null,
  id uuid not null,
  kind text not null,
  appliance integer,
  appliance_name text not null,
  laboratory_id uuid,
  excursion_at timestamp with time zone,
  missing text,
  missing_day text,
  missing_from timestamp with time zone,
  constraint action_subject_action_fkey FOREIGN KEY (action) REFERENCES action(id),
  constraint action_subject_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint action_subject_check CHECK (((kind = 'missing'::text) = ((missing IS NOT NULL) AND (missing_day IS NOT NULL) AND (missing_from IS NOT NULL)))),
  constraint action_subject_check1 CHECK (((appliance IS NOT NULL) OR ((kind = ANY (ARRAY['missing'::text, 'manual'::text])) AND (laboratory_id IS NOT NULL)))),
  constraint action_subject_kind_check CHECK ((kind = ANY (ARRAY['batch'::text, 'day'::text, 'check'::text, 'missing'::text, 'manual'::text]))),
  constraint action_subject_pkey PRIMARY KEY (action, id)
);
CREATE INDEX action_subject_appliance ON public.action_subject USING btree (appliance);
CREATE INDEX action_subject_of ON public.action_subject USING btree (id);

create table activation (
  code_hash text not null,
  appliance integer not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint activation_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint activation_pkey PRIMARY KEY (code_hash)
);
CREATE UNIQUE INDEX activation_open ON public.activation USING btree (appliance) WHERE (used_at IS NULL);

create table alarm_checkpoint (
  appliance integer not null,
  at timestamp with time zone not null,
  version smallint not null,
  state text not null,
  constraint alarm_checkpoint_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint alarm_checkpoint_pkey PRIMARY KEY (appliance, at)
);

create table alarm_due (
  id bigint generated always as identity not null,
  appliance integer not null,
  from_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  constraint alarm_due_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint alarm_due_pkey PRIMARY KEY (id)
);
CREATE INDEX alarm_due_appliance ON public.alarm_due USING btree (appliance);

create table alarm_engine (
  appliance integer not null,
  at timestamp with time zone not null,
  version smallint not null,
  state text not null,
  settled_at timestamp with time zone,
  state_at timestamp with time zone not null,
  constraint alarm_engine_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint alarm_engine_pkey PRIMARY KEY (appliance)
);

create table alarm_failure (
  appliance integer not null,
  kind text not null,
  since_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  constraint alarm_failure_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint alarm_failure_kind_check CHECK ((kind = ANY (ARRAY['refused'::text, 'damaged'::text, 'failed'::text]))),
  constraint alarm_failure_pkey PRIMARY KEY (appliance)
);

create table alarm_interval (
  id uuid not null,
  appliance integer,
  laboratory_id uuid,
  of_site boolean default false not null,
  units integer[] default '{}'::integer[] not null,
  name text not null,
  zone smallint,
  state text not null,
  started_at timestamp with time zone not null,
  raised_at timestamp with time zone,
  cleared_at timestamp with time zone,
  raised_by text[] not null,
  evidence jsonb not null,
  folded_into text,
  chattering integer default 0 not null,
  excursion jsonb,
  found_at timestamp with time zone not null,
  revision integer default 1 not null,
  constraint alarm_interval_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint alarm_interval_laboratory_id_fkey FOREIGN KEY (laboratory_id) REFERENCES laboratory(id) ON DELETE SET NULL,
  constraint alarm_interval_pkey PRIMARY KEY (id),
  constraint alarm_interval_state_check CHECK ((state = ANY (ARRAY['suspected'::text, 'active'::text, 'cleared'::text, 'retracted'::text])))
);
CREATE INDEX alarm_interval_appliance ON public.alarm_interval USING btree (appliance, started_at);
CREATE INDEX alarm_interval_laboratory ON public.alarm_interval USING btree (laboratory_id) WHERE (laboratory_id IS NOT NULL);
CREATE INDEX alarm_interval_open ON public.alarm_interval USING btree (appliance) WHERE ((cleared_at IS NULL) AND (state <> 'retracted'::text));
CREATE INDEX alarm_interval_units ON public.alarm_interval USING gin (units);

create table alarm_revision (
  interval_id uuid not null,
  revision integer not null,
  replaced_at timestamp with time zone not null,
  content jsonb not null,
  constraint alarm_revision_interval_id_fkey FOREIGN KEY (interval_id) REFERENCES alarm_interval(id) ON DELETE CASCADE,
  constraint alarm_revision_pkey PRIMARY KEY (interval_id, revision)
);

create table alarm_site_due (
  id bigint generated always as identity not null,
  laboratory_id uuid not null,
  from_at timestamp with time zone not null,
  constraint alarm_site_due_pkey PRIMARY KEY (id)
);

create table app_user (
  id uuid not null,
  email text not null,
  password_hash text not null,
  role text not null,
  status text not null,
  language text not null,
  first_name text default ''::text not null,
  last_name text default ''::text not null,
  phone text default ''::text not null,
  country text default ''::text not null,
  address text default ''::text not null,
  city text default ''::text not null,
  postal_code text default ''::text not null,
  pro boolean default false not null,
  cycle_library boolean default true not null,
  energy_panel boolean default false not null,
  preferences jsonb not null,
  company_id uuid,
  created_at timestamp with time zone not null,
  tos_version text,
  erased_at timestamp with time zone,
  constraint app_user_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint app_user_pkey PRIMARY KEY (id),
  constraint app_user_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text])))
);
CREATE INDEX app_user_company ON public.app_user USING btree (company_id) WHERE (company_id IS NOT NULL);
CREATE UNIQUE INDEX app_user_email ON public.app_user USING btree (lower(email));

create table appliance (
  id integer generated always as identity not null,
  serial text collate "C" not null,
  brand text not null,
  domain text not null,
  gamma text not null,
  model text not null,
  name text default ''::text not null,
  laboratory_id uuid,
  created_at timestamp with time zone not null,
  package text default 'Excellence'::text not null,
  serial_checked boolean default false not null,
  anomaly_hidden_at timestamp with time zone,
  constraint appliance_domain_check CHECK ((domain = ANY (ARRAY['STANDARD'::text, 'NORTH_AMERICA'::text, 'FMI_JAPAN'::text]))),
  constraint appliance_laboratory_id_fkey FOREIGN KEY (laboratory_id) REFERENCES laboratory(id),
  constraint appliance_package_check CHECK ((package = ANY (ARRAY['Essential'::text, 'Excellence'::text]))),
  constraint appliance_pkey PRIMARY KEY (id),
  constraint appliance_serial_key UNIQUE (serial)
);
CREATE INDEX appliance_laboratory ON public.appliance USING btree (laboratory_id);

create table attempt (
  key text not null,
  at timestamp with time zone not null
);
CREATE INDEX attempt_key ON public.attempt USING btree (key, at);

create table audit (
  id uuid not null,
  at timestamp with time zone not null,
  user_id uuid,
  company_id uuid,
  action text not null,
  on_kind text not null,
  on_id text not null,
  address text,
  detail jsonb,
  constraint audit_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_at ON public.audit USING btree (at);
CREATE INDEX audit_company ON public.audit USING btree (company_id, at);
CREATE INDEX audit_user ON public.audit USING btree (user_id, at);

create table batch (
  id uuid not null,
  appliance integer not null,
  started_at timestamp with time zone not null,
  due_at timestamp with time zone,
  cause text,
  revision integer default 0 not null,
  considered_by smallint default 1 not null,
  continues uuid,
  failing_since timestamp with time zone,
  run uuid not null,
  tray smallint,
  needle smallint,
  product text,
  started_log text collate "C",
  started_seq bigint,
  ended_event text,
  ended_at timestamp with time zone,
  ended_log text collate "C",
  ended_seq bigint,
  laboratory_id uuid,
  removed_at timestamp with time zone,
  constraint batch_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint batch_continues_fkey FOREIGN KEY (continues) REFERENCES batch(id),
  constraint batch_of_run CHECK (((id = run) = (tray IS NULL))),
  constraint batch_of_tray CHECK ((((tray IS NULL) = (started_log IS NULL)) AND ((tray IS NULL) = (started_seq IS NULL)))),
  constraint batch_pkey PRIMARY KEY (id),
  constraint batch_run_fkey FOREIGN KEY (run) REFERENCES cycle_run(id)
);
CREATE INDEX batch_appliance ON public.batch USING btree (appliance, started_at);
CREATE INDEX batch_considered ON public.batch USING btree (appliance, considered_by);
CREATE INDEX batch_continues ON public.batch USING btree (continues) WHERE (continues IS NOT NULL);
CREATE INDEX batch_due ON public.batch USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX batch_failing ON public.batch USING btree (failing_since) WHERE (failing_since IS NOT NULL);
CREATE INDEX batch_open ON public.batch USING btree (id) WHERE (revision = 0);
CREATE INDEX batch_run ON public.batch USING btree (run);
CREATE INDEX batch_tray ON public.batch USING btree (appliance, COALESCE(ended_at, 'infinity'::timestamp with time zone)) WHERE (tray IS NOT NULL);

create table batch_review (
  batch uuid not null,
  revision integer not null,
  user_id uuid not null,
  at timestamp with time zone not null,
  id uuid,
  signer uuid,
  constraint batch_review_batch_fkey FOREIGN KEY (batch) REFERENCES batch(id),
  constraint batch_review_pkey PRIMARY KEY (batch, revision),
  constraint batch_review_signer_fkey FOREIGN KEY (signer) REFERENCES signer(id),
  constraint batch_review_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);

create table batch_revision (
  batch uuid not null,
  revision integer not null,
  created_at timestamp with time zone not null,
  cause text not null,
  verdict text not null,
  sample_count integer not null,
  summary jsonb not null,
  content bytea not null,
  content_hash bytea not null,
  constraint batch_revision_batch_fkey FOREIGN KEY (batch) REFERENCES batch(id),
  constraint batch_revision_cause_check CHECK ((cause = ANY (ARRAY['complete'::text, 'waited'::text, 'late_data'::text, 'judge'::text, 'probe_check'::text, 'said'::text]))),
  constraint batch_revision_pkey PRIMARY KEY (batch, revision)
);

create table boot_anchor (
  appliance integer not null,
  boot bigint not null,
  booted_at timestamp with time zone not null,
  steady_at timestamp with time zone not null,
  evidence smallint default 0 not null,
  offset_ms bigint default 0 not null,
  log text collate "C" not null,
  constraint boot_anchor_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint boot_anchor_evidence_check CHECK (((evidence >= 0) AND (evidence <= 2))),
  constraint boot_anchor_pkey PRIMARY KEY (appliance, log, boot)
);

create table certificate (
  serial_number text not null,
  appliance integer not null,
  fingerprint text not null,
  not_before timestamp with time zone not null,
  not_after timestamp with time zone not null,
  revoked_at timestamp with time zone,
  pem text,
  constraint certificate_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint certificate_pkey PRIMARY KEY (serial_number)
);
CREATE INDEX certificate_appliance ON public.certificate USING btree (appliance);

create table clock_offset (
  appliance integer not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  offset_ms bigint not null,
  constraint clock_offset_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint clock_offset_pkey PRIMARY KEY (appliance, from_at)
);

create table command (
  id uuid not null,
  appliance integer not null,
  company_id uuid not null,
  user_id uuid not null,
  name text not null,
  args jsonb not null,
  state text not null,
  reason text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  finished_at timestamp with time zone,
  v bigint default 0 not null,
  answer_log text,
  accepted_seq bigint,
  done_seq bigint,
  constraint command_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint command_pkey PRIMARY KEY (id),
  constraint command_state_check CHECK ((state = ANY (ARRAY['sent'::text, 'accepted'::text, 'done'::text, 'rejected'::text, 'expired'::text])))
);
CREATE INDEX command_appliance ON public.command USING btree (appliance, created_at);
CREATE INDEX command_created ON public.command USING brin (created_at);
CREATE INDEX command_open ON public.command USING btree (expires_at) WHERE (state = ANY (ARRAY['sent'::text, 'accepted'::text]));

create table company (
  id uuid not null,
  name text not null,
  tax_code text,
  sector text,
  type text,
  country text,
  city text,
  address text,
  district text,
  postal_code text,
  phone text,
  time_zone text not null,
  created_at timestamp with time zone not null,
  constraint company_pkey PRIMARY KEY (id)
);

create table conflict (
  appliance integer not null,
  log text collate "C" not null,
  seq bigint not null,
  hash bytea not null,
  received_at timestamp with time zone not null,
  payload bytea not null,
  constraint conflict_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint conflict_pkey PRIMARY KEY (appliance, log, seq, hash)
);
CREATE INDEX conflict_appliance ON public.conflict USING btree (appliance, received_at);

create table connection_interval (
  appliance integer not null,
  connection text collate "C" not null,
  edge text not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone,
  reason text,
  constraint connection_interval_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint connection_interval_pkey PRIMARY KEY (appliance, connection)
);
CREATE INDEX connection_interval_appliance_ended ON public.connection_interval USING btree (appliance, to_at);
CREATE INDEX connection_interval_ended ON public.connection_interval USING btree (to_at);
CREATE INDEX connection_open ON public.connection_interval USING btree (appliance) WHERE (to_at IS NULL);

create table consent (
  id uuid not null,
  user_id uuid not null,
  document text not null,
  version text not null,
  language text not null,
  accepted boolean not null,
  at timestamp with time zone not null,
  constraint consent_document_check CHECK ((document = ANY (ARRAY['privacy'::text, 'terms'::text, 'marketing'::text]))),
  constraint consent_pkey PRIMARY KEY (id),
  constraint consent_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX consent_user ON public.consent USING btree (user_id, at);

create table cycle_forecast (
  appliance integer not null,
  run_id text not null,
  made_at timestamp with time zone not null,
  to_c double precision not null,
  at timestamp with time zone not null,
  constraint cycle_forecast_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint cycle_forecast_pkey PRIMARY KEY (appliance, run_id)
);
CREATE INDEX cycle_forecast_made ON public.cycle_forecast USING btree (made_at);

create table cycle_run (
  id uuid not null,
  appliance integer not null,
  run_id text not null,
  function smallint,
  started_at timestamp with time zone,
  started_log text collate "C",
  started_seq bigint,
  ended_at timestamp with time zone,
  ended_log text collate "C",
  ended_seq bigint,
  end_event text,
  end_reason text,
  request jsonb,
  recipe_number integer,
  recipe_version integer,
  recipe_hash text,
  constraint cycle_run_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint cycle_run_pkey PRIMARY KEY (id)
);
CREATE INDEX cycle_run_ended ON public.cycle_run USING btree (appliance, ended_at);
CREATE INDEX cycle_run_over ON public.cycle_run USING brin (COALESCE(ended_at, started_at));
CREATE INDEX cycle_run_recipe ON public.cycle_run USING btree (recipe_number, appliance, started_at) WHERE (recipe_number IS NOT NULL);
CREATE INDEX cycle_run_run ON public.cycle_run USING btree (appliance, run_id);
CREATE INDEX cycle_run_started ON public.cycle_run USING btree (appliance, started_at);
CREATE INDEX cycle_run_untold ON public.cycle_run USING btree (appliance, started_at) WHERE (ended_log IS NULL);

create table edge_interval (
  edge text not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  ended boolean default false not null,
  constraint edge_interval_pkey PRIMARY KEY (edge, from_at)
);
CREATE INDEX edge_interval_at ON public.edge_interval USING btree (from_at, to_at);

create table event (
  appliance integer not null,
  at timestamp with time zone not null,
  log text collate "C" not null,
  seq bigint not null,
  type text not null,
  body jsonb not null,
  received_at timestamp with time zone not null,
  clock_shift_ms bigint,
  constraint event_pkey PRIMARY KEY (appliance, at, log, seq)
);
CREATE INDEX event_alarm ON public.event USING btree (appliance, ((body ->> 'name'::text)), at) WHERE (type = 'alarm'::text);
CREATE INDEX event_received ON public.event USING brin (received_at);
CREATE INDEX event_run ON public.event USING btree (appliance, ((body ->> 'runId'::text))) WHERE (type = ANY (ARRAY['cycle'::text, 'phase'::text]));
CREATE INDEX event_tray ON public.event USING btree (appliance, ((body ->> 'runId'::text)), ((body ->> 'tray'::text)), ((body ->> 'event'::text)), at, log, seq) WHERE (type = 'tray'::text);
CREATE INDEX event_type ON public.event USING btree (appliance, type, at);

create table factor (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  name text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  sealed_secret text,
  used_step bigint,
  credential_id text,
  public_key text,
  sign_count bigint,
  transports text[],
  constraint factor_check CHECK (((kind <> 'totp'::text) OR (sealed_secret IS NOT NULL))),
  constraint factor_check1 CHECK (((kind <> 'passkey'::text) OR ((credential_id IS NOT NULL) AND (public_key IS NOT NULL) AND (sign_count IS NOT NULL)))),
  constraint factor_credential_id_key UNIQUE (credential_id),
  constraint factor_kind_check CHECK ((kind = ANY (ARRAY['totp'::text, 'passkey'::text]))),
  constraint factor_pkey PRIMARY KEY (id),
  constraint factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX factor_user ON public.factor USING btree (user_id);

create table favourite (
  appliance integer not null,
  slot smallint not null,
  number integer,
  version integer,
  hash text,
  base_number integer,
  base_version integer,
  base_hash text,
  refused text,
  command_id uuid,
  changed_by uuid,
  at timestamp with time zone not null,
  constraint favourite_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint favourite_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES app_user(id),
  constraint favourite_pkey PRIMARY KEY (appliance, slot),
  constraint favourite_slot_check CHECK (((slot >= 1) AND (slot <= 24)))
);
CREATE INDEX favourite_changed_by ON public.favourite USING btree (changed_by);
CREATE INDEX favourite_number ON public.favourite USING btree (number);
CREATE INDEX favourite_open ON public.favourite USING btree (appliance) WHERE (((number IS DISTINCT FROM base_number) OR (version IS DISTINCT FROM base_version)) OR (hash IS DISTINCT FROM base_hash));

create table food_fate (
  action uuid not null,
  appliance integer not null,
  at timestamp with time zone not null,
  constraint food_fate_action_fkey FOREIGN KEY (action) REFERENCES action(id),
  constraint food_fate_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint food_fate_pkey PRIMARY KEY (action, appliance)
);
CREATE INDEX food_fate_appliance ON public.food_fate USING btree (appliance, at);

create table food_plan (
  id uuid not null,
  company_id uuid not null,
  laboratory_id uuid,
  from_at timestamp with time zone not null,
  plan jsonb not null,
  user_id uuid,
  constraint food_plan_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint food_plan_pkey PRIMARY KEY (id),
  constraint food_plan_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX food_plan_company ON public.food_plan USING btree (company_id, from_at) WHERE (laboratory_id IS NULL);
CREATE INDEX food_plan_laboratory ON public.food_plan USING btree (laboratory_id, from_at);

create table haccp_report (
  id uuid not null,
  company_id uuid not null,
  user_id uuid not null,
  membership_id uuid,
  laboratory_id uuid,
  appliance integer,
  units integer[] default '{}'::integer[] not null,
  from_day text not null,
  to_day text not null,
  paper text not null,
  locale text not null,
  state text not null,
  done integer default 0 not null,
  total integer default 0 not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  attempts integer default 0 not null,
  file bytea,
  form text default 'pdf'::text not null,
  constraint haccp_report_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint haccp_report_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint haccp_report_form_check CHECK ((form = ANY (ARRAY['pdf'::text, 'json'::text]))),
  constraint haccp_report_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint haccp_report_paper_check CHECK ((paper = ANY (ARRAY['A4'::text, 'LETTER'::text]))),
  constraint haccp_report_pkey PRIMARY KEY (id),
  constraint haccp_report_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text]))),
  constraint haccp_report_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX haccp_report_company ON public.haccp_report USING btree (company_id, created_at);
CREATE INDEX haccp_report_created ON public.haccp_report USING btree (created_at);
CREATE INDEX haccp_report_due ON public.haccp_report USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX haccp_report_one ON public.haccp_report USING btree (company_id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX haccp_report_user ON public.haccp_report USING btree (user_id);

create table hold_day (
  id uuid not null,
  appliance integer not null,
  zone smallint not null,
  company_id uuid not null,
  laboratory_id uuid,
  day text not null,
  time_zone text not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  due_at timestamp with time zone,
  cause text,
  failing_since timestamp with time zone,
  revision integer default 0 not null,
  removed_at timestamp with time zone,
  warm_loads timestamp with time zone[],
  constraint hold_day_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint hold_day_appliance_zone_from_at_key UNIQUE (appliance, zone, from_at),
  constraint hold_day_check CHECK ((from_at < to_at)),
  constraint hold_day_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint hold_day_pkey PRIMARY KEY (id),
  constraint hold_day_zone_check CHECK ((zone = ANY (ARRAY[1, 2])))
);
CREATE INDEX hold_day_company ON public.hold_day USING btree (company_id);
CREATE INDEX hold_day_due ON public.hold_day USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX hold_day_end ON public.hold_day USING btree (appliance, to_at);
CREATE INDEX hold_day_warm_loads ON public.hold_day USING btree (appliance, from_at) WHERE (warm_loads IS NOT NULL);

create table hold_day_revision (
  hold_day uuid not null,
  revision integer not null,
  created_at timestamp with time zone not null,
  cause text not null,
  verdict text not null,
  summary jsonb not null,
  content bytea not null,
  content_hash bytea not null,
  constraint hold_day_revision_cause_check CHECK ((cause = ANY (ARRAY['complete'::text, 'late_data'::text]))),
  constraint hold_day_revision_hold_day_fkey FOREIGN KEY (hold_day) REFERENCES hold_day(id),
  constraint hold_day_revision_pkey PRIMARY KEY (hold_day, revision)
);

create table hold_look (
  laboratory_id uuid not null,
  day text not null,
  user_id uuid not null,
  at timestamp with time zone not null,
  id uuid,
  signer uuid,
  is_late boolean default false not null,
  constraint hold_look_pkey PRIMARY KEY (laboratory_id, day),
  constraint hold_look_signer_fkey FOREIGN KEY (signer) REFERENCES signer(id),
  constraint hold_look_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX hold_look_user ON public.hold_look USING btree (user_id);

create table idempotency (
  caller text not null,
  call text not null,
  key text not null,
  body_hash text not null,
  created_at timestamp with time zone not null,
  status smallint,
  reply jsonb,
  constraint idempotency_pkey PRIMARY KEY (caller, call, key)
);
CREATE INDEX idempotency_created ON public.idempotency USING btree (created_at);

create table inspection_link (
  id uuid not null,
  company_id uuid not null,
  token_hash bytea not null,
  pin_hash text,
  user_id uuid not null,
  membership_id uuid,
  from_day text not null,
  to_day text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  poster uuid,
  receiver uuid,
  wrong_pins integer default 0 not null,
  ended_why text,
  constraint inspection_link_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint inspection_link_ended_why_check CHECK ((ended_why = 'wrong_pins'::text)),
  constraint inspection_link_pkey PRIMARY KEY (id),
  constraint inspection_link_token_hash_key UNIQUE (token_hash),
  constraint inspection_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX inspection_link_company ON public.inspection_link USING btree (company_id, created_at);
CREATE INDEX inspection_link_receiver ON public.inspection_link USING btree (receiver) WHERE (receiver IS NOT NULL);
CREATE INDEX inspection_link_user ON public.inspection_link USING btree (user_id);

create table inspection_subject (
  link uuid not null,
  laboratory_id uuid,
  appliance integer,
  constraint inspection_subject_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint inspection_subject_check CHECK ((num_nonnulls(laboratory_id, appliance) = 1)),
  constraint inspection_subject_link_fkey FOREIGN KEY (link) REFERENCES inspection_link(id) ON DELETE CASCADE
);
CREATE INDEX inspection_subject_appliance ON public.inspection_subject USING btree (appliance);
CREATE INDEX inspection_subject_link ON public.inspection_subject USING btree (link);

create table inspection_visit (
  id uuid not null,
  link uuid not null,
  began_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  device text not null,
  network text not null,
  pages integer not null,
  constraint inspection_visit_link_fkey FOREIGN KEY (link) REFERENCES inspection_link(id) ON DELETE CASCADE,
  constraint inspection_visit_pkey PRIMARY KEY (id)
);
CREATE INDEX inspection_visit_link ON public.inspection_visit USING btree (link, last_at);

create table kitchen_poster (
  id uuid not null,
  company_id uuid not null,
  laboratory_id uuid not null,
  code text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint kitchen_poster_code_key UNIQUE (code),
  constraint kitchen_poster_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint kitchen_poster_laboratory_id_fkey FOREIGN KEY (laboratory_id) REFERENCES laboratory(id) ON DELETE CASCADE,
  constraint kitchen_poster_pkey PRIMARY KEY (id),
  constraint kitchen_poster_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX kitchen_poster_company ON public.kitchen_poster USING btree (company_id);
CREATE UNIQUE INDEX kitchen_poster_hangs ON public.kitchen_poster USING btree (laboratory_id) WHERE (ended_at IS NULL);
CREATE INDEX kitchen_poster_user ON public.kitchen_poster USING btree (user_id);

create table laboratory (
  id uuid not null,
  company_id uuid not null,
  name text not null,
  dealer text default ''::text not null,
  assistance_center text default ''::text not null,
  country text default ''::text not null,
  city text default ''::text not null,
  address text default ''::text not null,
  district text default ''::text not null,
  postal_code text default ''::text not null,
  time_zone text not null,
  created_at timestamp with time zone not null,
  constraint laboratory_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint laboratory_pkey PRIMARY KEY (id)
);
CREATE INDEX laboratory_assistance_center ON public.laboratory USING btree (lower(assistance_center));
CREATE UNIQUE INDEX laboratory_name ON public.laboratory USING btree (company_id, lower(name));

create table ledger_anchor (
  kind text not null,
  by text not null,
  log uuid not null,
  log_size bigint not null,
  at timestamp with time zone not null,
  attestation bytea not null,
  constraint ledger_anchor_kind_check CHECK ((kind = ANY (ARRAY['rfc3161'::text, 'witness'::text]))),
  constraint ledger_anchor_log_log_size_fkey FOREIGN KEY (log, log_size) REFERENCES ledger_checkpoint(book, size),
  constraint ledger_anchor_pkey PRIMARY KEY (kind, log_size, by)
);

create table ledger_anchor_due (
  kind text not null,
  due_at timestamp with time zone not null,
  constraint ledger_anchor_due_pkey PRIMARY KEY (kind)
);

create table ledger_book (
  id uuid not null,
  company_id uuid,
  opened_at timestamp with time zone not null,
  size bigint default 0 not null,
  peaks bytea default '\x'::bytea not null,
  sealed_size bigint default 0 not null,
  news_at timestamp with time zone,
  left_size bigint default 0 not null,
  constraint ledger_book_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint ledger_book_company_id_key UNIQUE NULLS NOT DISTINCT (company_id),
  constraint ledger_book_pkey PRIMARY KEY (id)
);
CREATE INDEX ledger_book_news ON public.ledger_book USING btree (news_at) WHERE (news_at IS NOT NULL);

create table ledger_checkpoint (
  book uuid not null,
  size bigint not null,
  at timestamp with time zone not null,
  note text not null,
  log_ix bigint,
  constraint ledger_checkpoint_book_fkey FOREIGN KEY (book) REFERENCES ledger_book(id),
  constraint ledger_checkpoint_log_ix_key UNIQUE (log_ix),
  constraint ledger_checkpoint_pkey PRIMARY KEY (book, size)
);

create table ledger_content (
  book uuid not null,
  ix bigint not null,
  salt bytea not null,
  content text,
  imported_at timestamp with time zone,
  constraint ledger_content_book_ix_fkey FOREIGN KEY (book, ix) REFERENCES ledger_entry(book, ix),
  constraint ledger_content_pkey PRIMARY KEY (book, ix)
);

create table ledger_entry (
  book uuid not null,
  ix bigint not null,
  at timestamp with time zone not null,
  kind text not null,
  id text collate "C" not null,
  rev integer not null,
  hash bytea not null,
  prev bigint,
  constraint ledger_entry_book_fkey FOREIGN KEY (book) REFERENCES ledger_book(id),
  constraint ledger_entry_pkey PRIMARY KEY (book, ix)
);
CREATE INDEX ledger_entry_of ON public.ledger_entry USING btree (id, book, ix);

create table ledger_import (
  batch uuid not null,
  revision integer not null,
  created_at timestamp with time zone not null,
  constraint ledger_import_batch_revision_fkey FOREIGN KEY (batch, revision) REFERENCES batch_revision(batch, revision),
  constraint ledger_import_pkey PRIMARY KEY (batch, revision)
);
CREATE INDEX ledger_import_order ON public.ledger_import USING btree (created_at, batch, revision);

create table ledger_key (
  public bytea not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone,
  reason text not null,
  constraint ledger_key_pkey PRIMARY KEY (public)
);

create table ledger_node (
  book uuid not null,
  level smallint not null,
  ix bigint not null,
  hash bytea not null,
  constraint ledger_node_book_fkey FOREIGN KEY (book) REFERENCES ledger_book(id),
  constraint ledger_node_pkey PRIMARY KEY (book, level, ix)
);
CREATE INDEX ledger_node_leaf ON public.ledger_node USING hash (hash) WHERE (level = 0);

create table legal_hold (
  id uuid not null,
  company_id uuid not null,
  scope text not null,
  laboratory_id uuid,
  laboratory_name text,
  lot text,
  reason text not null,
  set_by uuid not null,
  set_at timestamp with time zone not null,
  lifted_by uuid,
  lifted_at timestamp with time zone,
  lift_reason text,
  ends_at timestamp with time zone,
  constraint legal_hold_check CHECK ((((scope = 'kitchen'::text) = (laboratory_id IS NOT NULL)) AND ((scope = 'lot'::text) = (lot IS NOT NULL)))),
  constraint legal_hold_check1 CHECK ((num_nonnulls(lifted_by, lifted_at, lift_reason, ends_at) = ANY (ARRAY[0, 4]))),
  constraint legal_hold_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint legal_hold_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES signer(id),
  constraint legal_hold_pkey PRIMARY KEY (id),
  constraint legal_hold_scope_check CHECK ((scope = ANY (ARRAY['company'::text, 'kitchen'::text, 'lot'::text]))),
  constraint legal_hold_set_by_fkey FOREIGN KEY (set_by) REFERENCES signer(id)
);
CREATE INDEX legal_hold_company ON public.legal_hold USING btree (company_id, set_at);
CREATE UNIQUE INDEX legal_hold_one ON public.legal_hold USING btree (company_id, scope, COALESCE((laboratory_id)::text, lower(TRIM(BOTH FROM lot)), ''::text)) WHERE (lifted_at IS NULL);

create table live_state (
  appliance integer not null,
  log text collate "C",
  seq bigint default '-1'::integer not null,
  connection text collate "C",
  log_connection text collate "C",
  online boolean default false not null,
  last_seen_at timestamp with time zone,
  reported jsonb default '{}'::jsonb not null,
  reported_at timestamp with time zone,
  status text default 'unknown'::text not null,
  cycle jsonb,
  warnings jsonb default '[]'::jsonb not null,
  alarms jsonb default '[]'::jsonb not null,
  desired jsonb default '{}'::jsonb not null,
  desired_ver bigint default 0 not null,
  v_reported bigint default 0 not null,
  v_online bigint default 0 not null,
  v_status bigint default 0 not null,
  v_cycle bigint default 0 not null,
  v_warnings bigint default 0 not null,
  v_alarms bigint default 0 not null,
  v_commands bigint default 0 not null,
  notices jsonb default '[]'::jsonb not null,
  v_notices bigint default 0 not null,
  constraint live_state_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint live_state_pkey PRIMARY KEY (appliance)
);

create table mail (
  id uuid not null,
  kind text not null,
  recipient text not null,
  language text not null,
  content jsonb,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  tries integer default 0 not null,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  last_error text,
  constraint mail_pkey PRIMARY KEY (id)
);
CREATE INDEX mail_due ON public.mail USING btree (due_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));

create table mail_receiver (
  id uuid not null,
  subscription uuid not null,
  address text not null,
  token_hash bytea not null,
  asked_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  constraint mail_receiver_pkey PRIMARY KEY (id),
  constraint mail_receiver_subscription_fkey FOREIGN KEY (subscription) REFERENCES mail_subscription(id) ON DELETE CASCADE,
  constraint mail_receiver_token_hash_key UNIQUE (token_hash)
);
CREATE UNIQUE INDEX mail_receiver_address ON public.mail_receiver USING btree (subscription, lower(address));

create table mail_subscription (
  id uuid not null,
  company_id uuid not null,
  user_id uuid,
  membership_id uuid,
  laboratory_id uuid,
  appliance integer,
  every text not null,
  locale text,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  time_zone text not null,
  constraint mail_subscription_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id) ON DELETE CASCADE,
  constraint mail_subscription_check CHECK ((num_nonnulls(laboratory_id, appliance) <= 1)),
  constraint mail_subscription_check1 CHECK (((user_id IS NULL) = (locale IS NULL))),
  constraint mail_subscription_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE,
  constraint mail_subscription_every_check CHECK ((every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint mail_subscription_laboratory_id_fkey FOREIGN KEY (laboratory_id) REFERENCES laboratory(id) ON DELETE CASCADE,
  constraint mail_subscription_pkey PRIMARY KEY (id),
  constraint mail_subscription_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX mail_subscription_appliance ON public.mail_subscription USING btree (appliance);
CREATE INDEX mail_subscription_company ON public.mail_subscription USING btree (company_id);
CREATE INDEX mail_subscription_due ON public.mail_subscription USING btree (due_at);
CREATE INDEX mail_subscription_laboratory ON public.mail_subscription USING btree (laboratory_id);
CREATE UNIQUE INDEX mail_subscription_of_owners ON public.mail_subscription USING btree (company_id) WHERE (user_id IS NULL);
CREATE INDEX mail_subscription_user ON public.mail_subscription USING btree (user_id);

create table mailed_code (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  membership_id uuid,
  secret_hash text not null,
  tries integer default 0 not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  inviter_id uuid,
  constraint mailed_code_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES app_user(id) ON DELETE SET NULL,
  constraint mailed_code_kind_check CHECK ((kind = ANY (ARRAY['confirm'::text, 'reset'::text, 'invite'::text]))),
  constraint mailed_code_membership FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint mailed_code_pkey PRIMARY KEY (id),
  constraint mailed_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX mailed_code_expiry ON public.mailed_code USING btree (expires_at);
CREATE INDEX mailed_code_user ON public.mailed_code USING btree (user_id, kind);

create table maintenance (
  id uuid not null,
  appliance integer not null,
  company_id uuid,
  kind text not null,
  at timestamp with time zone not null,
  note text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  constraint maintenance_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint maintenance_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint maintenance_kind_check CHECK ((kind = ANY (ARRAY['cleaning'::text, 'probeCheck'::text, 'service'::text, 'repair'::text]))),
  constraint maintenance_pkey PRIMARY KEY (id),
  constraint maintenance_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX maintenance_appliance ON public.maintenance USING btree (appliance, at);

create table manual_record (
  id uuid not null,
  company_id uuid not null,
  laboratory_id uuid not null,
  kind text not null,
  product text not null,
  lot text,
  load_kg double precision,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  verdict text,
  revision integer not null,
  content jsonb not null,
  signer uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  constraint manual_record_check CHECK (((ended_at IS NULL) = (verdict IS NULL))),
  constraint manual_record_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint manual_record_kind_check CHECK ((kind = ANY (ARRAY['chill'::text, 'freeze'::text]))),
  constraint manual_record_pkey PRIMARY KEY (id),
  constraint manual_record_signer_fkey FOREIGN KEY (signer) REFERENCES signer(id),
  constraint manual_record_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX manual_record_company ON public.manual_record USING btree (company_id, started_at);
CREATE INDEX manual_record_user ON public.manual_record USING btree (user_id);

create table membership (
  id uuid not null,
  company_id uuid not null,
  user_id uuid not null,
  role text not null,
  first_name text default ''::text not null,
  last_name text default ''::text not null,
  created_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  language text,
  constraint membership_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint membership_pkey PRIMARY KEY (id),
  constraint membership_role_check CHECK ((role = ANY (ARRAY['ADMIN'::text, 'KITCHEN_MANAGER'::text]))),
  constraint membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE UNIQUE INDEX membership_once ON public.membership USING btree (company_id, user_id);
CREATE INDEX membership_user ON public.membership USING btree (user_id);

create table migration (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null,
  constraint migration_pkey PRIMARY KEY (number)
);

create table missing_explanation (
  id uuid not null,
  company_id uuid not null,
  kind text not null,
  day text not null,
  subject text not null,
  reason text not null,
  text text not null,
  signer uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  constraint missing_explanation_company_id_day_kind_subject_key UNIQUE (company_id, day, kind, subject),
  constraint missing_explanation_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint missing_explanation_kind_check CHECK ((kind = ANY (ARRAY['batch'::text, 'warmLoad'::text, 'look'::text, 'product'::text, 'lot'::text, 'coverage'::text, 'verification'::text]))),
  constraint missing_explanation_pkey PRIMARY KEY (id),
  constraint missing_explanation_reason_check CHECK ((reason = ANY (ARRAY['CLOSED'::text, 'HOLIDAY'::text, 'NOT_USED'::text, 'BY_HAND'::text, 'OTHER'::text]))),
  constraint missing_explanation_signer_fkey FOREIGN KEY (signer) REFERENCES signer(id),
  constraint missing_explanation_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX missing_explanation_user ON public.missing_explanation USING btree (user_id);

create table news (
  id uuid not null,
  texts jsonb not null,
  roles text[] not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  constraint news_check CHECK ((to_at > from_at)),
  constraint news_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint news_pkey PRIMARY KEY (id)
);

create table news_hidden (
  user_id uuid not null,
  news_id uuid not null,
  constraint news_hidden_news_id_fkey FOREIGN KEY (news_id) REFERENCES news(id) ON DELETE CASCADE,
  constraint news_hidden_pkey PRIMARY KEY (user_id, news_id),
  constraint news_hidden_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX news_hidden_news ON public.news_hidden USING btree (news_id);

create table notice (
  id uuid not null,
  appliance integer not null,
  company_id uuid not null,
  kind text not null,
  name text not null,
  key text not null,
  detail jsonb not null,
  at timestamp with time zone not null,
  ended_at timestamp with time zone,
  seen_by uuid,
  constraint notice_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint notice_appliance_key_key UNIQUE (appliance, key),
  constraint notice_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE,
  constraint notice_kind_check CHECK ((kind = ANY (ARRAY['cycle'::text, 'records'::text]))),
  constraint notice_pkey PRIMARY KEY (id),
  constraint notice_seen_by_fkey FOREIGN KEY (seen_by) REFERENCES app_user(id)
);
CREATE INDEX notice_at ON public.notice USING btree (at);
CREATE INDEX notice_company ON public.notice USING btree (company_id);
CREATE INDEX notice_open ON public.notice USING btree (at) WHERE (ended_at IS NULL);
CREATE INDEX notice_open_of ON public.notice USING btree (appliance, at) WHERE (ended_at IS NULL);
CREATE INDEX notice_record_waits ON public.notice USING btree (id) WHERE ((name = 'record_waits'::text) AND (ended_at IS NULL));
CREATE INDEX notice_seen_by ON public.notice USING btree (seen_by);

create table notification_read (
  user_id uuid not null,
  interval_id uuid not null,
  read_at timestamp with time zone not null,
  constraint notification_read_interval_id_fkey FOREIGN KEY (interval_id) REFERENCES alarm_interval(id) ON DELETE CASCADE,
  constraint notification_read_pkey PRIMARY KEY (user_id, interval_id),
  constraint notification_read_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX notification_read_at ON public.notification_read USING btree (read_at);
CREATE INDEX notification_read_interval ON public.notification_read USING btree (interval_id);

create table oidc (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  consumed_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint oidc_pkey PRIMARY KEY (model, id)
);
CREATE INDEX oidc_expiry ON public.oidc USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX oidc_grant ON public.oidc USING btree (grant_id) WHERE (grant_id IS NOT NULL);

create table payload_hash (
  appliance integer not null,
  log text collate "C" not null,
  seq bigint not null,
  hash bytea not null,
  received_at timestamp with time zone not null,
  constraint payload_hash_pkey PRIMARY KEY (appliance, log, seq)
);
CREATE INDEX payload_hash_received ON public.payload_hash USING brin (received_at);

create table period_letter (
  id uuid not null,
  subscription uuid not null,
  user_id uuid,
  receiver uuid,
  from_day text not null,
  to_day text not null,
  time_zone text not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  attempts integer default 0 not null,
  constraint period_letter_check CHECK ((num_nonnulls(user_id, receiver) = 1)),
  constraint period_letter_pkey PRIMARY KEY (id),
  constraint period_letter_receiver_fkey FOREIGN KEY (receiver) REFERENCES mail_receiver(id) ON DELETE CASCADE,
  constraint period_letter_subscription_fkey FOREIGN KEY (subscription) REFERENCES mail_subscription(id) ON DELETE CASCADE,
  constraint period_letter_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX period_letter_due ON public.period_letter USING btree (due_at);
CREATE UNIQUE INDEX period_letter_once ON public.period_letter USING btree (subscription, from_day, to_day, COALESCE(user_id, receiver));
CREATE INDEX period_letter_receiver ON public.period_letter USING btree (receiver);
CREATE INDEX period_letter_user ON public.period_letter USING btree (user_id);

create table probe_check (
  id uuid not null,
  company_id uuid not null,
  appliance integer not null,
  laboratory_id uuid,
  needle smallint not null,
  at timestamp with time zone not null,
  found_good boolean not null,
  left_good boolean not null,
  signer uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  content jsonb not null,
  judged_again integer default 0 not null,
  constraint probe_check_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint probe_check_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint probe_check_pkey PRIMARY KEY (id),
  constraint probe_check_signer_fkey FOREIGN KEY (signer) REFERENCES signer(id),
  constraint probe_check_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX probe_check_appliance ON public.probe_check USING btree (appliance, at);
CREATE INDEX probe_check_user ON public.probe_check USING btree (user_id);

create table probe_doubt (
  batch uuid not null,
  check_id uuid not null,
  began_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  judged_at timestamp with time zone,
  constraint probe_doubt_batch_fkey FOREIGN KEY (batch) REFERENCES batch(id),
  constraint probe_doubt_check_id_fkey FOREIGN KEY (check_id) REFERENCES probe_check(id),
  constraint probe_doubt_pkey PRIMARY KEY (batch, check_id)
);
CREATE INDEX probe_doubt_check ON public.probe_doubt USING btree (check_id);
CREATE INDEX probe_doubt_next ON public.probe_doubt USING btree (began_at DESC, batch) WHERE (judged_at IS NULL);

create table quarantine (
  id uuid not null,
  appliance integer not null,
  topic text not null,
  log text,
  seq bigint,
  reason text not null,
  payload bytea not null,
  received_at timestamp with time zone not null,
  constraint quarantine_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint quarantine_pkey PRIMARY KEY (id)
);
CREATE INDEX quarantine_appliance ON public.quarantine USING btree (appliance, received_at);

create table quarantine_count (
  appliance integer not null,
  day date not null,
  messages integer not null,
  constraint quarantine_count_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint quarantine_count_pkey PRIMARY KEY (appliance, day)
);

create table received (
  appliance integer not null,
  log text collate "C" not null,
  seen int8multirange not null,
  first_at timestamp with time zone not null,
  constraint received_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint received_pkey PRIMARY KEY (appliance, log)
);

create table receiver_ask (
  id uuid not null,
  company_id uuid not null,
  receiver uuid not null,
  address_hash bytea not null,
  asked_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  subscription uuid,
  constraint receiver_ask_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE,
  constraint receiver_ask_pkey PRIMARY KEY (id)
);
CREATE INDEX receiver_ask_address ON public.receiver_ask USING btree (address_hash, asked_at);
CREATE INDEX receiver_ask_at ON public.receiver_ask USING btree (asked_at);
CREATE INDEX receiver_ask_company ON public.receiver_ask USING btree (company_id, asked_at);
CREATE INDEX receiver_ask_receiver ON public.receiver_ask USING btree (receiver);
CREATE INDEX receiver_ask_subscription ON public.receiver_ask USING btree (subscription);

create table receiver_refusal (
  company_id uuid not null,
  address_hash bytea not null,
  refused_at timestamp with time zone not null,
  constraint receiver_refusal_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE,
  constraint receiver_refusal_pkey PRIMARY KEY (company_id, address_hash)
);

create table recipe (
  id uuid not null,
  company_id uuid not null,
  number integer default nextval('recipe_number'::regclass) not null,
  version integer not null,
  family text not null,
  function smallint,
  package text not null,
  hash text not null,
  title text not null,
  title_key text not null,
  description text not null,
  language text not null,
  texts jsonb not null,
  icon text not null,
  colour smallint not null,
  sector text not null,
  created_at timestamp with time zone not null,
  created_by uuid,
  edited_at timestamp with time zone not null,
  edited_by uuid,
  deleted_at timestamp with time zone,
  edit integer default 1 not null,
  constraint recipe_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE,
  constraint recipe_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint recipe_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES app_user(id),
  constraint recipe_number_key UNIQUE (number),
  constraint recipe_pkey PRIMARY KEY (id)
);
CREATE INDEX recipe_company ON public.recipe USING btree (company_id, hash);
CREATE INDEX recipe_created_by ON public.recipe USING btree (created_by);
CREATE INDEX recipe_deleted ON public.recipe USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX recipe_edited_by ON public.recipe USING btree (edited_by);
CREATE UNIQUE INDEX recipe_title ON public.recipe USING btree (company_id, title_key) WHERE (deleted_at IS NULL);

create table recipe_draft (
  user_id uuid not null,
  company_id uuid not null,
  key text not null,
  base_version integer,
  content jsonb not null,
  at timestamp with time zone not null,
  constraint recipe_draft_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE,
  constraint recipe_draft_pkey PRIMARY KEY (user_id, company_id, key),
  constraint recipe_draft_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX recipe_draft_company ON public.recipe_draft USING btree (company_id);

create table recipe_laboratory (
  recipe_id uuid not null,
  laboratory_id uuid not null,
  constraint recipe_laboratory_laboratory_id_fkey FOREIGN KEY (laboratory_id) REFERENCES laboratory(id) ON DELETE CASCADE,
  constraint recipe_laboratory_pkey PRIMARY KEY (recipe_id, laboratory_id),
  constraint recipe_laboratory_recipe_id_fkey FOREIGN KEY (recipe_id) REFERENCES recipe(id) ON DELETE CASCADE
);
CREATE INDEX recipe_laboratory_laboratory ON public.recipe_laboratory USING btree (laboratory_id);

create table recipe_pin (
  user_id uuid not null,
  company_id uuid not null,
  number integer not null,
  at timestamp with time zone not null,
  constraint recipe_pin_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE,
  constraint recipe_pin_pkey PRIMARY KEY (user_id, company_id, number),
  constraint recipe_pin_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX recipe_pin_company ON public.recipe_pin USING btree (company_id);

create table recipe_usage (
  company_id uuid not null,
  number integer not null,
  uses integer not null,
  last_at timestamp with time zone,
  products text[] not null,
  constraint recipe_usage_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE,
  constraint recipe_usage_pkey PRIMARY KEY (company_id, number)
);

create table recipe_usage_due (
  company_id uuid not null,
  number integer not null,
  constraint recipe_usage_due_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE,
  constraint recipe_usage_due_pkey PRIMARY KEY (company_id, number)
);

create table recipe_version (
  recipe_id uuid not null,
  version integer not null,
  definition jsonb not null,
  hash text not null,
  title text not null,
  at timestamp with time zone not null,
  by_user uuid,
  cause text not null,
  constraint recipe_version_by_user_fkey FOREIGN KEY (by_user) REFERENCES app_user(id),
  constraint recipe_version_cause_check CHECK ((cause = ANY (ARRAY['create'::text, 'overwrite'::text, 'import'::text, 'restore'::text]))),
  constraint recipe_version_pkey PRIMARY KEY (recipe_id, version),
  constraint recipe_version_recipe_id_fkey FOREIGN KEY (recipe_id) REFERENCES recipe(id) ON DELETE CASCADE
);
CREATE INDEX recipe_version_by ON public.recipe_version USING btree (by_user);

create table record_sweep (
  book uuid not null,
  before_at timestamp with time zone not null,
  began_at timestamp with time zone not null,
  next_ix bigint,
  constraint record_sweep_book_fkey FOREIGN KEY (book) REFERENCES ledger_book(id),
  constraint record_sweep_pkey PRIMARY KEY (book)
);

create table recovery_code (
  user_id uuid not null,
  code_hash text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);

create table refused_sign_in (
  at timestamp with time zone not null,
  account text not null,
  address text not null,
  network text not null,
  counts boolean not null,
  told boolean default false not null
);
CREATE INDEX refused_sign_in_account ON public.refused_sign_in USING btree (account, at);
CREATE INDEX refused_sign_in_at ON public.refused_sign_in USING btree (at);
CREATE INDEX refused_sign_in_network ON public.refused_sign_in USING btree (network, at);
CREATE INDEX refused_sign_in_untold ON public.refused_sign_in USING btree (account, network) WHERE (NOT told);

create table remark (
  id uuid not null,
  company_id uuid not null,
  kind text not null,
  subject uuid not null,
  signer uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  content jsonb not null,
  constraint remark_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint remark_kind_check CHECK ((kind = ANY (ARRAY['reading'::text, 'note'::text, 'amendment'::text]))),
  constraint remark_pkey PRIMARY KEY (id),
  constraint remark_signer_fkey FOREIGN KEY (signer) REFERENCES signer(id),
  constraint remark_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX remark_subject ON public.remark USING btree (subject);
CREATE INDEX remark_user ON public.remark USING btree (user_id);

create table rollup_due (
  appliance integer not null,
  bucket timestamp with time zone not null,
  due_at timestamp with time zone not null,
  constraint rollup_due_pkey PRIMARY KEY (appliance, bucket)
);
CREATE INDEX rollup_due_at ON public.rollup_due USING btree (due_at);

create table scheduled_start (
  id uuid not null,
  appliance integer not null,
  company_id uuid not null,
  number integer not null,
  version integer not null,
  args jsonb not null,
  minute text not null,
  time_zone text not null,
  weekdays smallint[],
  state text not null,
  reason text,
  command_id uuid,
  at timestamp with time zone not null,
  lasts_min integer not null,
  due_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint scheduled_start_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint scheduled_start_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE,
  constraint scheduled_start_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint scheduled_start_pkey PRIMARY KEY (id),
  constraint scheduled_start_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'proposed'::text, 'started'::text, 'declined'::text, 'missed'::text, 'not_possible'::text, 'cancelled'::text])))
);
CREATE INDEX scheduled_start_appliance ON public.scheduled_start USING btree (appliance, at);
CREATE INDEX scheduled_start_company ON public.scheduled_start USING btree (company_id);
CREATE INDEX scheduled_start_created_by ON public.scheduled_start USING btree (created_by);
CREATE INDEX scheduled_start_due ON public.scheduled_start USING btree (due_at) WHERE (due_at IS NOT NULL);

create table service_share (
  appliance integer not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  constraint service_share_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint service_share_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint service_share_pkey PRIMARY KEY (appliance, user_id),
  constraint service_share_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX service_share_user ON public.service_share USING btree (user_id);

create table session (
  id uuid not null,
  user_id uuid not null,
  remember_me boolean not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  membership_id uuid,
  device text default ''::text not null,
  address text default ''::text not null,
  confirmed_at timestamp with time zone,
  constraint session_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE SET NULL,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX session_of_user ON public.session USING btree (user_id, created_at);

create table setting (
  name text not null,
  value text not null,
  constraint setting_pkey PRIMARY KEY (name)
);

create table share (
  membership_id uuid not null,
  appliance integer not null,
  created_at timestamp with time zone not null,
  constraint share_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint share_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint share_pkey PRIMARY KEY (membership_id, appliance)
);
CREATE INDEX share_appliance ON public.share USING btree (appliance);

create table sign_grant (
  secret_hash bytea not null,
  user_id uuid not null,
  session_id uuid not null,
  way text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  left_over integer not null,
  constraint sign_grant_left_over_check CHECK ((left_over >= 0)),
  constraint sign_grant_pkey PRIMARY KEY (secret_hash),
  constraint sign_grant_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint sign_grant_way_check CHECK ((way = ANY (ARRAY['password'::text, 'pin'::text])))
);
CREATE INDEX sign_grant_expires ON public.sign_grant USING btree (expires_at);
CREATE INDEX sign_grant_user ON public.sign_grant USING btree (user_id);

create table signature (
  id uuid not null,
  company_id uuid not null,
  signer uuid not null,
  meaning text not null,
  way text not null,
  created_at timestamp with time zone not null,
  constraint signature_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint signature_pkey PRIMARY KEY (id),
  constraint signature_signer_fkey FOREIGN KEY (signer) REFERENCES signer(id),
  constraint signature_way_check CHECK ((way = ANY (ARRAY['password'::text, 'pin'::text])))
);
CREATE INDEX signature_company ON public.signature USING btree (company_id, created_at);

create table signed_revision (
  signature uuid not null,
  kind text not null,
  id uuid not null,
  revision integer not null,
  hash bytea not null,
  constraint signed_revision_pkey PRIMARY KEY (signature, id),
  constraint signed_revision_signature_fkey FOREIGN KEY (signature) REFERENCES signature(id)
);
CREATE INDEX signed_revision_of ON public.signed_revision USING btree (id);

create table signer (
  id uuid not null,
  company_id uuid not null,
  user_id uuid not null,
  name text,
  initials text not null,
  role text not null,
  created_at timestamp with time zone not null,
  constraint signer_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint signer_pkey PRIMARY KEY (id),
  constraint signer_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE UNIQUE INDEX signer_person ON public.signer USING btree (user_id, company_id, name, role);

create table signing_key (
  kid text not null,
  jwk jsonb not null,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint signing_key_pkey PRIMARY KEY (kid)
);

create table signing_pin (
  user_id uuid not null,
  hash text not null,
  created_at timestamp with time zone not null,
  constraint signing_pin_pkey PRIMARY KEY (user_id),
  constraint signing_pin_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);

create table telemetry (
  appliance integer not null,
  at timestamp with time zone not null,
  log text collate "C" not null,
  seq bigint not null,
  ix smallint not null,
  received_at timestamp with time zone not null,
  flags integer not null,
  other jsonb,
  "TCell" real,
  "TCell2" real,
  "TCore1" real,
  "TCore2" real,
  "TCore3" real,
  "TCore4" real,
  "cellSetTemp" real,
  "coreSetTemp" real,
  "levelHumidity" real,
  "cellSetHumidity" real,
  "TEvap1" real,
  "TEvap2" real,
  "TCondenser1" real,
  "TCondenser2" real,
  "TCondenser3" real,
  "TCondenser4" real,
  "TAmbient" real,
  "TSuction" real,
  "TDischarge" real,
  "PSuction" real,
  "PDischarge" real,
  "compressorState" smallint,
  "compressorSpeed" real,
  "compressorStarts" integer,
  "compressorHours" real,
  "evapFanPercentage" real,
  "condFanPercentage" real,
  "defrostState" smallint,
  "lastDefrostEnd" smallint,
  "dailyDefrostCounter" integer,
  "heaterPercentage" real,
  "humidifierState" smallint,
  "waterLevel" smallint,
  "PWater" real,
  "drainState" smallint,
  "sanigenLevel" integer,
  "lightState" smallint,
  door smallint,
  "dailyOpenDoor1Counter" integer,
  "totalOpenDoor1Counter" integer,
  "dailyOpenDoorTime" real,
  "powerState" smallint,
  "cycleRunning" smallint,
  "cycleState" smallint,
  "cycleRunId" text,
  "cycleId" integer,
  "cycleFunction" smallint,
  "cyclePhase" smallint,
  "cyclePhaseIndex" smallint,
  "cyclePhaseState" smallint,
  "cycleElapsed" real,
  "cycleRemaining" real,
  "cyclePhaseElapsed" real,
  "cyclePhaseRemaining" real,
  "cycleCounter" integer,
  "energyCounter" bigint,
  "instantPower" real,
  "mainsVoltage" real,
  "TBoard" real,
  "wifiRssi" real,
  "bufferFill" real,
  "bufferAge" real,
  "bootCounter" integer,
  "firmwareVersion" text,
  "workingHours" real,
  "printerState" smallint,
  "lostSampleCounter" integer,
  "TCellZone2" real,
  "TCore5" real,
  "TCore6" real,
  "TCore7" real,
  "TCore8" real,
  "cellSetTempZone2" real,
  "levelHumidityZone2" real,
  "cellSetHumidityZone2" real,
  "defrostStateZone2" smallint,
  "lastDefrostEndZone2" smallint,
  "dailyOpenDoor2Counter" integer,
  "totalOpenDoor2Counter" integer,
  "operatingMode" smallint,
  "operatingModeZone2" smallint,
  clock_shift_ms bigint,
  clock_offset_s integer,
  constraint telemetry_pkey PRIMARY KEY (appliance, at, log, seq, ix)
) partition by range (at);

create table telemetry_10min (
  appliance integer not null,
  bucket timestamp with time zone not null,
  covered_s integer not null,
  metrics jsonb not null,
  constraint telemetry_10min_pkey PRIMARY KEY (appliance, bucket)
);
CREATE INDEX telemetry_10min_bucket ON public.telemetry_10min USING brin (bucket);

create table telemetry_hour (
  appliance integer not null,
  bucket timestamp with time zone not null,
  covered_s integer not null,
  metrics jsonb not null,
  constraint telemetry_hour_pkey PRIMARY KEY (appliance, bucket)
);
CREATE INDEX telemetry_hour_bucket ON public.telemetry_hour USING brin (bucket);

create table tenure (
  appliance integer not null,
  company_id uuid not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone,
  constraint tenure_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint tenure_check CHECK (((to_at IS NULL) OR (to_at > from_at))),
  constraint tenure_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint tenure_pkey PRIMARY KEY (appliance, from_at)
);
CREATE INDEX tenure_company ON public.tenure USING btree (company_id);
CREATE UNIQUE INDEX tenure_open ON public.tenure USING btree (appliance) WHERE (to_at IS NULL);

create table told_period (
  subscription uuid not null,
  from_day text not null,
  to_day text not null,
  told_at timestamp with time zone not null,
  constraint told_period_pkey PRIMARY KEY (subscription, from_day, to_day),
  constraint told_period_subscription_fkey FOREIGN KEY (subscription) REFERENCES mail_subscription(id) ON DELETE CASCADE
);
CREATE INDEX told_period_at ON public.told_period USING btree (told_at);

create table unit_panel (
  appliance integer not null,
  told jsonb not null,
  at timestamp with time zone not null,
  v bigint not null,
  constraint unit_panel_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id) ON DELETE CASCADE,
  constraint unit_panel_pkey PRIMARY KEY (appliance)
);

create table unit_plan (
  appliance integer not null,
  from_at timestamp with time zone not null,
  food_plan uuid,
  constraint unit_plan_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint unit_plan_food_plan_fkey FOREIGN KEY (food_plan) REFERENCES food_plan(id),
  constraint unit_plan_pkey PRIMARY KEY (appliance, from_at)
);

create table untimed (
  appliance integer not null,
  log text collate "C" not null,
  seq bigint not null,
  boot bigint not null,
  topic text not null,
  connection text not null,
  received_at timestamp with time zone not null,
  payload bytea not null,
  due_at timestamp with time zone,
  constraint untimed_appliance_fkey FOREIGN KEY (appliance) REFERENCES appliance(id),
  constraint untimed_pkey PRIMARY KEY (appliance, log, seq)
);
CREATE INDEX untimed_boot ON public.untimed USING btree (appliance, boot);
CREATE INDEX untimed_due ON public.untimed USING btree (due_at) WHERE (due_at < 'infinity'::timestamp with time zone);
