import type { StoppedBy } from '@brina/contract/wire/values';
import { useMessages } from '../lib/messages.ts';
import { stoppedByMessages } from './stopped-by.messages.ts';

/** Who ended a run before its time, and where. */
export function useStoppedBy(): (one: StoppedBy) => string {
  const { t } = useMessages(stoppedByMessages);
  return ({ way, name }) => (name === null ? t(way) : t('portalBy', { name }));
}
