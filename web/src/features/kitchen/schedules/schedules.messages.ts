import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';
import texts from './schedules.texts.json' with { type: 'json' };

/** Planned starts of an appliance: what is to come, what became of it, and the form that plans one (S1.6, S2.41, B3.5). */
export const scheduleMessages = messages(
  'web/kitchen/schedules',
  {
    loading: { en: 'Loading the planned starts', note: 'read out while the list is fetched' },
    failed: 'The planned starts could not be shown.',
    plan: { en: 'Plan a start', note: 'button, and title of the form: a cycle is started at a later minute' },
    none: 'Nothing is planned',
    how: 'Nothing starts by itself: from ten minutes before until half an hour after its minute the panel of the appliance asks for it, and somebody there starts it with the door closed.',
    unsupported: 'The software of this appliance cannot ask at its panel: starts can be planned once it is updated.',
    untold: 'The appliance has not told yet whether its panel can ask for planned starts.',
    over: { en: 'What became of the latest', note: 'heading: planned starts that are over' },
    unnamed: { en: 'Cycle {n}', note: 'a cycle that was deleted, by its number' },
    about: { en: 'about {span}', note: '{span}: how long a cycle takes' },
    by: { en: 'Planned by {name}', note: '{name}: first and last name of a person' },
    cancelPlan: { en: 'Cancel start', note: 'button: a planned start will not take place' },
    cancelOf: {
      en: 'Cancel start: “{title}”, {when}',
      note: 'the button “Cancel start” read out: begins with its words; {title}: of a cycle, {when}: day and time',
    },
    cancelled: '“{title}” is cancelled.',
    cancelDays: {
      en: 'Cancel every day',
      note: 'button: a planned start that comes again will not take place any more',
    },
    cancelDaysOf: {
      en: 'Cancel every day: “{title}”, {when}',
      note: 'the button “Cancel every day” read out: begins with its words; {title}: of a cycle, {when}: day and time',
    },
    cancelledDays: '“{title}” is cancelled, with every day on which it was to come again.',
    undo: { en: 'Undo', note: 'button: plan again what was just cancelled' },
    everyDay: 'Every day',
    'state.planned': {
      en: 'Planned',
      note: 'state of a planned start',
      apart: 'of a start; elsewhere of an announcement',
    },
    'state.proposed': { en: 'Waits at the panel until {time}', note: 'state of a planned start' },
    'state.started': { en: 'Was started', note: 'state of a planned start: somebody confirmed it' },
    'state.declined': { en: 'Declined at the panel', note: 'state of a planned start' },
    'state.missed': { en: 'Missed', note: 'state of a planned start: nobody confirmed it in time' },
    'state.not_possible': { en: 'Not possible', note: 'state of a planned start: why not stands beside it' },
    'state.cancelled': { en: 'Cancelled', note: 'state of a planned start' },
    stillAsks: 'The panel still asks for it: the appliance has not heard yet. Decline it there.',
    // The form
    titleOf: { en: 'Plan “{title}”', note: '{title}: title of a cycle' },
    cycle: 'Cycle',
    noCycle: 'No cycle fits.',
    choose: { en: 'Choose a cycle.', note: 'what is missing in a form' },
    appliance: 'Appliance',
    begins: { en: 'Begins at', note: 'field: day and time' },
    noTime: { en: 'Enter a time.', note: 'what is missing in a form' },
    repeats: { en: 'Comes again on', note: 'heading of seven weekdays to tick; none: it comes once' },
    repeatsHint: { en: 'None: it comes once.', note: 'under seven weekdays to tick' },
    submit: {
      en: 'Plan',
      note: 'button: the start is planned',
      apart: 'what the button does; elsewhere the plan itself',
    },
    cancel: actionMessages.texts.cancel,
    close: actionMessages.texts.close,
    done: '“{title}” is planned: {when}.',
    byClock:
      'This cycle ends by the clock: run it now and say when it is to be ready. The appliance waits by itself, cold.',
    run: { en: 'Run now', note: 'button: start the cycle' },
    nowhere: 'None of the appliances that run this cycle can ask at its panel.',
    // On the appliance's page
    waits: {
      en: 'Waits at the panel: Start “{title}”? Until {time}.',
      note: '{title}: of a cycle, {time}: time of day',
    },
  },
  texts,
);
