import { messages } from '../../language/messages.ts';

/** Shown names of the appliance categories (S3.8). */
export const familyMessages = messages('domain/appliance/families/families', {
  // Categories: the codes never stand on a screen
  ABBATTITORE: {
    en: 'Blast chiller',
    it: 'Abbattitore',
    ru: 'Шкаф шоковой заморозки',
    es: 'Abatidor',
    du: 'Snelkoeler',
    fr: 'Cellule de refroidissement rapide',
    de: 'Schnellkühler',
    ja: 'ブラストチラー',
  },
  CONSERVATORE: {
    en: 'Holding cabinet',
    it: 'Conservatore',
    ru: 'Шкаф для хранения',
    es: 'Armario de conservación',
    du: 'Bewaarkast',
    fr: 'Armoire de conservation',
    de: 'Kühllagerschrank',
    ja: '保管庫',
    'en-US': 'Refrigerated holding cabinet',
  },
  FERMALIEVITA: {
    en: 'Retarder prover',
    it: 'Fermalievita',
    ru: 'Расстоечный шкаф с ретардером',
    es: 'Armario de fermentación controlada',
    du: 'Remrijskast',
    fr: 'Armoire de pousse contrôlée',
    de: 'Gärunterbrecher',
    ja: 'ドウコンディショナー',
    'en-US': 'Retarder proofer',
  },
});
