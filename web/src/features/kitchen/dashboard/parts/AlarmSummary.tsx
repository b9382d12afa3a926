import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { pathOf } from '@brina/contract/screens';
import { attentionOf } from '@brina/domain/alarms/attention';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { Link } from '@tanstack/react-router';
import { alarmsPlace } from '../../../../appliance/alarms-place.ts';
import { activeAlarms, chamberOf, setOf } from '../../../../appliance/appliance-state.ts';
import { useApplianceWords } from '../../../../appliance/use-appliance-words.ts';
import { useAppliances } from '../../../../lib/appliances.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { AlarmBanner } from '../../../../ui/AlarmBanner.tsx';
import { dashboardMessages } from '../dashboard.messages.ts';

/** The latest active alarm among all appliances, with where it is, how warm it is there and how many others there are. */
export function AlarmSummary() {
  const { t } = useMessages(dashboardMessages);
  const words = useApplianceWords();
  const format = useFormat();
  const { first, others } = useAppliances(latestAlarm);
  const moment = useNow(10 * second_ms);
  if (!first) return null;
  const place = { appliance: first.name, kitchen: first.kitchen };
  return (
    <AlarmBanner
      title={words.alarmName({ name: first.alarm })}
      action={
        <Link to={pathOf('appliance-details', { serialNumber: first.serial })} hash={alarmsPlace}>
          {t('alarmShow')}
        </Link>
      }
    >
      {first.online
        ? t(first.set === null ? 'alarmWhereAlone' : 'alarmWhere', {
            ...place,
            now: format.temperature(first.chamber),
            set: format.temperature(first.set),
          })
        : first.lastSeenAt !== null && moment - first.lastSeenAt < minute_ms
          ? t('alarmJustSeen', place)
          : t('alarmUnseen', {
              ...place,
              ago: first.lastSeenAt === null ? '–' : format.ago(moment - first.lastSeenAt),
            })}{' '}
      {others > 0 && t('alarmsElsewhere', { n: others })}
    </AlarmBanner>
  );
}

function latestAlarm(appliances: readonly Appliance[]) {
  const alarmed = appliances
    .filter((appliance) => attentionOf(appliance) === 'alarm')
    .map((appliance) => ({ appliance, alarm: activeAlarms(appliance)[0] }))
    .sort((one, other) => (other.alarm?.since ?? 0) - (one.alarm?.since ?? 0));
  const [latest] = alarmed;
  if (!latest?.alarm) return { first: null, others: 0 };
  const { appliance, alarm } = latest;
  return {
    first: {
      serial: appliance.serialNumber,
      name: appliance.name,
      kitchen: appliance.lab?.name ?? '',
      alarm: alarm.name,
      online: appliance.online,
      lastSeenAt: appliance.lastSeenAt,
      chamber: chamberOf(appliance),
      set: setOf(appliance),
    },
    others: alarmed.length - 1,
  };
}
