import { minute_ms } from '@brina/domain/language/durations';
import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { actionHandlers } from './actions.calls.ts';
import { actionAhead_ms, openDue } from './open.ts';
import { remind } from './reminders.ts';

const gone = 'it is older than records are kept, and no legal hold covers it';

/** What was done where a record says that something went wrong. */
export const actions = feature({
  calls: actionHandlers,
  rounds: (parts) => [
    { name: 'actions', every_ms: minute_ms, after: ['haccp'], run: () => openDue(parts) },
    { name: 'action reminders', every_ms: minute_ms, after: ['actions'], run: () => remind(parts) },
  ],
  ahead: { action_due: { due_at: actionAhead_ms } },
  keeps: {
    action: { until: gone },
    action_subject: { until: gone },
    action_revision: { until: gone },
    action_due: { until: 'it is known whether another batch goes on with it' },
    food_fate: { until: 'its action goes: the rules measure from it' },
  },
  persons: {
    action: [{ columns: ['opened_by', 'state', 'cause', 'discarded_kg'], nobody: 'its signer names somebody' }],
    action_subject: [
      {
        columns: ['kind', 'action', 'appliance_name', 'laboratory_id', 'missing', 'missing_day'],
        nobody: 'which records, of which unit',
      },
    ],
    action_revision: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'what was done about a record is the record’s; who did it is a pseudonym' },
      },
      {
        columns: ['content'],
        copy: { not: 'the company’s' },
        erase: { stay: 'what a kitchen wrote of its food is its own' },
      },
      { columns: ['action', 'state', 'cause', 'signer'], nobody: 'its signer names somebody' },
    ],
    food_fate: [{ columns: ['action'], nobody: 'when something was said of a unit’s food' }],
  },
});
