import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askAgainIn_ms } from './ask-again.ts';

/** The waits after answers of one query, each of which says whether something is arriving. */
function waitsAfter(answers: readonly boolean[]): (number | false)[] {
  const query = { state: { dataUpdateCount: 0 } };
  return answers.map((isArriving) => {
    query.state.dataUpdateCount += 1;
    const wait_ms = askAgainIn_ms(query, isArriving);
    assert.equal(askAgainIn_ms(query, isArriving), wait_ms, 'the same until the next answer');
    return wait_ms;
  });
}

describe('asking again for what is arriving', () => {
  it('waits twice as long each time, up to a minute', () => {
    const seconds = [3, 6, 12, 24, 48, 60, 60];
    assert.deepEqual(
      waitsAfter(seconds.map(() => true)),
      seconds.map((second) => second * 1000),
    );
  });

  it('begins anew when nothing was arriving in between', () => {
    assert.deepEqual(waitsAfter([false, true, true, false, false, true, true]), [
      false,
      3000,
      6000,
      false,
      false,
      3000,
      6000,
    ]);
  });
});
