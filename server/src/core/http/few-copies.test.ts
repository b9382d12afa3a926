import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fewCopies } from './few-copies.ts';
import { Refusal } from './refusal.ts';

it('B11.1 of a person one copy of its data is made at a time, of all people two, and then the next', async () => {
  const copy = fewCopies();
  const done: (() => void)[] = [];
  const long = (): Promise<void> => new Promise((resolve) => done.push(resolve));
  const isRefused = (userId: string): Promise<void> =>
    assert.rejects(
      copy(userId, async () => assert.fail('was made')),
      (error) => error instanceof Refusal && error.code === 'too_many_at_once',
    );
  const first = copy('ada', long);
  await isRefused('ada');
  const second = copy('bea', long);
  await isRefused('cem');
  for (const end of done) end();
  await Promise.all([first, second]);
  assert.equal(await copy('ada', async () => 'again'), 'again');
  await assert.rejects(copy('ada', () => Promise.reject(new Error('broken'))));
  assert.equal(await copy('ada', async () => 'after a fault'), 'after a fault');
});
