import { gapReasons, verdicts } from '@brina/domain/haccp/verdicts';
import { ruleForces } from '@brina/domain/haccp/rules';
import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { instant } from '../../wire/instants.ts';

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
});
export type BatchSummary = z.output<typeof batchSummary>;

/** One stage of the limit as measured: the moments are interpolated between the two samples kept beside them. */
const stage = z.object({
  from: z.number(),
  to: z.number(),
  startedAt: z.nullable(z.int()),
  endedAt: z.nullable(z.int()),
  minutes: z.nullable(z.number()),
  limit_min: z.number(),
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
    air: z.array(z.nullable(z.number())),
    set: z.array(z.nullable(z.number())),
  }),
  gaps: z.array(z.object({ from: z.int(), to: z.int(), reason: z.enum(gapReasons) })),
  doorOpenings: z.int(),
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
      judge: 2,
      stages: [
        {
          from: 70,
          to: 3,
          startedAt: 1_763_670_010_000,
          endedAt: 1_763_674_846_000,
          minutes: 80.6,
          limit_min: 90,
        },
      ],
      reasons: [],
      plan: [{ phase: 2, startedAt: 1_763_670_000_000, endedAt: 1_763_673_600_000 }],
      sampleCount: 1,
      continuity: 100,
      clockOffset_ms: 40,
      clockSuspect: false,
      samples: { at: [1_763_670_000_000], core: [70], air: [12], set: [-14] },
      gaps: [],
      doorOpenings: 0,
      alarms: [],
      revisions: [{ revision: 1, createdAt: 1_763_674_900_000, verdict: 'PASS', sampleCount: 1, cause: 'complete' }],
    },
  },
});

export const haccpCalls = [listBatches, getBatch] as const;
