import { useMessages } from '../../../lib/messages.ts';
import { Screen } from '../../../ui/Screen.tsx';
import { DocumentText } from './DocumentText.tsx';
import { documentMessages } from './document.messages.ts';

export const messages = [documentMessages];

/** The accessibility statement in the language of the interface (S2.37). */
export function AccessibilityScreen() {
  const { t, locale } = useMessages(documentMessages);
  return (
    <Screen title={t('accessibility')}>
      <DocumentText path={`/html/accessibility_${locale}.html`} />
    </Screen>
  );
}
