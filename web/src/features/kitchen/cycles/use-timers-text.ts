import type { FunctionRow } from '@brina/domain/appliance/families/family';
import type { StartCycleArgs } from '@brina/domain/cycles/cycle-plan';
import { minute_ms } from '@brina/domain/language/durations';
import { trayMessages } from '../../../appliance/tray.messages.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';

/** The timers of a start of a function in a line. */
export function useTimersText(row: FunctionRow | undefined): (trays: NonNullable<StartCycleArgs['trays']>) => string {
  const { t } = useMessages(trayMessages);
  const format = useFormat();
  const of = row?.timers?.of ?? 'tray';
  return (trays) =>
    trays
      .map(({ tray, min }) => `${t(`place.${of}`, { n: format.number(tray) })}: ${format.duration(min * minute_ms)}`)
      .join(' · ');
}
