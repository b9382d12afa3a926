import { messages } from '../language/messages.ts';
import texts from './refusals.texts.json' with { type: 'json' };

/** Why a command was refused, as the chef reads it. */
export const refusalMessages = messages(
  'domain/appliance/refusals',
  {
    appliance_offline: 'The appliance is not connected. Nothing was sent.',
    expired: 'The appliance did not answer in time. The command will not run later.',
    not_compatible: 'This model, package or type of cycle cannot do that.',
    bad_argument: 'A value is missing or unknown.',
    out_of_range: 'The value lies outside its limits: {min} to {max}.',
    inconsistent: 'The steps contradict each other. Check the temperatures and the end of each step.',
    switched_off: 'The appliance is switched off.',
    panel_locked: 'A technician is working on the panel.',
    updating: 'The appliance is updating its software.',
    cycle_running: 'A cycle is running. Stop it first.',
    not_running: 'Nothing is running.',
    already_so: 'The appliance is already in that state.',
    slot_taken: { en: 'Another cycle is kept in that place.', note: 'one of 24 numbered favourites at the panel' },
    standby_needed: 'This mode begins from standby only. Put the appliance on standby first.',
    door_open: 'The door is open. Close it and try again.',
    alarm_blocks: 'An alarm must be solved first: {alarm}.',
    defrosting: 'The evaporator is being defrosted. Try again in a few minutes.',
    probe_missing: 'Insert the core probe, or choose an end by time.',
    cell_too_hot: 'The chamber is too warm for this. It cools down first.',
    no_water: 'The humidifier has no water.',
    panel_needed: 'Nobody confirmed on the appliance in time.',
    panel_refused: 'It was declined on the appliance.',
    newer_command: 'A later command replaced this one.',
    no_right: 'Your role may not do this.',
    no_consent: 'The owner has not agreed to this.',
    ready_too_soon: 'The dough cannot be ready by then. Earliest time: {earliest}.',
    ready_too_late: 'The dough would wait too long. Latest time: {latest}.',
    clock_wrong: 'The appliance’s clock is more than 5 minutes wrong. It is being set.',
  },
  texts,
);
