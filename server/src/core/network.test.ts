import assert from 'node:assert/strict';
import { it } from 'node:test';
import { networkOf, plainAddress, siteOf } from './network.ts';

const networks: [address: string, network: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
];
for (const [address, network] of networks)
  it(`B11.1 ${address || 'no address'} is of ${network || 'no network'}`, () =>
    assert.equal(networkOf(address), network));

const spellings: [address: string, plain: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:FFFF:cb00:7109', '203.0.113.9'],
  ['2001:0DB8:0:0::0009', '2001:db8::9'],
  ['fe80:0::1%eth0', 'fe80::1%eth0'],
  ['::1', '::1'],
  ['', ''],
];
for (const [address, plain] of spellings)
  it(`B11.2 ${address || 'no address'} is written ${plain || 'as nothing'}`, () =>
    assert.equal(plainAddress(address), plain));

it('B11.1 all networks of one /48 are of one site, and an IPv4 address is its own', () => {
  for (const network of ['0', '2', 'ffff']) assert.equal(siteOf(`2001:db8:1:${network}::9`), '2001:db8:1::/48');
  assert.equal(siteOf('2001:db8::9'), '2001:db8:0::/48');
  assert.notEqual(siteOf('2001:db8:2:2::9'), siteOf('2001:db8:1:2::9'));
  assert.equal(siteOf('::ffff:192.0.2.7'), '192.0.2.7');
});
