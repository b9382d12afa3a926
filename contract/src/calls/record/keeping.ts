import { holdReason } from '@brina/domain/haccp/keeping/legal-hold';
import * as z from 'zod/mini';
import { call, json, type Reply } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { line } from '../../wire/values.ts';
import { signingGrant } from './signature-of-record.ts';

/** Who did something, by name, or by initials once the account was deleted, in the role of then; when and why. */
const done = z.object({ by: z.string(), role: z.string(), at: z.int(), reason: z.string() });

const legalHold = z.object({
  id: z.string(),
  scope: z.union([
    z.object({ kind: z.literal('company') }),
    /** `name` as the kitchen was called then: it may be gone by now. */
    z.object({ kind: z.literal('kitchen'), labId: z.string(), name: z.string() }),
    z.object({ kind: z.literal('lot'), lot: z.string() }),
  ]),
  set: done,
  /** Null: nobody has lifted it. It holds until `endsAt`. */
  lifted: z.nullable(z.object({ ...done.shape, endsAt: z.int() })),
  /** Whether it holds now. */
  inForce: z.boolean(),
});
export type LegalHold = z.output<typeof legalHold>;

/** Company's own: what is kept, and for how long, is not the kitchens' to decide. */
const owners = ['USER'] as const;
const path = '/api/v1/analytics/haccp/ledger/hold';

const reason = line(holdReason.max, holdReason.min);
const example: LegalHold = {
  id: '0198c0de-0000-7000-8000-0000000000e1',
  scope: { kind: 'lot', lot: 'L-0324' },
  set: { by: 'Anna Neri', role: 'USER', at: 1_763_690_000_000, reason: 'Complaint of a guest, file 12/2025' },
  lifted: null,
  inForce: true,
};
const kitchen = { kind: 'kitchen', labId: '0198c0de-0000-7000-8000-0000000000a1', name: 'Main kitchen' } as const;
const longer: { labId: string | null; name: string | null; years: number }[] = [
  { labId: kitchen.labId, name: kitchen.name, years: 10 },
];
const exampleGrant = 'Yh0mQ3xW2mJc1u8Q0h0l3nJ7a4b5c6d7e8f9g0h1i2j';

export const listHolds = call({
  id: 'keeping.holds',
  spec: 'B2.12',
  summary:
    'How long records are kept, and what is kept longer by a plan, or by a legal hold: by whom, since when and why; latest first',
  method: 'GET',
  path,
  roles: owners,
  reply: json(
    z.object({
      /** Records are kept for so many years. */
      years: z.int(),
      /** What began before then is removed, if no plan keeps it longer and no hold covers it. */
      keptFrom: z.int(),
      /** Kitchens whose plan keeps longer what is recorded now; without a kitchen: units in none, and kitchens without a plan of their own. */
      longer: z.array(z.object({ labId: z.nullable(z.string()), name: z.nullable(z.string()), years: z.int() })),
      holds: z.array(legalHold),
    }),
  ),
  errors: [],
  example: {
    reply: {
      years: 5,
      keptFrom: 1_604_188_800_000,
      longer,
      holds: [example],
    },
  },
});

export type ListHoldsReply = Reply<typeof listHolds>;

export const setHold = call({
  id: 'keeping.setHold',
  spec: 'B2.12',
  summary:
    'Sets a legal hold on the records of the company, of a kitchen or of a lot: none of them is removed until it is lifted',
  method: 'POST',
  path,
  roles: owners,
  body: z.strictObject({
    scope: z.union([
      z.strictObject({ kind: z.literal('company') }),
      z.strictObject({ kind: z.literal('kitchen'), labId: id('laboratory') }),
      z.strictObject({ kind: z.literal('lot'), lot: line(80, 1) }),
    ]),
    reason,
    grant: signingGrant,
  }),
  reply: json(legalHold),
  errors: ['company_missing', 'signing_refused', 'hold_active'],
  example: {
    body: { scope: { kind: 'kitchen', labId: kitchen.labId }, reason: example.set.reason, grant: exampleGrant },
    reply: { ...example, scope: kitchen },
  },
});

export const liftHold = call({
  id: 'keeping.liftHold',
  spec: 'B2.12',
  summary: 'Lifts a legal hold; seven days later it ends, and what is older than records are kept is removed',
  method: 'POST',
  path: `${path}/{holdId}/lift`,
  roles: owners,
  params: z.object({ holdId: id('legalHold') }),
  body: z.strictObject({ reason, grant: signingGrant }),
  reply: json(legalHold),
  errors: ['signing_refused', 'hold_lifted'],
  example: {
    params: { holdId: example.id },
    body: { reason: 'The file is closed', grant: exampleGrant },
    reply: {
      ...example,
      lifted: {
        by: 'Anna Neri',
        role: 'USER',
        at: 1_766_000_000_000,
        reason: 'The file is closed',
        endsAt: 1_766_604_800_000,
      },
    },
  },
});

export const keepingCalls = [listHolds, setHold, liftHold] as const;
