import { isIPv4 } from 'node:net';
import { visitLasts_ms } from '@brina/domain/haccp/inspection';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import { networkOf, siteOf } from '#core/network.ts';
import { deviceName } from '#identity/device-name.ts';

/** Who opens a page, as far as that is told to the company: a kind of device, and a network in which many are. */
export type Visitor = { device: string; network: string };

/** The network of an address, shortened to /24 or /48: it tells a town hall from a competitor, and names nobody. */
function shortened(address: string): string {
  const network = networkOf(address);
  return isIPv4(network) ? network.replace(/\.\d+$/, '.0/24') : siteOf(address);
}

export const visitorOf = (userAgent: string | undefined, address: string): Visitor => ({
  device: deviceName(userAgent ?? ''),
  network: shortened(address),
});

/** Notes that a page of a link was opened: a visit of its own, or one more page of one that goes on. */
export async function noteVisit(db: Db, link: string, { device, network }: Visitor, now: number): Promise<void> {
  // Two pages that are opened at once are one visit.
  await db.selectFrom('inspection_link').select('id').where('id', '=', link).forUpdate().execute();
  const known = await db
    .updateTable('inspection_visit')
    .set(({ eb }) => ({ last_at: timestamp(now), pages: eb('pages', '+', 1) }))
    .where('link', '=', link)
    .where('device', '=', device)
    .where('network', '=', network)
    .where('last_at', '>', timestamp(now - visitLasts_ms))
    .executeTakeFirst();
  if (known.numUpdatedRows > 0n) return;
  const at = timestamp(now);
  await db
    .insertInto('inspection_visit')
    .values({ id: newId(now), link, began_at: at, last_at: at, device, network, pages: 1 })
    .execute();
}
