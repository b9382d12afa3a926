import { useMessages } from '../lib/messages.ts';
import { shellMessages } from './shell.messages.ts';

/** The one page without a secure context: the browser then has no place to keep a session in, and the app says why it stops. */
export function InsecurePage() {
  const { t } = useMessages(shellMessages);
  return (
    <main className="boot-words">
      <h1>{t('insecureTitle')}</h1>
      <p>{t('insecureDetail')}</p>
    </main>
  );
}
