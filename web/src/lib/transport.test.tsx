import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { getUserInfo, updateUserInfo } from '@brina/contract/calls/people/account';
import { beforeEach, describe, expect, it } from 'vitest';
import { beginCachesAnew, emptyCaches } from './caches.ts';
import { loadConfig } from './config.ts';
import { portalFixture } from './testing/portal-fixture.ts';
import { authorise, send, sendAhead } from './transport.ts';

describe('a reply that was asked for ahead', () => {
  let token: string;
  let portal: ReturnType<typeof portalFixture>;
  const asked = (): number => portal.askedFor(listLaboratories.path).length;
  const take = (): Promise<unknown> => send(listLaboratories, {});

  beforeEach(async () => {
    portal = portalFixture();
    portal.reply(listLaboratories, listLaboratories.example.reply);
    portal.reply(updateUserInfo, getUserInfo.example.reply);
    await loadConfig();
    token = 'first';
    authorise({
      ready: async () => undefined,
      accessToken: () => token,
      renew: async () => false,
      end: () => undefined,
    });
  });

  it('is taken once', async () => {
    sendAhead(listLaboratories);
    await take();
    expect(asked()).toBe(1);
    await take();
    expect(asked()).toBe(2);
  });

  const ends: [why: string, end: () => unknown][] = [
    ['of another token', () => (token = 'second')],
    ['after a change', () => send(updateUserInfo, { body: { tos: true } })],
    ['after the session', emptyCaches],
    ['for another company', beginCachesAnew],
  ];
  it.each(ends)('S4.6 S6.2 is not taken %s', async (_why, end) => {
    sendAhead(listLaboratories);
    await end();
    await take();
    expect(asked()).toBe(2);
  });
});
