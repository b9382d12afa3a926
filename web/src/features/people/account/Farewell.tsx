import { releasedMessages } from '../../../appliance/released.messages.ts';
import { useReleasedCodes } from '../../../appliance/released.ts';
import { sayFarewell, useFarewell } from '../../../lib/farewell.ts';
import { useMessages } from '../../../lib/messages.ts';
import { CodesDialog } from '../../../ui/CodesDialog.tsx';
import { farewellMessages } from './farewell.messages.ts';

/** Texts to have before it is shown. */
export const messages = [farewellMessages, releasedMessages];

/** The codes of a deleted account's appliances, over whatever page the browser is then on. */
export function Farewell() {
  const { t } = useMessages(farewellMessages);
  return (
    <CodesDialog {...useReleasedCodes(useFarewell())} title={t('title')} onClose={() => sayFarewell([])}>
      {t('body')}
    </CodesDialog>
  );
}
