import { messages } from '@brina/domain/messages';

/** Texts that stand in place of an appliance which is not the reader's any more. */
export const absentMessages = messages('web/appliance/absent', {
  title: {
    en: 'You no longer have access to this appliance',
    it: 'L’accesso a questo apparecchio è terminato',
    ru: 'У вас больше нет доступа к этому аппарату',
    es: 'Ya no tiene acceso a este equipo',
    du: 'U hebt geen toegang meer tot dit apparaat',
    fr: 'Vous n’avez plus accès à cet appareil',
    de: 'Sie haben keinen Zugriff mehr auf dieses Gerät',
    ja: 'この機器は表示できなくなりました',
  },
  why: {
    en: 'It is no longer shared with you, or it no longer belongs to your company.',
    it: 'Non è più condiviso con voi o non appartiene più alla vostra azienda.',
    ru: 'Доступ к нему закрыт, или он больше не принадлежит вашей компании.',
    es: 'Ya no se comparte con usted o ya no pertenece a su empresa.',
    du: 'Het wordt niet meer met u gedeeld of is niet meer van uw bedrijf.',
    fr: 'Il n’est plus partagé avec vous ou n’appartient plus à votre entreprise.',
    de: 'Es ist nicht mehr für Sie freigegeben oder gehört nicht mehr zu Ihrem Unternehmen.',
    ja: '共有が解除されたか、会社の機器ではなくなりました。',
  },
  mine: {
    en: 'My appliances',
    it: 'I miei apparecchi',
    ru: 'Мои аппараты',
    es: 'Mis equipos',
    du: 'Mijn apparaten',
    fr: 'Mes appareils',
    de: 'Meine Geräte',
    ja: '機器一覧',
  },
});
