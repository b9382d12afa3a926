import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { useFormat } from '../lib/format.ts';
import { useMessages } from '../lib/messages.ts';
import { applianceMessages } from './appliance.messages.ts';

/** Spans of time in words, without a full stop; of less than a minute no number is said. */
export function useTimeWords() {
  const { t } = useMessages(applianceMessages);
  const format = useFormat();
  return {
    /** When an appliance was last heard from: `Last seen 3 minutes ago`. */
    lastSeen: (at: number | null, now_ms: number): string => {
      if (at === null) return t('neverSeen');
      return now_ms - at < minute_ms ? t('justSeen') : t('lastSeen', { ago: format.ago(now_ms - at) });
    },
    /** How long a cycle has run: `Running for 12 min`. */
    elapsed: (gone_ms: number | null): string =>
      gone_ms !== null && gone_ms < 30 * second_ms
        ? t('justStarted')
        : t('elapsed', { time: format.duration(gone_ms) }),
  };
}
