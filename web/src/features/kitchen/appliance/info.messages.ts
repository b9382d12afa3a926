import { applianceTerms } from '@brina/domain/appliance/appliance-terms.messages';
import { messages } from '@brina/domain/language/messages';
import texts from './info.texts.json' with { type: 'json' };

/** Texts of which appliance it is and who serves it. */
export const infoMessages = messages(
  'web/appliance/info',
  {
    package: applianceTerms.texts.package,
    company: applianceTerms.texts.company,
    desiredFirmware: 'Firmware to come',
    port: {
      en: 'Port in the kitchen network',
      note: 'TCP port of the appliance for other systems in the same network (Modbus TCP)',
    },
    passport: 'Digital product passport',
    modelFacts: 'About the model',
    chill: 'Chills per cycle',
    freeze: 'Freezes per cycle',
    volume: 'Net volume',
    litres: '{n} l',
    trays: 'Trays',
    power_max: 'Power at most',
    refrigerant: 'Refrigerant',
    refrigerantOf: '{refrigerant}, {charge}, GWP {gwp}',
    condensation: 'Condenser cooling',
    'condensation.air': 'By air',
    'condensation.water': 'By water',
    'condensation.remote': 'Remote',
    size: 'Width × depth × height',
    weight: 'Weight',
    supportUntil: 'Supported until the end of',
    services: 'Seen and served by',
    servicesNone: applianceTerms.texts.noServicePartner,
    'by.KITCHEN': applianceTerms.texts.servedByKitchen,
    'by.FACTORY': applianceTerms.texts.servedByFactory,
  },
  texts,
);
