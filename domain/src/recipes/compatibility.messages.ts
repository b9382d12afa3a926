import { messages } from '../language/messages.ts';
import texts from './compatibility.texts.json' with { type: 'json' };

/** Why an appliance cannot run a cycle, and in what a cycle is changed for it; `compatibility-words.ts` fills them. */
export const compatibilityMessages = messages(
  'domain/recipes/compatibility',
  {
    offline: '{name} is not connected. Nothing was sent.',
    family: { en: '{name} cannot run this: it is a cycle of {family}.', note: 'family: brand of a kind of appliance' },
    package: '{name} (Essential) cannot run this: it needs Excellence.',
    function: '{family} has no “{function}”.',
    phase: '{family} has no “{phase}”, which phase {n} is.',
    phaseCount: '{family} runs {max} phases before the holding; this cycle has {count}.',
    airBelow: '{name} goes down to {min}; phase {n} asks for {air}.',
    airAbove: '{name} goes up to {max} here; phase {n} asks for {air}.',
    core: '{name} ends this between {min} and {max} at the core; phase {n} asks for {core}.',
    coreHold: '{name} cannot hold the core at its target for as long as phase {n} asks for.',
    humidity: '{name} has no humidifier; phase {n} asks for {rh}.',
    end: 'Its software does not know an end by {end}; update it first.',
    faulty: 'Its phases contradict each other or go beyond what {name} can do. Edit the cycle first.',
    'change.fan': { en: 'Phase {n}: fan {from} → {to}', note: 'in what a cycle is changed for an appliance' },
    'change.holding': 'Holding {from} → {to}',
    'change.sanigen': 'Without Sanigen',
    'change.timers': {
      one: 'Without the timer of {n} tray',
      other: 'Without the timers of {n} trays',
    },
    'end.core': { en: 'core temperature', note: 'what ends a phase' },
    'end.surface': { en: 'surface temperature', note: 'what ends a phase' },
    'end.time': { en: 'time', note: 'what ends a phase' },
    'end.auto': { en: 'the clock', note: 'what ends a phase: it lasts until the food is to be ready' },
    'end.evaporator': { en: 'evaporator temperature', note: 'what ends a phase' },
    'end.stop': { en: 'hand', note: 'what ends a phase: a person stops it' },
    'end.air': { en: 'air temperature', note: 'what ends a phase: the chamber is at its set-point' },
    'end.even': { en: 'even temperature', note: 'what ends a phase: the whole food is as warm or cold as the air' },
  },
  texts,
);
