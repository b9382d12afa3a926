import { messages } from '../language/messages.ts';
import texts from './functions.texts.json' with { type: 'json' };

/** Shown names of the functions (S3.27). */
export const functionMessages = messages(
  'domain/appliance/functions',
  {
    chilling: 'Chilling',
    freezing: 'Freezing',
    coldHolding: 'Cold holding',
    warmHolding: 'Hot holding',
    thawing: 'Thawing',
    readyToServe: 'Ready to serve',
    lowTempCooking: 'Low-temperature cooking',
    directProofing: 'Direct proving',
    programmedProofing: 'Programmed proving',
    retardedProofing: 'Retarded proving',
    meltingChocolate: 'Chocolate melting',
    pasteurisation: 'Pasteurisation',
    drying: 'Drying',
    nonStop: 'Non-stop',
    defrosting: 'Defrosting',
    idle: { en: 'Idle', note: 'function: the appliance does nothing' },

    // Functions of the trolley cells
    softChillCore: 'Soft chilling to core',
    hardChillCore: 'Hard chilling to core',
    softChillTime: 'Soft chilling by time',
    hardChillTime: 'Hard chilling by time',
    freezeCore: 'Freezing to core',
    freezeTime: 'Freezing by time',
    softFreeze: 'Soft freezing',
    parasite20: 'Raw fish, [−20 Cel]',
    parasite35: 'Raw fish, [−35 Cel]',
    iceCreamHarden: 'Ice cream hardening',
    crustFreeze: 'Crust for slicing',
    continuousChill: 'Continuous chilling',
    continuousFreeze: 'Continuous freezing',
    frozenHolding: 'Frozen holding',
    tempering: 'Tempering frozen blocks',
    preCooling: 'Pre-cooling',
    fanDry: 'Drying the chamber',
    sanitising: 'Sanitising',
    commissioningTest: 'Commissioning test',
  },
  texts,
);
