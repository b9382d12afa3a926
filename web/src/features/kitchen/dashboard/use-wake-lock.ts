import { useEffect } from 'react';

/** Keeps the screen on while shown, where the browser can; a hidden page loses the lock, and takes it again on its way back. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let ended = false;
    const take = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      try {
        const taken = await navigator.wakeLock.request('screen');
        if (ended) await taken.release();
        else lock = taken;
      } catch {
        // A low battery or a policy refuses it: the display works, and the screen's own settings decide.
      }
    };
    const changed = (): void => void take();
    changed();
    document.addEventListener('visibilitychange', changed);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', changed);
      void lock?.release();
    };
  }, []);
}
