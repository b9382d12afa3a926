/** The commands the families understand (S1.6, S4.14–S4.18); each family takes those that fit its appliances. */
import { type ArgumentRow, type CommandRow, doorsOf, type ModelRow, zonesOf } from '../appliance/families/family.ts';
import { proposal_min } from '../cycles/planned-start.ts';
import { commandLife_s } from './command-states.ts';

const byPerson = { ttl_s: commandLife_s, sentBy: 'person', confirm: true } as const;
const atOnce = { ...byPerson, confirm: false } as const;

const zone = { type: 'integer', min: 1, max: 2, optional: true } as const satisfies ArgumentRow;
const hasLight = (model: ModelRow): boolean => model.picture.includes('L');

const startCycle: CommandRow = {
  ...byPerson,
  args: null,
  ofServer: ['source'],
  refusals: [
    'cycle_running',
    'door_open',
    'alarm_blocks',
    'probe_missing',
    'defrosting',
    'no_water',
    'panel_needed',
    'panel_refused',
    'ready_too_soon',
    'ready_too_late',
    'clock_wrong',
  ],
};

/** Puts a cycle of the library into a place of the panel's favourites, or empties it. */
const loadPreset: CommandRow = {
  ...atOnce,
  sentBy: 'server',
  args: null,
  refusals: ['cycle_running', 'slot_taken'],
};

/** Asks at the panel for a planned start: it waits there until somebody starts or declines it, and lapses half an hour after its minute. */
const proposeStart: CommandRow = {
  ...startCycle,
  ttl_s: (proposal_min.before + proposal_min.after) * 60,
  sentBy: 'server',
  confirm: false,
};

/** Takes a proposed start back: the panel asks for it no more. */
const withdrawStart: CommandRow = {
  ...atOnce,
  sentBy: 'server',
  // The id of the command that proposed it.
  args: { proposal: { type: 'text', length_max: 40 } },
  refusals: ['not_running'],
};

/** Sets the timer of a tray or trolley in a run that goes on, or takes it away. */
const setTrayTimer: CommandRow = {
  ...atOnce,
  args: {
    tray: { type: 'integer', min: 1, max: 255 },
    min: { type: 'setting', off: true },
    product: { type: 'text', length_max: 60, optional: true },
  },
  refusals: ['not_running'],
};

const stopCycle: CommandRow = {
  ...byPerson,
  args: { reason: { type: 'text', length_max: 120, optional: true } },
  refusals: ['not_running'],
};

const skipPhase: CommandRow = {
  ...byPerson,
  args: { phase: { type: 'integer', min: 1, max: 8 } },
  refusals: ['not_running', 'inconsistent'],
};

const setTemperature: CommandRow = {
  ...byPerson,
  args: { zone, target: { type: 'setting' } },
  refusals: ['not_running'],
};

const setHumidity: CommandRow = {
  ...byPerson,
  args: { zone, target: { type: 'setting', off: true } },
  refusals: ['no_water', 'not_running'],
};

const setSanigen: CommandRow = {
  ...atOnce,
  args: { level: { type: 'integer', min: 0, max: 5 } },
  refusals: ['door_open', 'cell_too_hot'],
};

/** What every family understands. */
const everywhere = {
  setDefrost: {
    ...byPerson,
    args: { on: { type: 'boolean' }, zone },
    refusals: ['cycle_running', 'already_so', 'door_open', 'cell_too_hot'],
  },
  setPower: {
    ...byPerson,
    args: { on: { type: 'boolean' } },
    refusals: ['cycle_running', 'already_so', 'panel_needed', 'panel_refused'],
  },
  setLight: { ...atOnce, args: { on: { type: 'boolean' } }, refusals: ['already_so'], fitted: hasLight },
  silenceAlarm: { ...atOnce, args: { alarm: { type: 'text', length_max: 60 } }, refusals: ['not_running'] },
  identify: {
    ...atOnce,
    args: { seconds: { type: 'integer', min: 5, max: 60 } },
    refusals: ['cycle_running'],
  },
  setClock: {
    ...atOnce,
    sentBy: 'server',
    args: {
      utc_ms: { type: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER },
      timeZone: { type: 'text', length_max: 60 },
    },
    refusals: [],
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

type Fitted = (model: ModelRow) => boolean;

/** Commands of a blast-chiller family; what it lacks is left out. */
export const blastCommands = (has: { skips?: true; sanigen?: true; humidity?: Fitted }) => ({
  startCycle,
  stopCycle,
  loadPreset,
  proposeStart,
  withdrawStart,
  setTrayTimer,
  ...(has.skips ? { skipPhase } : {}),
  setTemperature,
  ...(has.humidity ? { setHumidity: { ...setHumidity, fitted: has.humidity } } : {}),
  ...(has.sanigen ? { setSanigen } : {}),
  ...everywhere,
});

/** What a chosen mode of a cabinet or a prover may bring along. */
const setMode = (args: Readonly<Record<string, ArgumentRow>>): CommandRow => ({
  ...byPerson,
  args: { mode: { type: 'integer', min: 0, max: 254 }, ...args },
  refusals: [
    'already_so',
    'cycle_running',
    'standby_needed',
    'defrosting',
    'door_open',
    'panel_needed',
    'panel_refused',
  ],
});

const resetDoorCounter: CommandRow = {
  ...byPerson,
  args: { door: { type: 'integer', min: 1, max: 2 } },
  refusals: [],
};

/** Commands of a holding-cabinet family: `program` of an automatic mode, `stops` a mode that runs to an end. */
export const cabinetCommands = (has: { program?: ArgumentRow; stops?: true; sanigen?: Fitted }) => ({
  setMode: setMode(has.program ? { program: has.program } : { zone }),
  ...(has.stops ? { stopCycle } : {}),
  setTemperature,
  setHumidity,
  setSanigen: has.sanigen ? { ...setSanigen, fitted: has.sanigen } : setSanigen,
  resetDoorCounter,
  ...everywhere,
});

/** Commands of a prover family. */
export const proverCommands = () => ({
  setMode: setMode({
    air: { type: 'setting', optional: true },
    rh: { type: 'setting', optional: true },
    time_min: { type: 'setting', optional: true },
    fan: { type: 'setting', optional: true },
  }),
  stopCycle,
  skipPhase,
  setTemperature,
  setHumidity,
  setProofingPlan: {
    ...byPerson,
    // Hours are planned: a minute more to deliver it does no harm.
    ttl_s: 120,
    args: null,
    ofServer: ['source'],
    refusals: ['ready_too_soon', 'ready_too_late', 'clock_wrong', 'cycle_running', 'no_water', 'inconsistent'],
  } satisfies CommandRow,
  cancelProofingPlan: { ...byPerson, args: {}, refusals: ['not_running'] } satisfies CommandRow,
  ...everywhere,
});

/** Zone and door numbers a model has not, by argument name. */
export const numbersOf = (model: ModelRow): Readonly<Record<string, number>> => ({
  zone: zonesOf(model),
  door: doorsOf(model),
});
