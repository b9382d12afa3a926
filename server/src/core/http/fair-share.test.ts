import assert from 'node:assert/strict';
import { it } from 'node:test';
import { getUserInfo } from '@brina/contract/calls/people/account';
import type { WireError } from '@brina/contract/wire/errors';
import { given } from '../../../test/given.ts';
import { ownPortal } from '../../../test/portal.ts';
import { makeEmbeddedPlace } from '../db/test-database.ts';

/** What a browser may have under way at once, and what waits behind: sixteen calls are carried out, two hundred wait. */
const most = 216;

it('B11.1 of one user’s calls so many wait, the next are told when to come again, and others are let in', async () => {
  const place = await makeEmbeddedPlace();
  await using _place = place;
  const portal = await ownPortal({ place });
  const { user, headersOf } = given(portal);
  const [greedy, other] = [await user('USER', { language: 'de' }), await user()];
  const ask = (token: string): Promise<Response> =>
    fetch(portal.url + getUserInfo.path, { headers: { ...headersOf(token), 'accept-language': 'de' } });

  const refused = Promise.withResolvers<void>();
  let replies: Promise<Response>[] = [];
  // Nobody reads before this has ended: what came stands in its order.
  await portal.db.write(async () => {
    let tooMany = 0;
    replies = Array.from({ length: most + 5 }, async () => {
      const reply = await ask(greedy.accessToken);
      if (reply.status === 429 && ++tooMany === 5) refused.resolve();
      return reply;
    });
    await refused.promise;
    replies.push(ask(other.accessToken));
  });
  const answered = await Promise.all(replies);
  const ofOther = answered.pop();
  assert.equal(ofOther?.status, 200);
  const late = answered.filter(({ status }) => status === 429);
  assert.deepEqual([late.length, answered.filter(({ ok }) => ok).length], [5, most]);
  for (const reply of late) {
    const { code, message } = (await reply.json()) as WireError;
    assert.deepEqual(
      [code, message, reply.headers.get('retry-after')],
      ['too_many_at_once', 'Zu viele Anfragen gleichzeitig. Versuchen Sie es in 2 s erneut.', '2'],
    );
  }
  assert.equal((await ask(greedy.accessToken)).status, 200, 'when they are done there is room again');
});
