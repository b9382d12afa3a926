import { messages } from '@brina/domain/language/messages';

/** Words that stand in every letter. */
export const letterMessages = messages('server/letter', {
  copyAddress: {
    en: 'If the button does not work, copy this address into your browser:',
    it: 'Se il pulsante non funziona, copiare questo indirizzo nel browser:',
    ru: 'Если кнопка не работает, скопируйте этот адрес в браузер:',
    es: 'Si el botón no funciona, copie esta dirección en el navegador:',
    du: 'Werkt de knop niet? Kopieer dan dit adres naar de browser:',
    fr: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
    de: 'Wenn die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in den Browser:',
    ja: 'ボタンが使えない場合は、次のアドレスをブラウザーに貼り付けてください。',
  },
  sender: {
    en: 'Brina, the portal for professional blast chillers. This message was sent automatically; replies are not read.',
    it: 'Brina, il portale per abbattitori professionali. Messaggio inviato automaticamente: le risposte non vengono lette.',
    ru: 'Brina — портал для профессиональных шкафов шоковой заморозки. Письмо отправлено автоматически, отвечать на него не нужно.',
    es: 'Brina, el portal para abatidores profesionales. Este mensaje se ha enviado automáticamente; las respuestas no se leen.',
    du: 'Brina, het portaal voor professionele snelkoelers. Dit bericht is automatisch verzonden; antwoorden worden niet gelezen.',
    fr: 'Brina, le portail des cellules de refroidissement rapide professionnelles. Message envoyé automatiquement ; les réponses ne sont pas lues.',
    de: 'Brina, das Portal für professionelle Schnellkühler. Diese Nachricht wurde automatisch versandt; Antworten werden nicht gelesen.',
    ja: '業務用ブラストチラーのポータル「Brina」より自動送信しています。このメールに返信いただいてもお答えできません。',
  },
});
