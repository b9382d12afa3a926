import { type Name, NamedQueue } from '../named-queue.ts';

/**
 * Who waits for a session: the calls, ingestion, who watches whether the database answers, or its upkeep (which has no statement
 * limit).
 */
export const lanes = ['calls', 'ingest', 'watch', 'upkeep'] as const;
export type Lane = (typeof lanes)[number];

/** How many who only read are inside together. More would win little, and whoever comes then waits for each of them. */
export const sharing_max = 4;

/** Leaves again; a second time it does nothing. */
type Leave = () => void;
/** Asks to enter: `shares` whoever only reads, beside others who only read; `who` asks with others of its name. */
type Enter = (lane: Lane, shares?: boolean, who?: Name) => Promise<Leave>;

type Waiting = { shares: boolean; admit: (leave: Leave) => void };

/**
 * A queue for something that one may use at a time, or some who only read. Lanes that wait take turns, and within a lane names, so that a
 * crowd delays the others by one turn only. Some who only read share a turn; while somebody else waits, nobody joins them who came after it
 * began.
 * @returns `enter`, and how many are inside
 */
export function takingTurns(): { enter: Enter; inside(): number } {
  const queue = () => new NamedQueue<Waiting>();
  const waiting: Record<Lane, NamedQueue<Waiting>> = {
    calls: queue(),
    ingest: queue(),
    watch: queue(),
    upkeep: queue(),
  };
  let inside = 0;
  let isShared = false;
  let last: Lane = 'upkeep';

  /** The lane whose turn it is; with some inside who share, only where everybody at the heads of the lanes shares too. */
  function nextLane(): Lane | undefined {
    const turn = lanes.indexOf(last) + 1;
    const next = [...lanes.slice(turn), ...lanes.slice(0, turn)].filter((lane) => waiting[lane].size > 0);
    if (inside === 0) return next[0];
    const mayJoin = isShared && inside < sharing_max && next.every((lane) => waiting[lane].head?.shares);
    return mayJoin ? next[0] : undefined;
  }

  /** Admits whoever is at the head of a lane, and says whether it shares. */
  function admitNext(lane: Lane): boolean {
    const next = waiting[lane].take();
    if (!next) return false;
    last = lane;
    inside += 1;
    isShared = next.shares;
    let hasLeft = false;
    next.admit(() => {
      if (hasLeft) return;
      hasLeft = true;
      inside -= 1;
      admitWaiting();
    });
    return isShared;
  }

  function admitWaiting(): void {
    for (let lane = nextLane(); lane; lane = nextLane())
      // Those behind who only read too came before this turn, and share it: where batch waits behind batch, each would wait for one more.
      while (admitNext(lane) && inside < sharing_max && waiting[lane].head?.shares);
  }

  return {
    enter: (lane, shares = false, who) =>
      new Promise((admit) => {
        waiting[lane].add(who, { shares, admit });
        admitWaiting();
      }),
    inside: () => inside,
  };
}
