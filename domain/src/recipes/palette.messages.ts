import { messages } from '../language/messages.ts';
import texts from './palette.texts.json' with { type: 'json' };

/** Names of the colours of cycles. */
export const paletteMessages = messages(
  'domain/recipes/palette',
  {
    ice: { en: 'Ice', note: 'a colour' },
    ocean: { en: 'Ocean', note: 'a colour' },
    indigo: { en: 'Indigo', note: 'a colour' },
    violet: { en: 'Violet', note: 'a colour' },
    raspberry: { en: 'Raspberry', note: 'a colour', apart: 'a colour, and the berry of an icon' },
    garnet: { en: 'Garnet', note: 'a colour' },
    paprika: { en: 'Paprika', note: 'a colour' },
    amber: { en: 'Amber', note: 'a colour' },
    olive: { en: 'Olive', note: 'a colour' },
    basil: { en: 'Basil', note: 'a colour' },
    mint: { en: 'Mint', note: 'a colour' },
    cocoa: { en: 'Cocoa', note: 'a colour' },
    slate: { en: 'Slate', note: 'a colour' },
  },
  texts,
);
