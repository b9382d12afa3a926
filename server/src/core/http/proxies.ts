import type { IncomingMessage, Server } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { plainAddress } from '../network.ts';

/** The proxies that stand before the portal: what they say of whom they speak for is believed, and of nobody else. */
export type Proxies = {
  /** Whether a connection from this address is one of theirs. */
  trusts(address: string | undefined): boolean;
  /** Where a request comes from: the address of its connection or, where that is a proxy's, the one that it forwards. */
  addressOf(request: IncomingMessage): string;
};

/**
 * Reads addresses and networks, such as `10.0.0.7` and `fd00::/8`.
 * @throws Error with a sentence's end, such as `names x, which is no address`
 */
export function readProxies(names: readonly string[]): Proxies {
  const list = new BlockList();
  for (const name of names) {
    const [address = '', prefix, ...rest] = name.split('/');
    const longest = isIPv6(address) ? 128 : 32;
    const length = prefix === undefined ? longest : Number(/^\d{1,3}$/.test(prefix) ? prefix : Number.NaN);
    if (!isIP(address) || rest.length > 0 || !(length >= 1 && length <= longest))
      throw new Error(`names ${name}, which is neither an address nor a network like 10.0.0.0/8`);
    list.addSubnet(address, length, familyOf(address));
  }
  const trusts: Proxies['trusts'] = (address = '') => isIP(address) !== 0 && list.check(address, familyOf(address));
  return {
    trusts,
    addressOf: (request) => {
      let address = plainAddress(request.socket.remoteAddress ?? '');
      // Each proxy adds whom it heard; from the nearest on, up to the first that is none of ours.
      const heard = String(request.headers['x-forwarded-for'] ?? '').split(',');
      while (trusts(address)) {
        const next = plainAddress(withoutPort(heard.pop()?.trim() ?? ''));
        if (!isIP(next)) break;
        address = next;
      }
      return address;
    },
  };
}

/**
 * Leaves of what requests say about who forwards them only what is true, before anybody reads it: `x-forwarded-for` of a proxy
 * becomes the one address that counts. What others say stays as it is, and is not believed.
 */
export function believeProxies(server: Server, { trusts, addressOf }: Proxies): void {
  const believe = (request: IncomingMessage): void => {
    const { headers, socket } = request;
    if (headers['x-forwarded-for'] !== undefined && trusts(socket.remoteAddress))
      headers['x-forwarded-for'] = addressOf(request);
  };
  server.prependListener('request', believe);
  server.prependListener('upgrade', believe);
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Some proxies write the port too: `192.0.2.7:4711`, `[2001:db8::7]:4711`. */
const withoutPort = (name: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(name)?.[1] ?? /^([\d.]+):\d+$/.exec(name)?.[1] ?? name;
