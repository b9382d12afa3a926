import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { memoryBus } from '../bus/memory-bus.ts';
import type { Caller } from './caller.ts';
import { Guesses, guesses_max, isSame } from './guesses.ts';

const callerOf = (sessionId: string): Caller => ({
  userId: 'u',
  sessionId,
  role: 'USER',
  companyId: 'c',
  member: { id: 'm', role: 'KITCHEN_MANAGER' },
  locale: 'en',
  measurement: 'metric',
  email: 'ada@example.com',
  status: 'ACTIVE',
  tos: true,
  hasFactor: false,
  lacksFactor: false,
  confirmedAt: null,
});

describe('guesses of callers', () => {
  it('are bounded: who has not asked for longest goes first', () => {
    const guesses = new Guesses();
    for (let n = 0; n < guesses_max; n++) guesses.keep(callerOf(`s${n}`));
    guesses.of('s0');
    guesses.keep(callerOf('one more'));
    assert.equal(guesses.size, guesses_max);
    assert.deepEqual(
      [guesses.of('s0')?.sessionId, guesses.of('s1'), guesses.of('s2')?.sessionId],
      ['s0', undefined, 's2'],
    );
  });

  it('go with the session', async () => {
    await using bus = memoryBus({ log: pino({ level: 'silent' }) });
    const guesses = new Guesses();
    using _following = guesses.follow(bus);
    for (const session of ['ended', 'other']) guesses.keep(callerOf(session));
    bus.publish('access.changed', { users: ['u'], serials: [], endedSessions: ['ended'] });
    await bus.drained();
    assert.deepEqual([guesses.of('ended'), guesses.of('other')?.sessionId], [undefined, 'other']);
  });

  it('are right only if everything is the same, and nobody changes one', () => {
    const guesses = new Guesses();
    guesses.keep(callerOf('s'));
    const guess = guesses.of('s') ?? assert.fail();
    assert.ok(isSame(callerOf('s'), guess));
    const differences: Partial<Caller>[] = [
      { role: 'SERVICE' },
      { companyId: null },
      { member: null },
      { member: { id: 'm', role: 'ADMIN' } },
      { member: { id: 'n', role: 'KITCHEN_MANAGER' } },
      { locale: 'it' },
      { email: '' },
      { status: 'INACTIVE' },
      { tos: false },
      { userId: 'v' },
    ];
    for (const difference of differences) assert.ok(!isSame({ ...callerOf('s'), ...difference }, guess));
    assert.throws(() => Object.assign(guess, { role: 'INTERNAL' }), TypeError);
    assert.throws(() => Object.assign(guess.member ?? {}, { id: 'n' }), TypeError);
  });
});
