import { messages } from '@brina/domain/language/messages';

/** Texts of the last thing that is shown of a deleted account. */
export const farewellMessages = messages('web/farewell', {
  title: {
    en: 'Your account is deleted',
    it: 'Account eliminato',
    ru: 'Учётная запись удалена',
    es: 'Su cuenta se ha eliminado',
    du: 'Uw account is verwijderd',
    fr: 'Votre compte est supprimé',
    de: 'Ihr Konto ist gelöscht',
    ja: 'アカウントを削除しました',
  },
  body: {
    en: 'These appliances are released. Their next owner adds them with these codes, which are shown only now.',
    it: 'Questi apparecchi sono stati rilasciati. Il prossimo proprietario li aggiunge con questi codici, mostrati solo ora.',
    ru: 'Эти аппараты освобождены. Следующий владелец добавит их по этим кодам, которые показываются только сейчас.',
    es: 'Estos equipos se han liberado. Su próximo propietario los añade con estos códigos, que solo se muestran ahora.',
    du: 'Deze apparaten zijn vrijgegeven. De volgende eigenaar voegt ze toe met deze codes, die alleen nu worden getoond.',
    fr: 'Ces appareils sont libérés. Leur prochain propriétaire les ajoute avec ces codes, affichés uniquement maintenant.',
    de: 'Diese Geräte sind abgegeben. Der nächste Eigentümer fügt sie mit diesen Codes hinzu, die nur jetzt angezeigt werden.',
    ja: 'これらの機器を解放しました。次の所有者はこのコードで追加します。コードは今しか表示されません。',
  },
});
