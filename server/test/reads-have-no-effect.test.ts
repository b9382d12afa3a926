import assert from 'node:assert/strict';
import { after, describe, it, mock } from 'node:test';
import { allCalls } from '@brina/contract/all-calls';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import type { Call } from '@brina/contract/wire/call';
import { type MembershipRole, roles } from '@brina/domain/people/roles';
import { isOpenTo } from '#core/access/rights.ts';
import { startTestPortal, type TestPortal } from './portal.ts';
import { prepareCalls, type UserKind, userKinds } from './prepared-calls.ts';

/** What an installation tells the world besides a reply: messages of the bus, lines of the log, numbers but those of calls. */
async function effectsOf({ bus, log, metrics }: TestPortal, act: () => Promise<unknown>): Promise<unknown[]> {
  const effects: unknown[] = [];
  const note = (...what: unknown[]) => effects.push(what);
  const spies = [
    ...(['append', 'publish', 'ask'] as const).map((name) => mock.method(bus, name, note)),
    ...(['fatal', 'error', 'warn', 'debug'] as const).map((name) => mock.method(log, name, note)),
    mock.method(log, 'info', (line: { event?: string }) => {
      if (line.event !== 'call') note('info', line);
    }),
  ];
  const numbers = async () =>
    (await metrics.registry.metrics()).split('\n').filter((line) => /^brina_(?!call_seconds)/.test(line));
  const before = await numbers();
  try {
    await act();
  } finally {
    for (const spy of spies) spy.mock.restore();
  }
  assert.deepEqual(await numbers(), before);
  return effects;
}

const mayMake = (call: Call, kind: UserKind): boolean => {
  const role = roles.find((one) => one === kind);
  const member = role ? null : { id: '', role: kind.replace('member ', '') as MembershipRole };
  return isOpenTo(call, { role: role ?? 'USER', member, status: 'ACTIVE', tos: true, lacksFactor: false });
};

describe('the handlers of reads', async () => {
  const stack = new AsyncDisposableStack();
  after(() => stack.disposeAsync());
  // What others do in it would be taken for theirs.
  const portal = stack.use(await startTestPortal());
  const prepared = stack.use(await prepareCalls(portal));
  const speak = (language: string) => portal.db.write((db) => db.updateTable('app_user').set({ language }).execute());

  /** Makes a call as each who may, and each time the caller that is guessed is another than the one it is. */
  const guessWrong = async (call: Call): Promise<number> => {
    let answered = 0;
    for (const kind of userKinds.filter((one) => mayMake(call, one)))
      for (const language of ['it_IT', 'de_DE']) {
        await speak(language);
        const { status } = await prepared.carriedOut(call, kind);
        if (status === 200) answered += 1;
      }
    return answered;
  };

  for (const call of allCalls.filter(({ method }) => method === 'GET'))
    it(`S6.1 S6.3 ${call.id} has no effect but its reply, as whomever it is carried out in vain`, async () => {
      let answered = 0;
      const effects = await effectsOf(portal, async () => {
        answered = await guessWrong(call);
      });
      assert.deepEqual(effects, []);
      assert.ok(answered > 1, 'nobody was answered');
    });

  it('what a handler of a change says is heard by this test', async () => {
    const effects = await effectsOf(portal, async () => {
      portal.bus.publish('access.changed', { users: ['nobody'], serials: [] });
      portal.log.info({ event: 'other' }, 'told');
      await prepared.carriedOut(listLaboratories, 'USER');
    });
    assert.equal(effects.length, 2);
  });
});
