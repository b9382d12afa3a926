import { messages } from '@brina/domain/language/messages';
import { actionMessages } from './action.messages.ts';

/** Words of the dialog that hands out the activation codes of released appliances. */
export const releasedMessages = messages('web/released', {
  copyAll: {
    en: 'Copy all',
    it: 'Copia tutto',
    ru: 'Копировать всё',
    es: 'Copiar todo',
    du: 'Alles kopiëren',
    fr: 'Tout copier',
    de: 'Alles kopieren',
    ja: 'すべてコピー',
  },
  copied: actionMessages.texts.copied,
  print: actionMessages.texts.print,
  noted: {
    en: 'I have noted the codes',
    it: 'Ho annotato i codici',
    ru: 'Коды записаны',
    es: 'He anotado los códigos',
    du: 'Ik heb de codes genoteerd',
    fr: 'J’ai noté les codes',
    de: 'Codes notiert',
    ja: 'コードを控えました',
  },
});
