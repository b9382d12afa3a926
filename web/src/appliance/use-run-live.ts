import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { runLive } from '@brina/contract/calls/kitchen/live-feed';
import { useEffect } from 'react';
import { useCall } from '../lib/query.ts';

/** The appliance samples every two seconds for five minutes; asked again a little before, it goes on. */
const again_ms = 280_000;

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
