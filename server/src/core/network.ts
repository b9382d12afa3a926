import { isIPv6, type Socket } from 'node:net';

/** An address in the one spelling that is kept and shown: an IPv4 address as such, also where it is written as IPv6. */
export function plainAddress(address: string): string {
  const [bare = '', zone] = address.split('%');
  if (!isIPv6(bare)) return address;
  const network = networkOf(bare);
  if (!network.includes(':')) return network;
  return spelled(bare) + (zone === undefined ? '' : `%${zone}`);
}

/** A URL has one spelling for each IPv6 address. */
const spelled = (bare: string): string => new URL(`http://[${bare}]`).hostname.slice(1, -1);

/**
 * The network that an address stands for where something is limited: an IPv4 address for itself, also where it is written as IPv6;
 * an IPv6 address for its /64, since that is the least anybody is given, and its holder could come from each address of it.
 * @returns `192.0.2.7` or `2001:db8:1:2::/64`; what is no address as it is
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const [head = '', tail] = spelled(bare).split('::');
  const groups = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  while (groups.length + after.length < 8) groups.push('0');
  groups.push(...after);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return mapped(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * Where the networks of one holder lie, as far as an address tells: of an IPv6 network its /48, which sites are given and has 65,536
 * networks; an IPv4 address is its own.
 */
export const siteOf = (address: string): string => networkOf(address).replace(/:[^:]+::\/64$/, '::/48');

/** The other end of a connection, which its bare socket and that of its TLS have in common. */
export const endOf = (socket: Socket): string => `${socket.remoteAddress}:${socket.remotePort}`;

const mapped = (groups: readonly string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((bits) => [bits >> 8, bits & 0xff])
    .join('.');
