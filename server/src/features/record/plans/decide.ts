import type { FoodPlan } from '@brina/domain/haccp/plans/food-plan';
import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import type { SigningWay } from '#features/record/signatures/grants.ts';
import { signerOf } from '#features/record/signatures/signers.ts';
import { writeSignature } from '#features/record/signatures/write.ts';
import { followPlans, writePlan } from './follow.ts';

type Decision = {
  company: string;
  /** Null: the units that stand in no kitchen. */
  laboratory: string | null;
  plan: FoodPlan;
  by: Pick<Caller, 'userId' | 'role' | 'member'>;
  /** How that person has proved who it is. */
  way: SigningWay;
};

/** Gives a kitchen, or a company, the plan that somebody has decided on and signs, from `now` on, epoch ms; its units follow (B2.3, B2.6). */
export async function decidePlan(db: Db, { company, laboratory, plan, by, way }: Decision, now: number): Promise<void> {
  const person = await signerOf(db, by, company, now);
  const what = await writePlan(db, { company, laboratory, plan, by: { userId: by.userId, ...person }, now });
  await followPlans(db, laboratory === null ? { company } : { laboratory }, now);
  const { signer } = person;
  await writeSignature(db, { company, signer, way, meaning: 'LIMITS_APPROVED', what: [what] }, now);
}
