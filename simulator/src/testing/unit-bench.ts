/** Units of tests, connected to an edge of their own and living by a clock that stands still until a test moves it on. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { modelRow } from '@brina/domain/appliance/families/families';
import type { PanelAnswers } from '../unit/panel.ts';
import { Unit } from '../unit/unit.ts';
import { makeAuthority, type TestAuthority } from './certificates.ts';
import { stillClock } from './still-clock.ts';
import { type Arrival, startTestEdge, type TestEdge } from './test-edge.ts';

/** Stands still until a test moves it on. */
export const clock = stillClock(Date.UTC(2026, 5, 10, 6));
let authority: TestAuthority;
/** The edge of this file's tests. */
export let edge: TestEdge;
let folder: string;
let serials = 100;
const longestPause_ms = 200;

/** Sets the bench up for the tests of a file, and clears it away after them: files of one process have it one after the other. */
export function useBench(): void {
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'brina-unit-'));
    authority = makeAuthority();
    edge = await startTestEdge(authority.issue('edge', true), authority.ca, clock);
  });
  after(async () => {
    await edge[Symbol.asyncDispose]();
    authority[Symbol.dispose]();
    rmSync(folder, { recursive: true });
  });
}

/** A unit that lives in real time. */
export type Given = AsyncDisposable & {
  readonly unit: Unit;
  readonly serial: string;
  arrivals(topic?: Arrival['topic']): Arrival[];
  /** Ends it and starts it again from its folder. */
  restart(): Promise<Given>;
};

/** A unit of its own, connected to the edge and living in real time. */
export function given({
  certificateOf,
  storedName = 'MF Next L 45',
  panel = 'always',
}: {
  certificateOf?: string;
  storedName?: string;
  panel?: PanelAnswers;
} = {}): Given {
  const serial = `MFL45-26-000${serials++}`;
  const model = modelRow(storedName);
  assert.ok(model);
  const { certificate, key } = authority.issue(certificateOf ?? serial);
  const build = (): Unit =>
    new Unit({
      serial,
      model,
      panel,
      timeZone: 'Europe/Rome',
      link: { url: edge.url, credentials: { ca: authority.ca, certificate, key }, reconnect_ms: [20, longestPause_ms] },
      folder,
      seed: 7,
      pace: 1,
      clock,
      born_ms: clock.now(),
    });
  const live = (unit: Unit): Given => {
    unit.goLive();
    unit.connect();
    const beat = clock.every(1000, () => unit.advance(clock.now()));
    return {
      unit,
      serial,
      arrivals: (topic) => edge.arrivals.filter((a) => a.serial === serial && (!topic || a.topic === topic)),
      async restart() {
        beat[Symbol.dispose]();
        await unit.close();
        clock.advance(5000);
        return live(build());
      },
      async [Symbol.asyncDispose]() {
        beat[Symbol.dispose]();
        await unit.close();
        assert.deepEqual(edge.faults, []);
      },
    };
  };
  return live(build());
}

/** Connected, and all it told acknowledged. */
export const connected = (one: Given): Promise<void> =>
  edge.sees(() => one.arrivals('twin').length > 0 && one.unit.outbox.fill.messages === 0, 'the twin');
/** A unit that lost its connection tries again after a pause. */
export const triesAgain = async (): Promise<void> => {
  await clock.planned();
  clock.advance(longestPause_ms);
};
/** Events of a type that arrived of it. */
export const eventsOf = (one: Given, type: string): Record<string, unknown>[] =>
  one.arrivals('evt').flatMap(({ message }) => (message.type === type ? [message] : []));
/** What it answered to a command: results with their reasons. */
export const answersTo = (one: Given, id: string): string[] =>
  one
    .arrivals('res')
    .flatMap(({ message }) => (message.id === id ? [[message.result, message.reason].filter(Boolean).join(' ')] : []));
/** A command as the portal sends it. */
export const command = (id: string, name: string, args = {}, life_ms = 60_000): unknown => ({
  id,
  name,
  args,
  exp: clock.now() + life_ms,
});
