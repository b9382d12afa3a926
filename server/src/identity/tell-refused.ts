import type { AuditAction } from '@brina/domain/people/audit';
import { sql } from 'kysely';
import { writeAudit } from '#core/access/audit.ts';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Log } from '#core/log.ts';
import { networkOf } from '#core/network.ts';
import { isUser, refusals_max, window_ms } from './refused-sign-ins.ts';

/** What the audit log is told of refused sign-ins. */
const actions = [
  'session.refused',
  'session.locked',
  'network.refused',
  'network.limited',
] as const satisfies AuditAction[];

/**
 * Lines a window at most: whoever tries from many networks, or many people, fills neither the log nor the audit log. Locks have lines of
 * their own, which no crowd of refusals takes from them.
 */
export const lines_max = { locks: 100, refusals: 100 } as const;

/** Stands for the networks, or accounts, that there is no room to name. */
const everyOther = '*';

/** One line: what happened to whom or what (`on`), from where, and how often. */
type Line = {
  action: (typeof actions)[number];
  on: string;
  address: string;
  detail: { tries: number; accounts?: number; networks?: number };
  /** Refusals of which nobody has to be told any more then. */
  tells?: { account: string; network: string }[];
};

/**
 * Tells log and audit log who was refused: what comes first in the next round, what goes on by a line a quarter of an hour for each
 * account and network. `accounts` says how many the network has tried lately, so that one who tries few passwords on many accounts
 * stands out; `networks` from how many the account was tried.
 */
export async function tellRefused({ db, clock, log }: { db: Database; clock: Clock; log: Log }): Promise<void> {
  const now = clock.now();
  const lines = await db.write(async (tx) => {
    const told = await toldLately(tx, now);
    const lines = [
      ...withinRoom(await locks(tx, now), told.filter(isLock), { most: lines_max.locks, sumOf: sumOfLocks }),
      ...withinRoom(
        await refusals(tx, now),
        told.filter((one) => !isLock(one)),
        { most: lines_max.refusals, sumOf: sumOfRefusals },
      ),
    ];
    for (const line of lines) await tell(tx, line, now);
    return lines;
  });
  for (const { action, on, address, detail } of lines)
    log.warn({ event: action, on, address, ...detail }, 'sign-ins were refused');
}

type Told = Pick<Line, 'action' | 'on' | 'address'>;

const keyOf = ({ action, on, address }: Told): string => `${action} ${on} ${networkOf(address)}`;

/** The lines that were told within the window. */
async function toldLately(db: Db, now: number): Promise<readonly Told[]> {
  const rows = await db
    .selectFrom('audit')
    .where('at', '>', timestamp(now - window_ms))
    .where('action', 'in', actions)
    .select(['action', 'on_id', 'address'])
    .execute();
  return rows.map((row) => ({ action: row.action as Line['action'], on: row.on_id, address: row.address ?? '' }));
}

/** Accounts that are locked for a network or for all unknown ones, and networks that are at their limit. */
async function locks(db: Db, now: number): Promise<Line[]> {
  const recent = db.selectFrom('refused_sign_in').where('at', '>', timestamp(now - window_ms));
  const tries = sql<number>`count(*)`;
  const latest = sql<string>`(array_agg(address order by at desc))[1]`;
  const accounts = sql<number>`count(distinct account)`;
  const networks = sql<number>`count(distinct network)`;
  const pairs = await recent
    .where('counts', '=', true)
    .groupBy(['account', 'network'])
    .having(tries, '>=', refusals_max.pair)
    .select(['account', tries.as('tries'), latest.as('address')])
    .execute();
  const everywhere = await recent
    .where('counts', '=', true)
    .groupBy('account')
    .having(tries, '>=', refusals_max.account)
    .select(['account', tries.as('tries'), networks.as('networks')])
    .execute();
  const limited = await recent
    .groupBy('network')
    .having(tries, '>=', refusals_max.network)
    .select(['network', tries.as('tries'), accounts.as('accounts'), latest.as('address')])
    .execute();
  return [
    ...limited.map(
      ({ network, tries, accounts, address }): Line => ({
        action: 'network.limited',
        on: network,
        address,
        detail: { tries, accounts },
      }),
    ),
    ...everywhere
      .filter(({ account }) => isUser(account))
      .map(
        ({ account, tries, networks }): Line => ({
          action: 'session.locked',
          on: account,
          address: '',
          detail: { tries, networks },
        }),
      ),
    ...pairs
      .filter(({ account }) => isUser(account))
      .map(
        ({ account, tries, address }): Line => ({ action: 'session.locked', on: account, address, detail: { tries } }),
      ),
  ];
}

/** Refusals that nobody was told of: of each user's account from each network, and of e-mails that nobody has by network. */
async function refusals(db: Db, now: number): Promise<Line[]> {
  const untold = await db
    .selectFrom('refused_sign_in')
    .where('told', '=', false)
    .groupBy(['account', 'network'])
    .select([
      'account',
      'network',
      sql<number>`count(*)`.as('tries'),
      sql<string>`(array_agg(address order by at desc))[1]`.as('address'),
    ])
    .execute();
  if (untold.length === 0) return [];
  // What nobody was told of may be as old as a window.
  const recent = db.selectFrom('refused_sign_in').where('at', '>', timestamp(now - 2 * window_ms));
  const accountsOf = new Map(
    (
      await recent
        .groupBy('network')
        .select(['network', sql<number>`count(distinct account)`.as('n')])
        .execute()
    ).map(({ network, n }) => [network, n]),
  );
  const networksOf = new Map(
    (
      await recent
        .groupBy('account')
        .select(['account', sql<number>`count(distinct network)`.as('n')])
        .execute()
    ).map(({ account, n }) => [account, n]),
  );
  const lines: Line[] = [];
  const unknown = new Map<string, Line & Required<Pick<Line, 'tells'>>>();
  for (const { account, network, tries, address } of untold) {
    const accounts = accountsOf.get(network) ?? 1;
    const tells = { account, network };
    if (isUser(account)) {
      const detail = { tries, accounts, networks: networksOf.get(account) ?? 1 };
      lines.push({ action: 'session.refused', on: account, address, detail, tells: [tells] });
      continue;
    }
    const line = unknown.get(network);
    if (line) {
      line.detail.tries += tries;
      line.tells.push(tells);
    } else
      unknown.set(network, {
        action: 'network.refused',
        on: network,
        address,
        detail: { tries, accounts },
        tells: [tells],
      });
  }
  return [...lines, ...unknown.values()].sort((a, b) => b.detail.tries - a.detail.tries);
}

/** Whether a line is of a lock: of an account, or of a network at its limit. */
const isLock = ({ action }: Told): boolean => action === 'session.locked' || action === 'network.limited';

/** The news among lines of a kind, of which some were told in this window: as many as there is room for, and all others as one, once. */
function withinRoom(
  lines: readonly Line[],
  told: readonly Told[],
  { most, sumOf }: { most: number; sumOf(others: readonly Line[]): Line },
): Line[] {
  const keys = new Set(told.map(keyOf));
  const isNews = (line: Line): boolean => !keys.has(keyOf(line));
  const news = lines.filter(isNews);
  const room = Math.max(0, most - 1 - told.filter(({ on }) => on !== everyOther).length);
  const others = news.slice(room);
  return others.length === 0 ? news : [...news.slice(0, room), sumOf(others)].filter(isNews);
}

const triesOf = (lines: readonly Line[]): number => lines.reduce((sum, { detail }) => sum + detail.tries, 0);

function sumOfRefusals(others: readonly Line[]): Line {
  const tells = others.flatMap(({ tells = [] }) => tells);
  const networks = new Set(tells.map(({ network }) => network)).size;
  return {
    action: 'network.refused',
    on: everyOther,
    address: '',
    detail: { tries: triesOf(others), networks },
    tells,
  };
}

/** Locked accounts, and networks at their limit, by how many there are of each. */
function sumOfLocks(others: readonly Line[]): Line {
  const of = (action: Line['action']): number =>
    new Set(others.filter((line) => line.action === action).map(({ on }) => on)).size;
  const detail = { tries: triesOf(others), accounts: of('session.locked'), networks: of('network.limited') };
  return { action: 'session.locked', on: everyOther, address: '', detail };
}

async function tell(db: Db, { action, on, address, detail, tells = [] }: Line, now: number): Promise<void> {
  const isOfUser = on !== everyOther && (action === 'session.refused' || action === 'session.locked');
  const user = isOfUser
    ? await db.selectFrom('app_user').where('id', '=', on).select(['id', 'company_id']).executeTakeFirst()
    : undefined;
  const caller = user ? { userId: user.id, companyId: user.company_id } : null;
  await writeAudit(db, { at: now, caller, action, on, address, detail });
  for (const { account, network } of tells)
    await db
      .updateTable('refused_sign_in')
      .set({ told: true })
      .where('account', '=', account)
      .where('network', '=', network)
      .where('told', '=', false)
      .execute();
}
