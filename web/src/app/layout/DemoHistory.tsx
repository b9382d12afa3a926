import type { Health } from '@brina/contract/config';
import { useQuery } from '@tanstack/react-query';
import { portalFetch } from '../../lib/fetch.ts';
import { useFormat } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { ProgressLine } from '../../ui/ProgressLine.tsx';
import { shellMessages } from '../shell.messages.ts';
import styles from './DemoHistory.module.css';

const askEvery_ms = 2000;

const askShare = async (): Promise<number> => {
  const response = await portalFetch('/health', {});
  return ((await response.json()) as Health).demoHistory ?? 1;
};

/** In a new demo the fleet's past is still arriving: how far it has come, until it is there. */
export function DemoHistory() {
  const { t } = useMessages(shellMessages);
  const format = useFormat();
  const { data: share = 1 } = useQuery({
    queryKey: ['demo-history'],
    queryFn: askShare,
    refetchInterval: ({ state }) => (state.data === undefined || state.data < 1 ? askEvery_ms : false),
  });
  if (share >= 1) return null;
  return (
    <div className={styles.bar} role="status">
      <p>{t('demoHistory', { share: format.percent(Math.round(share * 100)) })}</p>
      <ProgressLine share={share} tone="cold" label={t('demoHistoryProgress')} />
    </div>
  );
}
