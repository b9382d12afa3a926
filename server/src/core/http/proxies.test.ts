import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { readProxies } from './proxies.ts';

const request = (peer: string, forwarded?: string): IncomingMessage =>
  ({ socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

describe('the address of a request', () => {
  const { addressOf } = readProxies(['10.0.0.7', '192.168.0.0/16', 'fd00::/8']);
  const cases: [says: string, peer: string, forwarded: string | undefined, address: string][] = [
    ['is that of its connection', '198.51.100.1', undefined, '198.51.100.1'],
    ['is not what a stranger says', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['is what a proxy says', '10.0.0.7', '203.0.113.9', '203.0.113.9'],
    ['is what a proxy says, also by IPv6', '::ffff:10.0.0.7', '203.0.113.9', '203.0.113.9'],
    ['is what a proxy of a network says', 'fd12::1', '2001:db8::9', '2001:db8::9'],
    ['is what the proxy heard, not what the client had said', '10.0.0.7', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['is what the first of several proxies heard', '10.0.0.7', '1.1.1.1, 203.0.113.9, 192.168.3.4', '203.0.113.9'],
    ['has no port', '10.0.0.7', '203.0.113.9:4711', '203.0.113.9'],
    ['has no port, nor brackets', '10.0.0.7', '[2001:db8::9]:4711', '2001:db8::9'],
    ['is the proxy’s where it says none', '10.0.0.7', undefined, '10.0.0.7'],
    ['is the proxy’s where it says nonsense', '10.0.0.7', '203.0.113.9, unknown', '10.0.0.7'],
    ['is plain', '::ffff:198.51.100.1', undefined, '198.51.100.1'],
    ['is plain, however a proxy spells it', '10.0.0.7', '::FFFF:cb00:7109', '203.0.113.9'],
    ['is trusted, however it is spelled', '::ffff:a00:7', '203.0.113.9', '203.0.113.9'],
  ];
  for (const [says, peer, forwarded, address] of cases)
    it(`B11.2 ${says}`, () => assert.equal(addressOf(request(peer, forwarded)), address));

  it('B11.2 what names no proxy is refused', () => {
    for (const name of ['proxy.example', '10.0.0.0/0', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/8/8', 'fd00::/129', ''])
      assert.throws(() => readProxies([name]), /neither an address nor a network/, name);
  });
});
