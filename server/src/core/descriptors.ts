import { readFileSync } from 'node:fs';

/**
 * Who needs file descriptors for each connection: how many `each`; of those that this process has, which share; as many connections as it
 * can use, and as few as will do.
 */
const parts = {
  /** Units, connected or about to. */
  edge: { each: 1, share: 0.5, most: 20_000, least: 2_000 },
  /** Live connections of browsers. */
  live: { each: 1, share: 0.3, most: 20_000, least: 1_000 },
  /** All other connections of browsers and programs, and the file of the app that one is sent: who reads slowly keeps it open. */
  http: { each: 2, share: 0.2, most: 4_000, least: 500 },
} as const;

/** Database, log, mail and files of the portal itself; the embedded database keeps a thousand files open. */
const own = 1_200;

/** How many connections each part may have, so that a crowd at one leaves the others theirs. */
export type Descriptors = Record<keyof typeof parts, number>;

/** @param limit descriptors of this process; undefined where the system does not tell: enough */
export function planDescriptors(limit = Number.POSITIVE_INFINITY): Descriptors {
  const free = limit - Math.min(own, limit / 2);
  const of = ({ each, share, most }: (typeof parts)[keyof typeof parts]): number =>
    Math.min(most, Math.floor((free * share) / each));
  return { edge: of(parts.edge), live: of(parts.live), http: of(parts.http) };
}

/** A sentence where a part has fewer than will do; said loudly at start. */
export function scarceDescriptors(plan: Descriptors): string[] {
  const names = Object.keys(parts) as (keyof typeof parts)[];
  if (names.every((part) => plan[part] >= parts[part].least)) return [];
  return [
    `This process may open few files and connections: ${plan.edge} appliances, ${plan.live} live views and ${plan.http} other connections of browsers at most. Raise the limit (ulimit -n 65536).`,
  ];
}

/** The soft limit of this process, which Node raises to the hard one as it starts; undefined where it cannot be read, or there is none. */
export function descriptorLimit(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
