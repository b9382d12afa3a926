import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { allCalls } from '@brina/contract/all-calls';
import { confirm } from '@brina/contract/calls/people/security';
import { send } from '@brina/contract/wire/client';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { confirmation_ms } from '@brina/domain/people/factors';
import { given, signIn, testPassword } from './given.ts';
import { startTestPortal } from './portal.ts';
import { type CallerKind, callerKinds, prepareCalls } from './prepared-calls.ts';

/** What asks again, by what is dangerous and not by the contract: written by hand. */
const dangerous = [
  // Certificates, and letting go of somebody else's appliance.
  'factoryAppliances.certs',
  'factoryAppliances.issueCertificate',
  'factoryAppliances.revokeCertificate',
  'factoryAppliances.release',
  // Deletion and roles.
  'account.deleteOwnUser',
  'factoryUsers.delete',
  'factoryUsers.upgrade',
  // Who acts for a company, and with which rights.
  'sharing.invite',
  'sharing.updateMember',
  'sharing.removeMember',
  // The second factor itself.
  'factoryUsers.resetFactors',
  'security.addTotp',
  'security.addPasskey',
  'security.removeFactor',
  'security.newRecoveryCodes',
];

describe('dangerous acts', async () => {
  const stack = new AsyncDisposableStack();
  after(() => stack.disposeAsync());
  const portal = stack.use(await startTestPortal());
  const prepared = stack.use(await prepareCalls(portal));
  const { user, headersOf } = given(portal);
  const codeOf = (text: string): string => (JSON.parse(text) as { code?: string }).code ?? '';
  const isOpen = (roles: unknown, kind: CallerKind): boolean =>
    kind !== 'generic token' && (roles === 'any' || (Array.isArray(roles) && roles.includes(kind)));

  it('B11.4 are those that the contract says', () => {
    const marked = allCalls.filter(({ confirmed }) => confirmed).map(({ id }) => id);
    assert.deepEqual(marked.toSorted(), dangerous.toSorted());
  });

  it('B11.4 are refused five minutes after the sign-in, to every role, and nothing else is', async () => {
    portal.clock.leap(confirmation_ms);
    const wrong: string[] = [];
    for (const call of allCalls)
      for (const kind of callerKinds.filter((one) => isOpen(call.roles, one))) {
        const isAsked = dangerous.includes(call.id);
        // What works would be done: of the others the first role is enough, made as somebody who has nothing.
        if (!isAsked && kind !== callerKinds.find((one) => isOpen(call.roles, one))) continue;
        const { status, text } = isAsked ? await prepared.refused(call, kind) : await prepared.carriedOut(call, kind);
        const isRefused = status === 403 && codeOf(text) === 'confirmation_needed';
        if (isRefused !== isAsked) wrong.push(`${call.id} ${kind}: ${status} ${text.slice(0, 80)}`);
      }
    assert.deepEqual(wrong, []);
  });

  it('B11.4 go on after a proof by the same session, for five minutes, and not by another', async () => {
    const ada = await user('FACTORY');
    portal.clock.leap(confirmation_ms);
    const other = await signIn(portal, ada.email, testPassword);
    const askedFor = async (): Promise<boolean> => {
      const call = allCalls.find(({ id }) => id === 'factoryAppliances.certs') ?? assert.fail();
      const url = portal.url + call.path.replace('{serial}', 'MF-NOBODY-000');
      const reply = await fetch(url, { headers: headersOf(ada.accessToken) });
      return codeOf(await reply.text()) === 'confirmation_needed';
    };
    assert.equal(await askedFor(), true, 'the sign-in elsewhere proves nothing here');
    await send(
      confirm,
      { body: { password: testPassword } },
      { baseUrl: portal.url, headers: () => headersOf(other.access_token) },
    );
    assert.equal(await askedFor(), true, 'nor does a proof there');
    await ada.call(confirm, { body: { password: testPassword } });
    assert.equal(await askedFor(), false);
    portal.clock.leap(confirmation_ms - 1000);
    assert.equal(await askedFor(), false);
    portal.clock.leap(1000);
    assert.equal(await askedFor(), true);

    // A proof that lies ahead, since the clock was set back, is as old as nobody knows, also once that time comes again.
    await ada.call(confirm, { body: { password: testPassword } });
    portal.clock.leap(30 * minute_ms - hour_ms);
    assert.equal(await askedFor(), true);
    await portal.clock.advance(minute_ms);
    portal.clock.leap(29 * minute_ms);
    assert.equal(await askedFor(), true);
  });
});
