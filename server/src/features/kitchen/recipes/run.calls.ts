import { runRecipe } from '@brina/contract/calls/kitchen/recipe-runs';
import { modelRow } from '@brina/domain/appliance/families/families';
import { compatibility } from '@brina/domain/recipes/compatibility';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { Refusal, refuse } from '#core/http/refusal.ts';
import { sendTo } from '#features/kitchen/commands/send.ts';
import { cycleOf, runnerOf } from './recipes.queries.ts';
import { commandOf, refuseUnasked } from './start-args.ts';

/** What a person says of a run; what the cycle itself does is the library's. */
const asked = ['load_kg', 'product', 'lot', 'readyAt', 'trays', 'repeat'];

/** Starts a cycle as it is kept, adapted to the unit where it has to be; the run tells number, version and hash of it (B3.3). */
export const runHandlers = ({ bus }: Parts): Handled[] => [
  handle(runRecipe, async ({ params, body, ...context }) => {
    const { db } = context;
    const cycle = await cycleOf(db, body.recipeId, { version: body.version });
    if (!cycle) refuse('not_found', 404);
    const runner = await runnerOf(db, params.id);
    const model = modelRow(runner.model);
    if (!model) refuse('command_unknown', 422);
    const fit = compatibility(cycle.definition, model, runner);
    if (fit.kind === 'refused') throw new Refusal('not_compatible', 422);
    refuseUnasked(body.args, asked);
    const source = { id: cycle.number, v: cycle.version, h: cycle.hash };
    const sent = await sendTo(bus, context, {
      serial: params.id,
      ...commandOf(fit.definition, body.args),
      added: { source },
    });
    return { code: '200', body: { ...sent, adapted: fit.kind === 'adapted' } };
  }),
];
