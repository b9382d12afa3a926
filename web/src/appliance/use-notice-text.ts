import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Notice } from '@brina/contract/live';
import { isNotice } from '@brina/domain/cycles/notices';
import { noticeMessages } from '@brina/domain/cycles/notices.messages';
import { instantOf, isLocalMinute } from '@brina/domain/language/local-minute';
import { useFormat } from '../lib/format.ts';
import { useMessages } from '../lib/messages.ts';
import { plannedReasonTexts, usePlannedReason } from './use-planned-reason.ts';

/** Texts to have before notices are shown. */
export const noticeTexts = [noticeMessages, ...plannedReasonTexts];

/** The sentence of a notice of an appliance, with times of its kitchen. */
export function useNoticeText(appliance: Appliance): (notice: Notice) => string {
  const { t } = useMessages(noticeMessages);
  const reasonText = usePlannedReason(appliance);
  const format = useFormat();
  return ({ name, detail }) => {
    if (!isNotice(name)) return t('unknown');
    const { tray = '–', product, title = '–', minute = '', reason = '' } = detail;
    if (name === 'tray_done') {
      const of = detail['of'] === 'trolley' ? 'tray_done.trolley' : 'tray_done';
      return product ? t(`${of}.product`, { tray, product }) : t(of, { tray });
    }
    if (name === 'cold_in_time' || name === 'record_waits') return t(name);
    if (name === 'probe_check_due') {
      const noon = Date.parse(`${detail['day']}T12:00Z`);
      const day = Number.isNaN(noon) ? '–' : format.date(noon, 'UTC');
      return t(name, { needle: detail['needle'] ?? '–', day });
    }
    const timeZone = appliance.lab?.timeZone ?? 'UTC';
    const at = isLocalMinute(String(minute)) ? format.clock(instantOf(String(minute), timeZone), timeZone) : '–';
    return t(name, { title, minute: at, reason: reasonText(String(reason)) });
  };
}
