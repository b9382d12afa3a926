import { ruleForces } from '@brina/domain/haccp/rules';
import { gapReasons, probeReasons, verdicts } from '@brina/domain/haccp/verdicts';
import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { instant } from '../../wire/instants.ts';

const review = z.object({
  formerRevision: z.int(),
  formerVerdict: z.enum(verdicts),
  revision: z.int(),
  verdict: z.enum(verdicts),
  /** `by`: the name of the person; null once it is erased. */
  reviewed: z.nullable(z.object({ by: z.nullable(z.string()), at: z.int() })),
});
export type BatchReview = z.output<typeof review>;

/** A batch in the list: its latest revision. Without one (`verdict` null) it is still running or waits for its data. */
export const batchSummary = z.object({
  batchId: z.string(),
  serialNumber: z.string(),
  function: z.int(),
  product: z.nullable(z.string()),
  lot: z.nullable(z.string()),
  startedAt: z.int(),
  endedAt: z.nullable(z.int()),
  verdict: z.nullable(z.enum(verdicts)),
  /** Minutes the judged stage took and may take, of the slowest one. */
  minutes: z.nullable(z.number()),
  limit_min: z.nullable(z.number()),
  revision: z.int(),
  /** Version of the judge that gave the verdict; null where the list does not know. */
  judge: z.nullable(z.int()),
  /** Whether the judge of today has looked at it; `telemetry_gone`: it cannot any more, and the verdict stands as it was given. */
  rejudging: z.nullable(z.enum(['done', 'waits', 'telemetry_gone'])),
  /** A verdict that a later judge changed, beside the one before, and who has looked at both. */
  review: z.nullable(review),
});
export type BatchSummary = z.output<typeof batchSummary>;

/** One stage of the limit as measured: the moments are interpolated between the two samples kept beside them. */
const stage = z.object({
  from: z.nullable(z.number()),
  to: z.number(),
  startedAt: z.nullable(z.int()),
  endedAt: z.nullable(z.int()),
  minutes: z.nullable(z.number()),
  /** The shortest and longest that the data allow, where a gap hides a crossing. */
  earliest_min: z.nullable(z.number()),
  latest_min: z.nullable(z.number()),
  /** When it was reached before the food warmed again. */
  firstReachedAt: z.nullable(z.int()),
  limit_min: z.number(),
  /** Null in revisions of the judges before the third. */
  verdict: z.nullable(z.enum(verdicts)),
});

/** A revision of a batch: it contains its samples and never refers to telemetry (docs/ARCHITECTURE.md, data). */
export const batchRecord = z.object({
  ...batchSummary.shape,
  model: z.string(),
  applianceName: z.string(),
  laboratory: z.nullable(z.string()),
  company: z.string(),
  timeZone: z.string(),
  firmware: z.string(),
  load_kg: z.nullable(z.number()),
  endReason: z.nullable(z.string()),
  rule: z.nullable(z.object({ id: z.string(), version: z.string(), force: z.enum(ruleForces) })),
  /** Version of the judge that applied the rule. */
  judge: z.int(),
  stages: z.array(stage),
  /** Codes of why the verdict is not a plain PASS. */
  reasons: z.array(z.string()),
  plan: z.array(z.object({ phase: z.int(), startedAt: z.nullable(z.int()), endedAt: z.nullable(z.int()) })),
  sampleCount: z.int(),
  /** Share of the batch's time covered by samples, %. */
  continuity: z.number(),
  clockOffset_ms: z.nullable(z.int()),
  clockSuspect: z.boolean(),
  samples: z.object({
    at: z.array(z.int()),
    /** Warmest valid point of all needles. */
    core: z.array(z.nullable(z.number())),
    /** What each point said, as long as `at` each; none in revisions of the judges before the third. */
    points: z.array(z.object({ name: z.string(), values: z.array(z.nullable(z.number())) })),
    air: z.array(z.nullable(z.number())),
    set: z.array(z.nullable(z.number())),
  }),
  gaps: z.array(z.object({ from: z.int(), to: z.int(), reason: z.enum(gapReasons) })),
  doorOpenings: z.int(),
  /** When a door was open; `to` null: until the end or later. */
  doors: z.array(z.object({ from: z.int(), to: z.nullable(z.int()) })),
  /** Phases as they began and ended. */
  phases: z.array(z.object({ at: z.int(), index: z.int(), phase: z.int(), state: z.string() })),
  /** Values of a point that do not count, and why. */
  disbelieved: z.array(z.object({ point: z.int(), from: z.int(), to: z.int(), reason: z.enum(probeReasons) })),
  /** How warm the food was when it was loaded, where that was below the start of the limit. */
  loaded_C: z.nullable(z.number()),
  /** The batch of which this is the rest, and the one that is the rest of this. */
  continues: z.nullable(z.string()),
  continuedBy: z.nullable(z.string()),
  /** What may be done with it. */
  may: z.object({ review: z.boolean() }),
  alarms: z.array(z.object({ name: z.string(), from: z.int(), to: z.nullable(z.int()) })),
  revisions: z.array(
    z.object({
      revision: z.int(),
      createdAt: z.int(),
      verdict: z.enum(verdicts),
      sampleCount: z.int(),
      cause: z.enum(['complete', 'waited', 'late_data', 'judge']),
    }),
  ),
});
export type BatchRecord = z.output<typeof batchRecord>;

const serial = 'MFL45-26-000123';
const batchId = '0198c0de-0000-8000-8000-0000000000b1';
const summary = {
  batchId,
  serialNumber: serial,
  function: 0,
  product: null,
  lot: null,
  startedAt: 1_763_670_000_000,
  endedAt: 1_763_674_860_000,
  verdict: 'PASS',
  minutes: 80.6,
  limit_min: 90,
  revision: 1,
  judge: 3,
  rejudging: 'done',
  review: null,
} as const;
/** Food records are the company's own: service partners see appliances and notices only (S6.4). */
const readers = ['USER'] as const;

export const listBatches = call({
  id: 'haccp.list',
  spec: 'S7.35 S2.24',
  summary: 'HACCP batches of an appliance that began in a time, latest first',
  method: 'GET',
  path: '/api/v1/analytics/haccp/{serial}',
  roles: readers,
  members: membershipRoles,
  params: z.object({ serial: id('applianceRecord') }),
  query: z.object({ from: instant, to: instant }),
  reply: json(z.array(batchSummary)),
  errors: ['range_reversed', 'range_too_long'],
  example: { params: { serial }, query: { from: 1_763_600_000_000, to: 1_763_680_000_000 }, reply: [summary] },
});

export const getBatch = call({
  id: 'haccp.get',
  spec: 'S7.35 S2.24',
  summary: 'One HACCP batch with its curve, stages, verdict and revisions',
  method: 'GET',
  path: '/api/v1/analytics/haccp/{serial}/{batchId}',
  roles: readers,
  members: membershipRoles,
  params: z.object({ serial: id('applianceRecord'), batchId: id('batch') }),
  reply: json(batchRecord),
  errors: [],
  example: {
    params: { serial, batchId },
    reply: {
      ...summary,
      model: 'MF Next L 45',
      applianceName: 'Blast chiller 1',
      laboratory: 'Main kitchen',
      company: 'Pasticceria Neri',
      timeZone: 'Europe/Rome',
      firmware: '2.4.1',
      load_kg: 40,
      endReason: 'target',
      rule: { id: 'CHILL_90', version: '1', force: 'industry' },
      judge: 3,
      stages: [
        {
          from: 70,
          to: 3,
          startedAt: 1_763_670_010_000,
          endedAt: 1_763_674_846_000,
          minutes: 80.6,
          earliest_min: 80.6,
          latest_min: 80.6,
          firstReachedAt: null,
          limit_min: 90,
          verdict: 'PASS',
        },
      ],
      reasons: [],
      plan: [{ phase: 2, startedAt: 1_763_670_000_000, endedAt: 1_763_673_600_000 }],
      sampleCount: 1,
      continuity: 100,
      clockOffset_ms: 40,
      clockSuspect: false,
      samples: {
        at: [1_763_670_000_000],
        core: [70],
        points: [{ name: 'TCore1', values: [70] }],
        air: [12],
        set: [-14],
      },
      gaps: [],
      doorOpenings: 0,
      doors: [],
      phases: [],
      disbelieved: [],
      loaded_C: null,
      continues: null,
      continuedBy: null,
      may: { review: true },
      alarms: [],
      revisions: [{ revision: 1, createdAt: 1_763_674_900_000, verdict: 'PASS', sampleCount: 1, cause: 'complete' }],
    },
  },
});

export const reviewBatch = call({
  id: 'haccp.review',
  spec: 'S7.35',
  summary: 'Notes that a person has looked at a verdict that a later judge changed',
  method: 'POST',
  path: '/api/v1/analytics/haccp/{serial}/{batchId}/review',
  roles: readers,
  params: z.object({ serial: id('applianceRecord'), batchId: id('batch') }),
  body: z.object({ revision: z.int().check(z.gte(1)) }),
  reply: json(review),
  errors: ['revision_changed', 'nothing_to_review'],
  example: {
    params: { serial, batchId },
    body: { revision: 2 },
    reply: {
      formerRevision: 1,
      formerVerdict: 'PASS',
      revision: 2,
      verdict: 'NOT_PROVEN',
      reviewed: { by: 'Anna Neri', at: 1_763_680_000_000 },
    },
  },
});

export const haccpCalls = [listBatches, getBatch, reviewBatch] as const;
