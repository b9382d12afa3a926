import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { seeNotice } from '@brina/contract/calls/kitchen/notices';
import { Button } from '@mantine/core';
import { noticeTexts, useNoticeText } from '../../../../appliance/use-notice-text.ts';
import { useFailureToast } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { noteMessages } from '../note.messages.ts';

/** Texts to have before they are shown. */
export const messages = [...noticeTexts, noteMessages];

/** What somebody should be told of an appliance, until somebody of its kitchen says that it is understood. */
export function NoticeNotes({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(noteMessages);
  const text = useNoticeText(appliance);
  const format = useFormat();
  const tellFailure = useFailureToast();
  const see = useCall(seeNotice);
  // Its end comes live, to everybody of the kitchen.
  const understand = async (noticeId: string): Promise<void> => {
    try {
      await see.send({ params: { id: appliance.serialNumber, noticeId } });
    } catch (cause) {
      tellFailure(cause);
    }
  };
  return appliance.notices.map((notice) => (
    <Notice
      key={notice.id}
      kind="info"
      action={
        <Button
          variant="default"
          loading={see.isPending}
          aria-label={t('understoodOf', { what: text(notice) })}
          onClick={() => void understand(notice.id)}
        >
          {t('understood')}
        </Button>
      }
    >
      <strong>{text(notice)}</strong> {format.clock(notice.at, appliance.lab?.timeZone)}
    </Notice>
  ));
}
