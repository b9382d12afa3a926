import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/**
 * Where an edge writes when it was up and reading: silence of a unit is judged only within these times, so that our outage
 * never looks like theirs (docs/DEVICE-PROTOCOL.md). A beat far behind the one before begins a new interval.
 */
export type Uptime = {
  begin(edge: string, at_ms: number): Promise<void>;
  beat(edge: string, at_ms: number): Promise<void>;
  end(edge: string, at_ms: number): Promise<void>;
};

/** Writes the intervals of one edge: begins one now, beats while `isReading`, ends it when disposed. */
export async function keepUptime({
  uptime,
  edge,
  clock,
  heartbeat_ms,
  isReading,
  log,
}: {
  uptime: Uptime;
  edge: string;
  clock: Clock;
  heartbeat_ms: number;
  isReading: () => boolean;
  log: Log;
}): Promise<AsyncDisposable> {
  await uptime.begin(edge, clock.now());
  let beating = false;
  const write = async (mark: 'beat' | 'end') => {
    try {
      await uptime[mark](edge, clock.now());
    } catch (fault) {
      log.warn({ err: fault, edge, mark }, 'the up-time of the edge could not be written');
    }
  };
  const timer = clock.every(heartbeat_ms, async () => {
    // A beat still on its way says that the database stands still: then nobody's messages are read to the end either.
    if (beating || !isReading()) return;
    beating = true;
    await write('beat');
    beating = false;
  });
  return {
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]();
      await write('end');
    },
  };
}
