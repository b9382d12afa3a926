import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { GlanceTiles } from '../../../../ui/GlanceTiles.tsx';
import { type Tone, tones } from '../../../../ui/tones.ts';
import { countByTone, type Entry, filtered } from '../dashboard.data.ts';
import { dashboardMessages } from '../dashboard.messages.ts';
import type { DashboardFilter, SearchChange } from '../dashboard-search.ts';
import { useToneWord } from '../use-tone-word.ts';

/** Tiles for what an appliance can always be; hot and proving get theirs when there is an appliance in it. */
const steady: readonly Tone[] = ['alarm', 'freeze', 'cold', 'idle', 'offline'];

/** How many of the appliances that the other filters let through are in each state; a tile filters by its own (S2.21). */
export function StateTiles(props: {
  entries: readonly Entry[];
  filter: DashboardFilter;
  onChange: (change: SearchChange) => void;
}) {
  const { entries, filter, onChange } = props;
  const { t } = useMessages(dashboardMessages);
  const word = useToneWord();
  const format = useFormat();
  const { status, ...others } = filter;
  const among = filtered(entries, others);
  const counts = countByTone(among);
  return (
    <GlanceTiles
      label={t('glance')}
      all={{ label: t('all'), count: format.number(among.length) }}
      tiles={tones
        .filter((tone) => steady.includes(tone) || counts[tone] > 0 || status === tone)
        .map((tone) => ({
          tone,
          label: word(tone),
          count: format.number(counts[tone]),
          none: counts[tone] === 0,
        }))}
      chosen={status}
      onChoose={(tone) => onChange({ status: tone })}
    />
  );
}
