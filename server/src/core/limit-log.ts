import { minute_ms } from '@brina/domain/language/durations';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** Every limit that keeps one from taking the portal from the others, and what is said when it acts. Names go out in `/metrics`. */
export const limits = {
  calls_user: 'a user, or a site of whom no user is known, makes more calls at once than can wait',
  http_connections:
    'all places for connections of browsers are taken: who is silent makes room, or takes its answer too slowly',
  http_waiting_network: 'a network has too many connections that ask nothing, or not to the end',
  http_unanswered: 'a connection asks for more at once than may wait for its answer: it is ended',
  live_handshakes: 'too many live connections have not said who they are',
  live_handshakes_network: 'a network has too many live connections that have not said who they are',
  live_signs: 'a live connection says more than a browser has to say: it is ended',
  live_sockets: 'all places for live connections are taken',
  edge_connects: 'a network connects to the edge more often than it may',
  edge_connections: 'all connections of the edge are taken',
  edge_crowded: 'connections to the edge that said nothing had to make room',
  edge_hello_late: 'connections to the edge said nothing in time',
  edge_handshakes: 'TLS handshakes of the edge had to make room, or had no turn',
  edge_handshake_late: 'TLS handshakes of the edge took too long',
  edge_unit: 'an appliance has more connections to the edge without a CONNECT than it may',
  live_sockets_network: 'a network has too many live connections',
  live_sockets_session: 'a sign-in has more live connections than a browser needs: the oldest makes room',
  live_sockets_user: 'a user has too many live connections',
  sign_ins: 'a network has failed to sign in too often',
  sign_ins_waiting: 'too many sign-ins wait: the last of where most come from makes room',
} as const;

export type Limit = keyof typeof limits;

/** Whom a limit kept out: the network (`networkOf`) and, where one is known, the user or the appliance. */
export type Limited = { network: string; user?: string; serial?: string };

/** Says that a limit has acted. */
export type SayLimited = (limit: Limit, whom: Limited) => void;

/** How many networks a line names, those first that were kept out most often; of how many it is counted. */
const networks_max = { told: 5, counted: 1_000 };

/** What a limit did since it was told last. */
type Acted = { times: number; networks: Map<string, number> };

/**
 * Logs limits that act, without letting who runs against them fill the log: the first time at once, and then once a minute with how
 * often and from which networks most. Each time is counted.
 * @param parts.count of `/metrics`
 */
export function limitLog({
  log,
  clock,
  count,
}: {
  log: Log;
  clock: Clock;
  count(limit: Limit): void;
}): SayLimited & Disposable {
  const acting = new Map<Limit, Acted>();
  const tell = (limit: Limit, facts: object): void => log.warn({ event: `limit.${limit}`, ...facts }, limits[limit]);

  const telling = clock.every(minute_ms, () => {
    for (const [limit, { times, networks }] of acting) {
      // After a quiet minute the next time is news.
      if (times === 0) acting.delete(limit);
      else {
        const most = [...networks].sort(([, a], [, b]) => b - a).slice(0, networks_max.told);
        tell(limit, { refused: times, networks: Object.fromEntries(most) });
        acting.set(limit, { times: 0, networks: new Map() });
      }
    }
  });
  const say: SayLimited = (limit, whom) => {
    count(limit);
    const acted = acting.get(limit);
    if (!acted) {
      acting.set(limit, { times: 0, networks: new Map() });
      return tell(limit, whom);
    }
    acted.times += 1;
    const { networks } = acted;
    const before = networks.get(whom.network);
    if (before !== undefined || networks.size < networks_max.counted) networks.set(whom.network, (before ?? 0) + 1);
  };
  return Object.assign(say, { [Symbol.dispose]: () => telling[Symbol.dispose]() });
}
