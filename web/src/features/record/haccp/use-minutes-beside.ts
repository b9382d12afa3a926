import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { lengthBeside } from './haccp.data.ts';
import { haccpMessages } from './haccp.messages.ts';

/**
 * Minutes beside their limit, with seconds where minutes alone would hide on which side of it they are. `bare`: the unit follows
 * later.
 */
export function useMinutesBeside(): (length: number, limit_min: number, written?: 'whole' | 'bare') => string {
  const { t } = useMessages(haccpMessages);
  const format = useFormat();
  return (length, limit_min, written = 'whole') => {
    const { minutes, seconds, decimals } = lengthBeside(limit_min, length);
    if (seconds === null)
      return written === 'bare' ? format.number(minutes, decimals) : format.quantity(minutes, 'min', decimals);
    return t('minutesAndSeconds', {
      minutes: format.quantity(minutes, 'min'),
      seconds: format.number(seconds, decimals),
    });
  };
}

/** By how much a length is over its limit, as exactly as {@link useMinutesBeside} writes the length; null where it is not. */
export function useMinutesOver(): (length: number, limit_min: number) => string | null {
  const { t } = useMessages(haccpMessages);
  const format = useFormat();
  return (length, limit_min) => {
    if (length <= limit_min) return null;
    const { minutes, seconds, decimals } = lengthBeside(limit_min, length);
    return seconds === null
      ? format.quantity(minutes - limit_min, 'min', decimals)
      : t('seconds', { seconds: format.number(seconds, decimals) });
  };
}
