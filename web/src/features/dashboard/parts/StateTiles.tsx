import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { GlanceTiles } from '../../../ui/GlanceTiles.tsx';
import { type Tone, tones } from '../../../ui/tones.ts';
import { applianceMessages } from '../../appliance/appliance.messages.ts';
import { countsOf, type DashboardFilter, type Entry } from '../dashboard.data.ts';
import { dashboardMessages } from '../dashboard.messages.ts';

/** Tiles for what an appliance can always be; hot and proving get theirs when there is an appliance in it. */
const steady: readonly Tone[] = ['alarm', 'freeze', 'cold', 'idle', 'offline'];

/** How many appliances are in each state; a tile filters the list by its own (S2.21). */
export function StateTiles(props: {
  entries: readonly Entry[];
  filter: DashboardFilter;
  onChange: (filter: DashboardFilter) => void;
}) {
  const { entries, filter, onChange } = props;
  const { t } = useMessages(dashboardMessages);
  const { t: word } = useMessages(applianceMessages);
  const format = useFormat();
  const { all, byTone } = countsOf(entries, filter);
  const { status, ...others } = filter;
  return (
    <GlanceTiles
      label={t('glance')}
      all={{ label: t('all'), count: format.number(all) }}
      tiles={tones
        .filter((tone) => steady.includes(tone) || byTone[tone] > 0 || status === tone)
        .map((tone) => ({
          tone,
          label: tone === 'alarm' || tone === 'offline' ? word(`state.${tone}`) : t(`tile.${tone}`),
          count: format.number(byTone[tone]),
          none: byTone[tone] === 0,
        }))}
      chosen={status}
      onChoose={(tone) => onChange(tone ? { ...others, status: tone } : others)}
    />
  );
}
