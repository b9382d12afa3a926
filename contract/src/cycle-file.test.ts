import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paletteIndexes } from '@brina/domain/recipes/palette';
import { presets } from '@brina/domain/recipes/presets';
import { recipeSectors } from '@brina/domain/recipes/recipe';
import fc from 'fast-check';
import { cycleFileOf, type FiledCycle, readCycleFile } from './cycle-file.ts';

const head = { format: 'brina.cycles', version: 1, exportedAt: '2026-11-27T09:00:00Z' };
const written = (cycles: readonly (FiledCycle & { hash: string })[]): string =>
  JSON.stringify(cycleFileOf(cycles, head.exportedAt));

const cycles = fc.record({
  title: fc
    .stringMatching(/^[A-Za-zàèìòùäöüßЖя日本 ]{2,40}$/)
    .filter((text) => text.trim().length >= 2)
    .map((text) => text.trim()),
  description: fc.constantFrom('', 'Pans of 35 mm.', 'Two\nlines'),
  language: fc.constantFrom('it_IT', 'en_GB', 'ja_JP'),
  texts: fc.constantFrom({}, { de_DE: { title: 'Soße', description: '' } }),
  icon: fc.constantFrom('pot', 'fish'),
  colour: fc.constantFrom(...paletteIndexes),
  sector: fc.constantFrom(...recipeSectors),
  definition: fc.constantFrom(
    ...presets.filter((preset) => preset.definition.function < 14).map(({ definition }) => definition),
    { family: 'PL', plan: { storing: { air: 2, rh: 85 }, sleeping: false } } as const,
  ),
  hash: fc.constant('0123456789abcdef'),
});

describe('a file of cycles', () => {
  it('B3.6 reads back what was written', () => {
    fc.assert(
      fc.property(fc.array(cycles, { maxLength: 5 }), (given) => {
        const file = readCycleFile(written(given));
        assert.ok('rows' in file);
        assert.equal(file.unknownFields, 0);
        const read = file.rows.map((row) => ('cycle' in row ? row.cycle : assert.fail(JSON.stringify(row))));
        assert.deepEqual(
          read,
          given.map(({ hash: _, ...cycle }) => cycle),
        );
      }),
    );
  });

  it('B3.6 never trusts a file: any text is read, refused, or faulty in its lines', () => {
    fc.assert(fc.property(fc.string(), (text) => 'fault' in readCycleFile(text)));
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), (lines) => {
        const file = readCycleFile(JSON.stringify({ ...head, cycles: lines }));
        return 'rows' in file && file.rows.length === lines.length && file.rows.every((row) => 'faults' in row);
      }),
    );
  });

  it('B3.6 tells a newer file from one that is none, and forgives the mark of its encoding', () => {
    assert.deepEqual(readCycleFile(JSON.stringify({ ...head, version: 2, cycles: [] })), { fault: 'newer' });
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const nested = JSON.stringify({ ...head, cycles: [{ family: 'MF', phases: 0 }] }).replace(
      '"phases":0',
      `"phases":${deep}`,
    );
    assert.deepEqual(readCycleFile(nested), { fault: 'unreadable' }, 'nested without end');
    assert.deepEqual(readCycleFile(JSON.stringify({ ...head, version: 0, cycles: [] })), { fault: 'unreadable' });
    assert.deepEqual(readCycleFile(`\u{FEFF}${JSON.stringify({ ...head, cycles: [] })}`), {
      rows: [],
      unknownFields: 0,
    });
  });

  it('B3.6 refuses control characters, directions and halves of letters in words', () => {
    const [preset] = presets;
    const good = {
      title: 'Ragù',
      description: '',
      language: 'it_IT',
      texts: {},
      icon: 'pot',
      colour: 6,
      sector: 'gastronomy',
      ...preset?.definition,
    };
    const faultsOf = (change: object): string[] => {
      const file = readCycleFile(JSON.stringify({ ...head, cycles: [{ ...good, ...change }] }));
      const [row] = 'rows' in file ? file.rows : [];
      return row && 'faults' in row ? row.faults.map(({ path }) => path) : [];
    };
    assert.deepEqual(faultsOf({}), []);
    for (const title of ['a\nb', 'a\u202Eb', 'a\u0000b', 'x', 'x'.repeat(41)])
      assert.deepEqual(faultsOf({ title }), ['title'], title);
    assert.deepEqual(faultsOf({ title: 'a\ud800b' }), ['title']);
    assert.deepEqual(faultsOf({ description: 'a\u2066b' }), ['description']);
    assert.deepEqual(faultsOf({ texts: { xx_XX: { title: 'Aa', description: '' } } }), ['texts']);
    assert.deepEqual(faultsOf({ language: 'it' }), ['language']);
    assert.deepEqual(faultsOf({ colour: 14 }), ['colour']);
  });
});
