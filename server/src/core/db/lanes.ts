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
type Enter = (lane: Lane, shares?: boolean, who?: string) => Promise<Leave>;

type Waiting = { shares: boolean; who: Name; admit: (leave: Leave) => void };

type Name = string | undefined;

/** The names of who waits or is inside, in the order of their turns. */
class Names {
  /** How many of each are here; the one whose last turn is longest ago first. */
  readonly #here = new Map<Name, number>();

  inTurn(): Iterable<Name> {
    return this.#here.keys();
  }

  came(name: Name): void {
    this.#here.set(name, (this.#here.get(name) ?? 0) + 1);
  }

  /** One of a name had its turn: the name comes last. */
  served(name: Name): void {
    const here = this.#here.get(name) ?? 0;
    this.#here.delete(name);
    this.#here.set(name, here);
  }

  left(name: Name): void {
    const here = (this.#here.get(name) ?? 1) - 1;
    if (here === 0) this.#here.delete(name);
    else this.#here.set(name, here);
  }
}

/**
 * A queue for something that one may use at a time, or some who only read. Within a lane names take turns, so that
 * a crowd of one name delays another by one turn only, and of a name it is first come, first served; lanes that wait take turns, so that a crowd in one delays the others by one turn only. Some who only read share a turn; while somebody else
 * waits, nobody joins them who came after it began.
 * @returns `enter`, and how many are inside
 */
export function takingTurns(): { enter: Enter; inside(): number } {
  const waiting: Record<Lane, Waiting[]> = { calls: [], ingest: [], watch: [], upkeep: [] };
  const names = new Names();
  let inside = 0;
  let isShared = false;
  let last: Lane = 'upkeep';

  /** Whoever of a lane comes next. */
  function headOf(lane: Lane): Waiting | undefined {
    for (const who of names.inTurn()) {
      const head = waiting[lane].find((one) => one.who === who);
      if (head) return head;
    }
    return undefined;
  }

  /** The lane whose turn it is; with some inside who share, only where everybody at the heads of the lanes shares too. */
  function nextLane(): Lane | undefined {
    const turn = lanes.indexOf(last) + 1;
    const next = [...lanes.slice(turn), ...lanes.slice(0, turn)].filter((lane) => waiting[lane].length > 0);
    if (inside === 0) return next[0];
    const mayJoin = isShared && inside < sharing_max && next.every((lane) => headOf(lane)?.shares);
    return mayJoin ? next[0] : undefined;
  }

  /** Admits whoever is at the head of a lane, and says whether it shares. */
  function admitNext(lane: Lane): boolean {
    const next = headOf(lane);
    if (!next) return false;
    waiting[lane].splice(waiting[lane].indexOf(next), 1);
    names.served(next.who);
    last = lane;
    inside += 1;
    isShared = next.shares;
    let hasLeft = false;
    next.admit(() => {
      if (hasLeft) return;
      hasLeft = true;
      inside -= 1;
      names.left(next.who);
      admitWaiting();
    });
    return isShared;
  }

  function admitWaiting(): void {
    for (let lane = nextLane(); lane; lane = nextLane())
      // Those behind who only read too came before this turn, and share it: where batch waits behind batch, each would wait for one more.
      while (admitNext(lane) && inside < sharing_max && headOf(lane)?.shares);
  }

  return {
    enter: (lane, shares = false, who) =>
      new Promise((admit) => {
        names.came(who);
        waiting[lane].push({ shares, who, admit });
        admitWaiting();
      }),
    inside: () => inside,
  };
}
