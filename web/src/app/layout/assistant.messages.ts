import { messages } from '@brina/domain/language/messages';
import { actionMessages } from '../../lib/action.messages.ts';

/** Words of the assistant's panel. */
export const assistantMessages = messages('web/assistant', {
  notYet: {
    en: 'The assistant is not available yet. Support answers your questions meanwhile.',
    it: 'L’assistente non è ancora disponibile. Nel frattempo risponde l’assistenza.',
    ru: 'Помощник пока недоступен. На ваши вопросы ответит служба поддержки.',
    es: 'El asistente aún no está disponible. Mientras tanto, el servicio de asistencia responde a sus preguntas.',
    du: 'De assistent is nog niet beschikbaar. Intussen beantwoordt support uw vragen.',
    fr: 'L’assistant n’est pas encore disponible. En attendant, l’assistance répond à vos questions.',
    de: 'Der Assistent ist noch nicht verfügbar. Bis dahin beantwortet der Support Ihre Fragen.',
    ja: 'アシスタントはまだ利用できません。ご質問はサポートへお問い合わせください。',
  },
  minimize: {
    en: 'Minimise',
    it: 'Riduci a icona',
    ru: 'Свернуть',
    es: 'Minimizar',
    du: 'Minimaliseren',
    fr: 'Réduire',
    de: 'Minimieren',
    ja: '最小化',
    'en-US': 'Minimize',
  },
  close: actionMessages.texts.close,
});
