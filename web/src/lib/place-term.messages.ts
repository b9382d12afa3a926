import { messages } from '@brina/domain/language/messages';
import texts from './place-term.texts.json' with { type: 'json' };

/** What places of the portal are called: in menu, breadcrumb, heading and the document's title alike. */
export const placeTerms = messages(
  'web/place-terms',
  {
    records: { en: 'Records', note: 'menu: all HACCP records of a company' },
    dashboard: 'Dashboard',
    kitchens: 'Kitchens',
    sharing: 'Users and sharing',
    administration: 'Administration',
    servedAppliances: { en: 'My appliances', apart: 'the appliances a service partner looks after' },
  },
  texts,
);
