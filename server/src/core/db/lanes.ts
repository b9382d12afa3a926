/** Who waits for a session: the calls, ingestion, or the upkeep of the database (which has no statement limit). */
export const lanes = ['calls', 'ingest', 'upkeep'] as const;
export type Lane = (typeof lanes)[number];

/**
 * A queue for something that one may use at a time. Within a lane it is first come, first served; lanes that wait take
 * turns, so that a crowd in one delays the others by one user only.
 * @returns `enter(lane)`, which resolves to the function that leaves again.
 */
export function takingTurns(): (lane: Lane) => Promise<() => void> {
  const waiting: Record<Lane, ((leave: () => void) => void)[]> = { calls: [], ingest: [], upkeep: [] };
  let isFree = true;
  let last: Lane = 'upkeep';

  function admitNext(): void {
    const turn = lanes.indexOf(last) + 1;
    const lane = [...lanes.slice(turn), ...lanes.slice(0, turn)].find((lane) => waiting[lane].length > 0);
    const admit = lane && waiting[lane].shift();
    isFree = admit === undefined;
    if (lane === undefined || admit === undefined) return;
    last = lane;
    let hasLeft = false;
    admit(() => {
      if (hasLeft) return;
      hasLeft = true;
      admitNext();
    });
  }

  return (lane) =>
    new Promise((admit) => {
      waiting[lane].push(admit);
      if (isFree) admitNext();
    });
}
