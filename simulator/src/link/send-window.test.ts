import assert from 'node:assert/strict';
import { it } from 'node:test';
import { minute_ms } from '@brina/domain/language/durations';
import { Outbox } from '../outbox/outbox.ts';
import { type Flight, SendWindow } from './send-window.ts';

it('sends again what has its PUBACK and was not acknowledged for a minute, on the same connection and as often as it takes', () => {
  const began_ms = Date.UTC(2026, 5, 10, 6);
  const outbox = new Outbox();
  const seq = outbox.put(
    'evt',
    { type: 'door', door: 1, open: true },
    { boot: 1, at: began_ms, up: 0, true_ms: began_ms },
  );
  const window = new SendWindow(outbox);
  const flights: Flight[] = [];
  const sentAfter = (passed_ms: number): number => {
    const before = flights.length;
    window.pump(began_ms + passed_ms, (_entry, _late, flight) => void flights.push(flight));
    return flights.length - before;
  };
  assert.equal(sentAfter(0), 1);
  assert.equal(sentAfter(2 * minute_ms), 0, 'the edge has not taken it: it stands in the line still');
  for (const passed_ms of [3, 5, 7].map((minutes) => minutes * minute_ms)) {
    for (const flight of flights) flight.taken = true;
    assert.equal(sentAfter(passed_ms), 1);
    assert.equal(sentAfter(passed_ms + minute_ms), 0);
  }
  window.arrived([[seq, seq]], []);
  outbox.acknowledge([[seq, seq]]);
  assert.equal(sentAfter(10 * minute_ms), 0);
});
