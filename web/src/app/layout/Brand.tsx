import { useMessages } from '../../lib/messages.ts';
import { shellMessages } from '../shell.messages.ts';
import styles from './Brand.module.css';

/** The hoarfrost crystal and the product's name, on the rail's dark ground. */
export function Brand() {
  const { t } = useMessages(shellMessages);
  return (
    <span className={styles.brand}>
      <img src="/favicon.svg" alt="" width={32} height={32} />
      {t('product')}
    </span>
  );
}
