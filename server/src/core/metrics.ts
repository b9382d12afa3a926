import { type BadReason, badReasons } from '@brina/contract/devices';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Edge } from './edge/edge.ts';
import { type Limit, limits } from './limit-log.ts';

/** Numbers about the installation; see {@link openMetrics}. */
export type Metrics = ReturnType<typeof openMetrics>;

/** A number that is counted when somebody asks. */
export type Counted = { name: string; help: string; count(): Promise<number> };

function exportCount(registry: Registry, { name, help, count }: Counted): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      // What cannot be counted keeps nobody from the other numbers.
      this.set(await count().catch(() => Number.NaN));
    },
  });
}

/** Numbers about the installation, for `/metrics` (Prometheus). The parts report into it, or are watched. */
export function openMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const calls = new Histogram({
    name: 'brina_call_seconds',
    help: 'Time of a call',
    labelNames: ['call', 'status'],
    registers,
  });
  return {
    registry,
    answered: (call: string, status: number, seconds: number): void =>
      calls.observe({ call, status: String(status) }, seconds),
    limited: limitMetrics(registers),
    identity: identityMetrics(registers),
    ingest: ingestMetrics(registers),
    retention: retentionMetrics(registers),
    count: (counted: readonly Counted[]): void => counted.forEach((one) => exportCount(registry, one)),
    watch: (watched: { edge: Edge; liveConnections(): number }): void => watchConnections(registers, watched),
  };
}

/** Counts how often each limit has acted. */
function limitMetrics(registers: Registry[]): (limit: Limit) => void {
  const acted = new Counter({
    name: 'brina_limited_total',
    help: 'Times that a limit kept somebody out',
    labelNames: ['limit'],
    registers,
  });
  for (const limit of Object.keys(limits)) acted.inc({ limit }, 0);
  return (limit) => acted.inc({ limit });
}

/**
 * What becomes of each step of a sign-in, as it is counted: `locked` looks like `refused` to who tried. Those of the second factor come
 * after a right password; one that is signed in was proved by all that is asked of it.
 */
const signInOutcomes = [
  'signed_in',
  'refused',
  'locked',
  'limited',
  'busy',
  'factor_asked',
  'factor_wrong',
  'factor_limited',
] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

/** What the OAuth 2 provider tells of itself (`IdentityParts`). */
function identityMetrics(registers: Registry[]) {
  const signIns = new Counter({
    name: 'brina_sign_ins_total',
    help: 'Sign-ins with a password, by what became of them',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of signInOutcomes) signIns.inc({ outcome }, 0);
  const requests = new Counter({
    name: 'brina_idp_requests_total',
    help: 'Requests to the OAuth 2 provider',
    labelNames: ['endpoint', 'status'],
    registers,
  });
  return {
    signIn: (outcome: SignInOutcome): void => signIns.inc({ outcome }),
    answered: (endpoint: string, status: number): void => requests.inc({ endpoint, status: String(status) }),
  };
}

/** What ingestion tells of itself (`IngestParts`). */
function ingestMetrics(registers: Registry[]) {
  const messages = new Counter({ name: 'brina_ingest_messages_total', help: 'Messages committed', registers });
  const samples = new Counter({ name: 'brina_ingest_samples_total', help: 'Samples committed', registers });
  const fromLast = 'Time of a batch, from the last commit on if that was later';
  const batches = new Histogram({ name: 'brina_ingest_batch_seconds', help: fromLast, registers });
  const quarantined = new Counter({
    name: 'brina_ingest_quarantined_total',
    help: 'Messages put aside, since no later copy of them could be better',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of badReasons) quarantined.inc({ reason }, 0);
  const retried = new Counter({
    name: 'brina_ingest_retried_batches_total',
    help: 'Times that a batch had to come again, since the database was in trouble',
    registers,
  });
  return {
    committed: (batch: { messages: number; samples: number; seconds: number }): void => {
      messages.inc(batch.messages);
      samples.inc(batch.samples);
      batches.observe(batch.seconds);
    },
    quarantined: (reason: BadReason): void => quarantined.inc({ reason }),
    retried: (): void => retried.inc(),
  };
}

/** What the removal of old rows tells of itself. */
function retentionMetrics(registers: Registry[]) {
  const removed = new Counter({
    name: 'brina_retention_removed_total',
    help: 'Rows that need not be kept any more, removed',
    labelNames: ['table'],
    registers,
  });
  const notRemoved = new Counter({
    name: 'brina_retention_failed_total',
    help: 'Times that old rows could not be removed',
    labelNames: ['table'],
    registers,
  });
  const doubt = { name: 'brina_clock_doubted', help: '1 while nothing old is removed, for the clock leapt', registers };
  const clockDoubted = new Gauge(doubt);
  return {
    counted: (table: string, outcome: { removed: number } | 'failed'): void =>
      outcome === 'failed' ? notRemoved.inc({ table }) : removed.inc({ table }, outcome.removed),
    doubted: (isDoubted: boolean): void => clockDoubted.set(isDoubted ? 1 : 0),
  };
}

function watchConnections(
  registers: Registry[],
  { edge, liveConnections }: { edge: Edge; liveConnections(): number },
): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge('brina_edge_connections', 'Appliances connected', () => edge.connections());
  gauge('brina_live_connections', 'Browsers connected', liveConnections);
  const takenOver = 'Connections that took over from an open one of the same appliance';
  gauge('brina_edge_taken_over_total', takenOver, () => edge.counters.takenOver);
  new Gauge({
    name: 'brina_edge_refused_total',
    help: 'Connections and messages refused by the edge',
    labelNames: ['reason'],
    registers,
    collect() {
      for (const [reason, count] of Object.entries(edge.counters.refused)) this.set({ reason }, count);
    },
  });
}
