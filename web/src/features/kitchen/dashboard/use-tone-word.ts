import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { useMessages } from '../../../lib/messages.ts';
import type { Tone } from '../../../ui/tones.ts';
import { dashboardMessages } from './dashboard.messages.ts';

/** The word of a tone where appliances are counted by it. */
export function useToneWord(): (tone: Tone) => string {
  const { t } = useMessages(dashboardMessages);
  const { t: state } = useMessages(applianceMessages);
  return (tone) => (tone === 'alarm' || tone === 'offline' ? state(`state.${tone}`) : t(`tile.${tone}`));
}
