import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../lib/action.messages.ts';

/** Words of the language dialog; the languages name themselves. */
export const languageMessages = messages('web/language', {
  title: {
    en: 'Choose a language',
    it: 'Scegliere la lingua',
    ru: 'Выберите язык',
    es: 'Elegir el idioma',
    du: 'Kies een taal',
    fr: 'Choisir la langue',
    de: 'Sprache wählen',
    ja: '言語の選択',
  },
  set: {
    en: 'Set language',
    it: 'Imposta la lingua',
    ru: 'Установить язык',
    es: 'Establecer el idioma',
    du: 'Taal instellen',
    fr: 'Définir la langue',
    de: 'Sprache einstellen',
    ja: '言語を設定',
  },
  cancel: actionMessages.texts.cancel,
  notLoaded: {
    en: 'This language could not be loaded. Please try again.',
    it: 'Impossibile caricare questa lingua. Riprovare.',
    ru: 'Не удалось загрузить этот язык. Повторите попытку.',
    es: 'No se ha podido cargar este idioma. Inténtelo de nuevo.',
    du: 'Deze taal kon niet worden geladen. Probeer het opnieuw.',
    fr: 'Cette langue n’a pas pu être chargée. Veuillez réessayer.',
    de: 'Diese Sprache konnte nicht geladen werden. Bitte versuchen Sie es erneut.',
    ja: 'この言語を読み込めませんでした。もう一度お試しください。',
  },
  notSaved: {
    en: 'The language is set in this browser only: it could not be saved to your account.',
    it: 'La lingua vale solo in questo browser: non è stato possibile salvarla nell’account.',
    ru: 'Язык изменён только в этом браузере: сохранить его в учётной записи не удалось.',
    es: 'El idioma solo vale en este navegador: no se ha podido guardar en su cuenta.',
    du: 'De taal geldt alleen in deze browser: ze kon niet in uw account worden opgeslagen.',
    fr: 'La langue ne vaut que dans ce navigateur : elle n’a pas pu être enregistrée dans votre compte.',
    de: 'Die Sprache gilt nur in diesem Browser: Sie konnte nicht in Ihrem Konto gespeichert werden.',
    ja: '言語はこのブラウザでのみ変更されました。アカウントには保存できませんでした。',
  },
});
