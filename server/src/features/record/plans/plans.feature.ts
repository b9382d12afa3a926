import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { planHandlers } from './plans.calls.ts';

/** Food-safety plans of kitchens, and by which of them each unit goes. */
export const plans = feature({
  calls: () => planHandlers,
  keeps: {
    food_plan: { always: 'what was judged by a plan stands, and so does the plan' },
    unit_plan: { always: 'what was judged by a plan stands, and so does the plan' },
  },
  persons: {
    food_plan: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'that somebody decided on a plan is the company’s; who it was is a pseudonym' },
      },
      {
        columns: ['laboratory_id', 'plan'],
        copy: { not: 'the company’s' },
        erase: { stay: 'the plan of a kitchen is the company’s' },
      },
    ],
    unit_plan: [
      {
        columns: ['food_plan'],
        copy: { not: 'the unit’s' },
        erase: { stay: 'by which plan a unit went is the record’s' },
      },
    ],
  },
});
