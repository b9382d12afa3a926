import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../../lib/action.messages.ts';

/** Words around the documents a user reads; the documents themselves are files in each language. */
export const documentMessages = messages('web/document', {
  accessibility: {
    en: 'Accessibility statement',
    it: 'Dichiarazione di accessibilità',
    ru: 'Заявление о доступности',
    es: 'Declaración de accesibilidad',
    du: 'Toegankelijkheidsverklaring',
    fr: 'Déclaration d’accessibilité',
    de: 'Erklärung zur Barrierefreiheit',
    ja: 'アクセシビリティに関する声明',
  },
  loading: {
    en: 'Loading the document',
    it: 'Caricamento del documento',
    ru: 'Загрузка документа',
    es: 'Cargando el documento',
    du: 'Document wordt geladen',
    fr: 'Chargement du document',
    de: 'Dokument wird geladen',
    ja: '文書を読み込み中',
  },
  retry: {
    en: 'Load again',
    it: 'Ricarica',
    ru: 'Загрузить снова',
    es: 'Volver a cargar',
    du: 'Opnieuw laden',
    fr: 'Charger à nouveau',
    de: 'Erneut laden',
    ja: '再読み込み',
  },
  close: actionMessages.texts.close,
});
