import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedSearch, isFiltered, readSearch, withoutFilters } from './dashboard-search.ts';

describe('the URL of the dashboard', () => {
  it('S2.21 reads what it knows and leaves out the rest', () => {
    const read = readSearch({ kitchen: 'a', category: 'ABBATTITORE', family: 'MF', status: 'nonsense', q: 45, x: '1' });
    assert.deepEqual(read, { kitchen: ['a'], category: 'ABBATTITORE', family: 'MF', q: '45' });
    assert.deepEqual(readSearch({ closed: 'a', view: 'wall', activation: '7KQ2M-9XWPA' }), {
      closed: ['a'],
      view: 'wall',
      activation: '7KQ2M-9XWPA',
    });
  });

  it('S2.21 whoever filters sees what was found: folded kitchens open, the order stays', () => {
    const folded = readSearch({ closed: ['a', 'b'], sort: 'attention' });
    assert.deepEqual(changedSearch(folded, { q: 'fish' }), { sort: 'attention', q: 'fish' });
    assert.deepEqual(changedSearch(folded, { sort: 'model' }), { closed: ['a', 'b'], sort: 'model' });
  });

  it('S2.21 clearing the filters leaves order and folds', () => {
    const search = readSearch({ q: 'fish', attention: '1', sort: 'model' });
    assert.equal(isFiltered(search), true);
    const cleared = changedSearch(search, withoutFilters);
    assert.deepEqual(cleared, { sort: 'model' });
    assert.equal(isFiltered(cleared), false);
  });
});
