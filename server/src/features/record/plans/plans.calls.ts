import { getPlans, listRules, savePlan } from '@brina/contract/calls/record/plans';
import { makersPlan, newlyLoosened } from '@brina/domain/haccp/plans/food-plan';
import { type RuleId, rules, versionsOf } from '@brina/domain/haccp/rules';
import type { Caller } from '#core/access/caller.ts';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { spendOwnGrant } from '#features/record/signatures/grants.ts';
import { decidePlan } from './decide.ts';
import { currentPlan, plansOf } from './plans.queries.ts';
import { refuseFaulty } from './refuse-faulty.ts';

const get = handle(getPlans, ({ db, caller, query }) => plansOf(db, caller, query.labId ?? null));

const save = handle(savePlan, async ({ db, caller, body, clock, audit }) => {
  const company = companyOf(caller);
  const { labId = null, basedOn, plan, grant } = body;
  refuseFaulty(plan);
  const now = clock.now();
  // Of two who save at once the second one finds what the first has decided.
  await db.selectFrom('company').select('id').where('id', '=', company).forNoKeyUpdate().execute();
  const current = await currentPlan(db, company, labId);
  if ((current?.id ?? null) !== basedOn) refuse('plan_changed', 409);
  // An analysis of one's own stands for what a rule asks: who answers for the company says so.
  if (caller.member !== null) {
    const before = current ?? (await currentPlan(db, company, null));
    if (newlyLoosened(plan, before?.plan ?? makersPlan).length > 0) refuse('looser_by_owner', 403);
  }
  const way = await spendOwnGrant(db, caller, grant, now);
  await decidePlan(db, { company, laboratory: labId, plan, by: caller, way }, now);
  await (labId === null ? audit('company.update', company) : audit('laboratory.plan', labId));
  return plansOf(db, caller, labId);
});

const list = handle(listRules, async ({ query: { country } }) =>
  (Object.keys(rules) as RuleId[])
    .flatMap(versionsOf)
    .filter(({ area }) => !country || area === undefined || area === country)
    .map(({ id, version, kind, from, force, stages, alternatives, certain, cite, ...rule }) => ({
      id,
      version,
      kind,
      from,
      force,
      stages: [...stages],
      alternatives: (alternatives ?? []).map((way) => [...way]),
      area: rule.area ?? null,
      grace_min: rule.grace_min ?? null,
      hold_max_C: rule.hold?.max ?? null,
      hotHold_min_C: rule.hotHold_min_C ?? null,
      certain,
      cite,
    })),
);

const companyOf = ({ companyId }: Caller): string => companyId ?? refuse('company_missing', 422);

export const planHandlers = [get, save, list];
