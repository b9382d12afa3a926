import { type Appliance, hideAnomaly } from '@brina/contract/calls/kitchen/appliances';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { applianceKey } from '../../../../lib/appliances.ts';
import { useFailureToast } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { Notice } from '../../../../ui/Notice.tsx';

/**
 * Maintenance is recommended; who answers for the appliance may put the advice aside (S3.8, S7.28).
 * @param isAboveAdvice what to do stands on the same page, below
 */
export function AnomalyNotice({ appliance, isAboveAdvice }: { appliance: Appliance; isAboveAdvice: boolean }) {
  const { t } = useMessages(applianceMessages);
  const tellFailure = useFailureToast();
  const client = useQueryClient();
  const hide = useCall(hideAnomaly);
  const put = async () => {
    try {
      await hide.send({ params: { id: appliance.serialNumber } });
      await client.invalidateQueries({ queryKey: applianceKey(appliance.serialNumber) });
    } catch (cause) {
      tellFailure(cause);
    }
  };
  return (
    <Notice
      kind="info"
      action={
        appliance.may.hideAdvice && (
          <Button variant="subtle" size="compact-md" mih={44} loading={hide.isPending} onClick={() => void put()}>
            {t('anomalyHide')}
          </Button>
        )
      }
    >
      <strong>{t('anomalyTitle')}</strong> {t(isAboveAdvice ? 'anomalyBelow' : 'anomalyBody')}
    </Notice>
  );
}
