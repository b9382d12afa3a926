import { useMessages } from '../../../lib/messages.ts';
import { loginMessages } from './login.messages.ts';
import styles from './Splash.module.css';

/** Stands between the sign-in and the first screen (S2.10). */
export function Splash() {
  const { t } = useMessages(loginMessages);
  return (
    <div className={styles.splash} role="status">
      <img className={styles.crystal} src="/favicon.svg" alt="" width={88} height={88} />
      {t('welcome')}
    </div>
  );
}
