import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inOrder } from './in-order.ts';

const names = (list: Parameters<typeof inOrder>[0]): string[] => inOrder(list).map(({ name }) => name);

describe('the order of steps and rounds', () => {
  it('is what they say, and else that of the list', () => {
    const list = [{ name: 'shown', after: ['kept', 'judged'] }, { name: 'judged', after: ['kept'] }, { name: 'kept' }];
    assert.deepEqual(names([...list, { name: 'last' }]), ['kept', 'judged', 'shown', 'last']);
    assert.deepEqual(names([{ name: 'b' }, { name: 'a' }]), ['b', 'a']);
  });

  it('is refused when it cannot be, by name', () => {
    assert.throws(() => names([{ name: 'a', after: ['nobody'] }]), /a comes after nobody, which is not there/);
    assert.throws(() => names([{ name: 'a' }, { name: 'b' }, { name: 'a' }]), /named twice: a/);
    assert.throws(
      () =>
        names([
          { name: 'a', after: ['b'] },
          { name: 'b', after: ['a'] },
        ]),
      /each waits for the next: a, b, a/,
    );
  });
});
