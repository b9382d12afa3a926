import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { stillClock } from './testing/test-clock.ts';
import { drainedWorker, startWorker } from './worker.ts';

/** A round that has `left` pieces of work, and how often it was at work at once. */
function givenRound(every_ms: number) {
  const seen = { left: 0, turns: 0, most: 0, running: 0 };
  const run = async (): Promise<boolean> => {
    seen.turns += 1;
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    await turn();
    seen.running -= 1;
    seen.left = Math.max(0, seen.left - 1);
    return seen.left > 0;
  };
  return { ...seen, seen, round: { name: 'test', every_ms, run } };
}

function given() {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  return { clock: stillClock(), log, lines };
}

describe('the worker', () => {
  it('gives a round its turn by the clock, and again at once while it finds work', async () => {
    const { clock, log } = given();
    const { seen, round } = givenRound(500);
    await using _worker = startWorker([round], { clock, log });
    await clock.advance(499);
    assert.equal(seen.turns, 0);
    seen.left = 3;
    for (let i = 0; i < 3; i++) {
      await clock.advance(i === 0 ? 1 : 0);
      await turn();
      await turn();
    }
    assert.deepEqual([seen.turns, seen.left], [3, 0]);
    await clock.advance(499);
    assert.equal(seen.turns, 3, 'not before its pause is over');
    await clock.advance(1);
    assert.equal(seen.turns, 4);
  });

  it('lets a round rest between its turns as many times as long as the one before took, no longer than it pauses', async () => {
    const { clock, log } = given();
    let turns = 0;
    let takes_ms = 20;
    const run = async (): Promise<boolean> => {
      turns += 1;
      for (let ms = 0; ms < takes_ms; ms += 1) clock.tick();
      return true;
    };
    await using _worker = startWorker([{ name: 'test', every_ms: 500, restsFor: () => 5, run }], { clock, log });
    await clock.advance(500);
    await turn();
    await clock.advance(99);
    await turn();
    assert.equal(turns, 1);
    takes_ms = 200;
    await clock.advance(1);
    await turn();
    assert.equal(turns, 2);
    await clock.advance(500);
    await turn();
    assert.equal(turns, 3);
  });

  it('drains one after the other until nothing is due, while no turn begins by itself', async () => {
    const { clock, log } = given();
    const { seen, round } = givenRound(1);
    await using worker = startWorker([round], { clock, log });
    for (let i = 0; i < 5; i++) {
      seen.left = 10;
      const drains = Promise.all([worker.drain(), worker.drain()]);
      await clock.advance(3);
      await drains;
      assert.equal(seen.left, 0);
    }
    assert.equal(seen.most, 1);
  });
});

describe('the worker of a test', () => {
  it('turns when it is drained and never by itself; rounds of an hour when their hour has come', async () => {
    const { clock, log } = given();
    const often = givenRound(500);
    const hourly = givenRound(3_600_000);
    await using worker = drainedWorker([often.round, hourly.round], { clock, log, commits: () => 0 });
    await clock.advance(7_200_000);
    assert.deepEqual([often.seen.turns, hourly.seen.turns], [0, 0]);
    await worker.drain();
    assert.deepEqual([often.seen.turns, hourly.seen.turns], [1, 1]);
    await clock.advance(3_599_000);
    await worker.drain();
    assert.deepEqual([often.seen.turns, hourly.seen.turns], [2, 1]);
    clock.leap(1000);
    await worker.drain();
    assert.deepEqual([often.seen.turns, hourly.seen.turns], [3, 2]);
  });

  it('turns a round of an hour also when the clock was set back: no timer goes by it', async () => {
    const { clock, log } = given();
    const hourly = givenRound(3_600_000);
    await using worker = drainedWorker([hourly.round], { clock, log, commits: () => 0 });
    await clock.advance(36_000_000);
    await worker.drain();
    clock.leap(-36_000_000);
    await worker.drain();
    assert.equal(hourly.seen.turns, 2);
  });

  it('leaves out what can have found nothing: no commit since, no time passed; a round that failed is tried again', async () => {
    const { clock, log, lines } = given();
    let commits = 0;
    let fails = false;
    const { seen, round } = givenRound(500);
    const run = async (): Promise<boolean> => {
      await round.run();
      if (fails) throw new Error('the database is away');
      return false;
    };
    await using worker = drainedWorker([{ ...round, run }], { clock, log, commits: () => commits });
    await worker.drain();
    await worker.drain();
    assert.equal(seen.turns, 1);
    commits += 1;
    await worker.drain();
    assert.equal(seen.turns, 2);
    clock.leap(500);
    fails = true;
    await worker.drain();
    await worker.drain();
    assert.deepEqual([seen.turns, lines.length], [4, 2]);
  });

  it('turns again after what was committed while it turned', async () => {
    const { clock, log } = given();
    let commits = 0;
    const { seen, round } = givenRound(500);
    const later = async (): Promise<void> => void (commits += commits === 0 ? 1 : 0);
    const rounds = [round, { name: 'later', every_ms: 500, run: later }];
    await using worker = drainedWorker(rounds, { clock, log, commits: () => commits });
    const turns: number[] = [];
    for (let drains = 0; drains < 3; drains++) {
      await worker.drain();
      turns.push(seen.turns);
    }
    assert.deepEqual(turns, [1, 2, 2]);
  });
});
