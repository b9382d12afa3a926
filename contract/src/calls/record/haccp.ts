import { corePoints } from '@brina/domain/appliance/metrics';
import { ruleForces } from '@brina/domain/haccp/rules';
import { gapReasons, verdicts } from '@brina/domain/haccp/verdicts';
import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { instant } from '../../wire/instants.ts';
import { line, recipeOfRun, stoppedBy } from '../../wire/values.ts';
import { actionOfRecord } from './actions.ts';
import { ownLimit } from './plans.ts';
import { amendmentOfRecord, noteOfRecord, readingOfRecord } from './remarks.ts';
import { signatureOfRecord, signingGrant } from './signature-of-record.ts';

/**
 * The verdict was changed by a later judge: what stood before, and what it says now. Somebody has to look at both; `reviewed` says who did,
 * `by` null once its account was deleted.
 */
export const batchReview = z.object({
  formerRevision: z.int(),
  formerVerdict: z.enum(verdicts),
  formerJudge: z.int(),
  verdict: z.enum(verdicts),
  judge: z.int(),
  reviewed: z.nullable(z.object({ by: z.nullable(z.string()), role: z.nullable(z.string()), at: z.int() })),
});
export type BatchReview = z.output<typeof batchReview>;

/** A batch in the list: its latest revision. Without one (`verdict` null) it is still running or waits for its data. */
export const batchSummary = z.object({
  batchId: z.string(),
  serialNumber: z.string(),
  function: z.int(),
  /** One tray, or trolley, in a run that goes on, and the core probe that measured there, from 1; null: a whole run. */
  tray: z.nullable(z.object({ number: z.int(), needle: z.nullable(z.int()) })),
  product: z.nullable(z.string()),
  lot: z.nullable(z.string()),
  startedAt: z.int(),
  endedAt: z.nullable(z.int()),
  /** When what it said was removed, for it was older than records are kept; absent: it is kept. */
  removedAt: z.optional(z.int()),
  verdict: z.nullable(z.enum(verdicts)),
  /** Minutes that the stage which decided took, and may take. */
  minutes: z.nullable(z.number()),
  limit_min: z.nullable(z.number()),
  revision: z.int(),
  /** Version of the judge whose verdict it is; null before the first revision. */
  judge: z.nullable(z.int()),
  /** Null where the verdict that stands is no later judge's change of another. */
  review: z.nullable(batchReview),
});
export type BatchSummary = z.output<typeof batchSummary>;

/** One stage of the limit as measured: the moments are interpolated between the two samples around them. */
export const judgedStage = z.object({
  /** Null where the clock starts at a moment, and at no temperature. */
  from: z.nullable(z.number()),
  to: z.number(),
  startedAt: z.nullable(z.int()),
  endedAt: z.nullable(z.int()),
  minutes: z.nullable(z.number()),
  /** The shortest and the longest that the data allow; they differ from `minutes` where a gap hides a crossing. */
  earliest_min: z.nullable(z.number()),
  latest_min: z.nullable(z.number()),
  /** When its end was reached before the food warmed again. */
  firstReachedAt: z.nullable(z.int()),
  limit_min: z.number(),
  /** Null in what the first versions of the judge wrote. */
  verdict: z.nullable(z.enum(verdicts)),
});

/** The rule by which a batch was judged; `own`: where the kitchen set limits of its own, those. */
export const ruleOfRecord = z.object({
  id: z.string(),
  version: z.string(),
  force: z.enum(ruleForces),
  own: z.optional(ownLimit),
});

/** What one rule says of a batch. */
const judgedByRule = z.object({
  rule: ruleOfRecord,
  verdict: z.enum(verdicts),
  reasons: z.array(z.string()),
  /** Minutes that the stage which decided took, and may take. */
  minutes: z.nullable(z.number()),
  limit_min: z.nullable(z.number()),
  stages: z.array(judgedStage),
});
export type JudgedByRule = z.output<typeof judgedByRule>;

/** Whether the judge of today has looked at a record: `telemetry_gone`: it cannot any more, what was measured is not wholly kept. */
const judgedAgainStates = ['not_needed', 'done', 'waits', 'telemetry_gone'] as const;

/** Where a revision stands in the book of its company, its hash there, and since when a checkpoint has it. */
export const sealOfRecord = z.object({
  ix: z.int(),
  hash: z.string(),
  at: z.int(),
  checkpointAt: z.nullable(z.int()),
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
  /** When its food was cooked, where somebody said so: from then on rules count that limit the wait, or the whole time. */
  cookedAt: z.nullable(z.int()),
  endReason: z.nullable(z.string()),
  /** Null where no person ended it, or nobody can tell who. */
  stoppedBy: z.nullable(stoppedBy),
  /** The cycle of the library that ran, in its version; null where it was none. Its title is that of today. */
  recipe: z.nullable(recipeOfRun),
  rule: z.nullable(ruleOfRecord),
  /** What the other rules of the kitchen's plan say of it. */
  further: z.array(judgedByRule),
  judge: z.int(),
  judgedAgain: z.enum(judgedAgainStates),
  stages: z.array(judgedStage),
  /** Codes of why the verdict is not a plain PASS. */
  reasons: z.array(z.string()),
  plan: z.array(z.object({ phase: z.int(), startedAt: z.nullable(z.int()), endedAt: z.nullable(z.int()) })),
  /** Phases of the run that came into a state, `index` counted from 1 as the plan has them. */
  phases: z.array(z.object({ at: z.int(), index: z.int(), phase: z.int(), state: z.string() })),
  sampleCount: z.int(),
  /** Core temperature with which it began, where the food was loaded below the limit's start. */
  loaded_C: z.nullable(z.number()),
  /** Share of the batch's time covered by samples, %. */
  continuity: z.number(),
  clockOffset_ms: z.nullable(z.int()),
  clockSuspect: z.boolean(),
  /** Moments at which the unit booted with another clock than before. */
  clockChanges: z.array(z.int()),
  samples: z.object({
    at: z.array(z.int()),
    /** Warmest valid point of all needles. */
    core: z.array(z.nullable(z.number())),
    /** Each point as it was measured, by the names in `pointNames`; empty in what the first versions of the judge wrote. */
    points: z.array(z.array(z.nullable(z.number()))),
    pointNames: z.array(z.enum(corePoints)),
    air: z.array(z.nullable(z.number())),
    set: z.array(z.nullable(z.number())),
  }),
  gaps: z.array(z.object({ from: z.int(), to: z.int(), reason: z.enum(gapReasons) })),
  /** Stretches of a point, by its place in `points`, whose values do not count, and why. */
  disbelieved: z.array(z.object({ point: z.int(), from: z.int(), to: z.int(), reason: z.enum(gapReasons) })),
  /** Stretches in which the unit knew the probe of a point to be broken; `to` null: until the end. */
  silenced: z.array(z.object({ point: z.int(), from: z.int(), to: z.nullable(z.int()) })),
  /**
   * Checks that found a probe wrong which measured it, by points as they stand in `points`: of each the one that is worst for the food.
   * `error_K` above 0: it reads too high. `added_K`: what was added to the values of the point before they were judged.
   */
  probeChecks: z.array(
    z.object({ checkId: z.string(), at: z.int(), point: z.int(), error_K: z.number(), added_K: z.number() }),
  ),
  doorOpenings: z.int(),
  /** When a door stood open; `to` null: it was not told that it was closed again. */
  doors: z.array(z.object({ from: z.int(), to: z.nullable(z.int()) })),
  alarms: z.array(z.object({ name: z.string(), from: z.int(), to: z.nullable(z.int()) })),
  /** What was first said of the core while the cycle ran: when it would be as cold as `to`, °C; null where nothing was said. */
  forecast: z.nullable(z.object({ madeAt: z.int(), to: z.number(), at: z.int() })),
  /**
   * When the run of its kind before it began, with which it would go on if a person said so; null: there is none, or it was too long
   * before.
   */
  before: z.nullable(z.int()),
  /** The batch that was ended early and that this one goes on with, and the one that goes on with this. */
  continues: z.nullable(z.string()),
  continuedBy: z.nullable(z.string()),
  /**
   * Where the revision stands in the book of its company and since when, and when the first checkpoint was made that has it; null where it
   * is in none: it still waits, or nobody held the unit. `hash`: of the revision, by which it is signed.
   */
  seal: z.nullable(sealOfRecord),
  signatures: z.array(signatureOfRecord),
  actions: z.array(actionOfRecord),
  /** What was measured by hand; the verdict stays as it is. */
  readings: z.array(readingOfRecord),
  notes: z.array(noteOfRecord),
  /** What product, lot and load were before somebody corrected them, first one first. */
  amendments: z.array(amendmentOfRecord),
  /** What the caller may do with it. */
  may: z.object({ review: z.boolean() }),
  revisions: z.array(
    z.object({
      revision: z.int(),
      createdAt: z.int(),
      verdict: z.enum(verdicts),
      sampleCount: z.int(),
      /** `probe_check`: a check found that the probe had measured wrong. `said`: somebody said what it is judged by. */
      cause: z.enum(['complete', 'waited', 'late_data', 'judge', 'probe_check', 'said']),
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
  tray: null,
  product: null,
  lot: null,
  startedAt: 1_763_670_000_000,
  endedAt: 1_763_674_860_000,
  verdict: 'PASS',
  minutes: 80.6,
  limit_min: 90,
  revision: 1,
  judge: 3,
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
  errors: ['record_removed'],
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
      cookedAt: null,
      endReason: 'target',
      stoppedBy: null,
      rule: { id: 'CHILL_90', version: '1', force: 'industry' },
      further: [],
      recipe: { id: '0', number: 0, version: 1, title: 'Lasagne', newest: 1, differs: false },
      judgedAgain: 'not_needed',
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
      phases: [{ at: 1_763_670_000_000, index: 1, phase: 2, state: 'running' }],
      sampleCount: 1,
      loaded_C: null,
      continuity: 100,
      clockOffset_ms: 40,
      clockSuspect: false,
      clockChanges: [],
      samples: {
        at: [1_763_670_000_000],
        core: [70],
        points: [[70], [69.4]],
        pointNames: corePoints.slice(0, 2),
        air: [12],
        set: [-14],
      },
      gaps: [],
      disbelieved: [],
      silenced: [],
      probeChecks: [],
      doorOpenings: 0,
      doors: [],
      alarms: [],
      forecast: { madeAt: 1_763_671_200_000, to: 3, at: 1_763_674_680_000 },
      before: null,
      continues: null,
      continuedBy: null,
      seal: {
        ix: 812,
        hash: '134f2efdcb51a290fceb7b7f4fe23fbd056bc4cf94483ae0f68a4674ff573a7a',
        at: 1_763_674_900_000,
        checkpointAt: 1_763_676_000_000,
      },
      signatures: [
        {
          id: '0198c0de-0000-7000-8000-0000000000d1',
          meaning: 'REVIEWED',
          by: 'Anna Neri',
          role: 'USER',
          at: 1_763_690_000_000,
          revision: 1,
          stale: false,
        },
      ],
      actions: [],
      readings: [],
      notes: [],
      amendments: [],
      may: { review: true },
      revisions: [{ revision: 1, createdAt: 1_763_674_900_000, verdict: 'PASS', sampleCount: 1, cause: 'complete' }],
    },
  },
});

export const linkBatch = call({
  id: 'haccp.link',
  spec: 'S1.7 B2.1',
  summary:
    'Says, signed, that a batch goes on with the run before it, or that it is other food: both are judged as one from the first start, or each for itself',
  method: 'POST',
  path: '/api/v1/analytics/haccp/{serial}/{batchId}/link',
  roles: readers,
  members: membershipRoles,
  params: z.object({ serial: id('applianceRecord'), batchId: id('batch') }),
  body: z.strictObject({ goesOn: z.boolean(), grant: signingGrant }),
  reply: json(amendmentOfRecord),
  errors: [
    'company_missing',
    'record_removed',
    'nothing_to_amend',
    'nothing_to_link',
    'signing_refused',
    'signer_not_allowed',
  ],
  example: {
    params: { serial, batchId },
    body: { goesOn: true, grant: 'Yh0mQ3xW2mJc1u8Q0h0l3nJ7a4b5c6d7e8f9g0h1i2j' },
    reply: {
      id: '0198c0de-0000-7000-8000-0000000000e4',
      by: 'Anna Neri',
      role: 'USER',
      enteredAt: 1_763_675_400_000,
      field: 'continues',
      was: null,
      now: 1_763_667_000_000,
      reason: '',
    },
  },
});

export const reviewBatch = call({
  id: 'haccp.review',
  spec: 'S7.35 S2.24',
  summary: 'Says that the caller has looked at a verdict that a later judge changed, and at the one that stood before',
  method: 'POST',
  path: '/api/v1/analytics/haccp/{serial}/{batchId}/review',
  roles: readers,
  params: z.object({ serial: id('applianceRecord'), batchId: id('batch') }),
  /** The revision that was looked at. */
  body: z.strictObject({ revision: z.int().check(z.minimum(1)) }),
  reply: json(batchReview),
  errors: ['record_removed', 'revision_changed', 'nothing_to_review', 'company_missing'],
  example: {
    params: { serial, batchId },
    body: { revision: 2 },
    reply: {
      formerRevision: 1,
      formerVerdict: 'PASS',
      formerJudge: 1,
      verdict: 'NOT_PROVEN',
      judge: 3,
      reviewed: { by: 'Anna Neri', role: 'USER', at: 1_763_690_000_000 },
    },
  },
});

export const tryRule = call({
  id: 'haccp.try',
  spec: 'S2.24 B2.3',
  summary: 'What another rule would say of a batch: calculated now from its latest revision, and no part of the record',
  method: 'POST',
  path: '/api/v1/analytics/haccp/{serial}/{batchId}/try',
  silent: true,
  roles: readers,
  members: membershipRoles,
  params: z.object({ serial: id('applianceRecord'), batchId: id('batch') }),
  query: z.object({ ruleId: line(40, 1) }),
  reply: json(judgedByRule),
  errors: ['record_removed', 'rule_unknown', 'record_without_points'],
  example: {
    params: { serial, batchId },
    query: { ruleId: 'AU_322' },
    reply: {
      rule: { id: 'AU_322', version: '1', force: 'law' },
      verdict: 'PASS',
      reasons: [],
      minutes: 52.4,
      limit_min: 120,
      stages: [
        {
          from: 60,
          to: 21,
          startedAt: 1_763_670_010_000,
          endedAt: 1_763_673_154_000,
          minutes: 52.4,
          earliest_min: 52.4,
          latest_min: 52.4,
          firstReachedAt: null,
          limit_min: 120,
          verdict: 'PASS',
        },
      ],
    },
  },
});

export const haccpCalls = [listBatches, getBatch, reviewBatch, linkBatch, tryRule] as const;
