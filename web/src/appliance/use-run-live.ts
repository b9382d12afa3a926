import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { runLive } from '@brina/contract/calls/kitchen/live-feed';
import { cadence } from '@brina/domain/appliance/cadence';
import { second_ms } from '@brina/domain/language/durations';
import { useEffect } from 'react';
import { useCall } from '../lib/query.ts';

/** Asked again a little before it ends, the appliance goes on sampling often. */
const again_ms = cadence.runLiveFor_ms - 20 * second_ms;

/** While its page is looked at, the appliance samples more often (S7.36). */
export function useRunLive({ serialNumber, online, may }: Appliance): void {
  const { send } = useCall(runLive);
  const wanted = online && may.runLive;
  useEffect(() => {
    if (!wanted) return;
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      // What does not come more often comes as often as before.
      send({ params: { id: serialNumber } }).catch(() => {});
    };
    ask();
    const timer = setInterval(ask, again_ms);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [wanted, serialNumber, send]);
}
