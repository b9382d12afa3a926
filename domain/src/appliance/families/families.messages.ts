import { messages } from '../../language/messages.ts';
import texts from './families.texts.json' with { type: 'json' };

/** Shown names of the appliance categories (S3.8). */
export const familyMessages = messages(
  'domain/appliance/families/families',
  {
    // Categories: the codes never stand on a screen
    ABBATTITORE: 'Blast chiller',
    CONSERVATORE: 'Holding cabinet',
    FERMALIEVITA: 'Retarder prover',
  },
  texts,
);
