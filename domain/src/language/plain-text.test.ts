import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { asLine, linePattern, linesPattern } from './plain-text.ts';

it('a name that would read as another is none: nothing in it is without width, or turns its direction', () => {
  for (const code of [0x00, 0x180e, 0x200b, 0x202e, 0x2060, 0x2064, 0x206a, 0xfeff, 0xfffa, 0xe0041])
    for (const pattern of [linePattern, linesPattern])
      assert.doesNotMatch(`Cuc${String.fromCodePoint(code)}ina`, pattern, `U+${code.toString(16)}`);
});

it('half a surrogate pair is no text, a whole one is', () => {
  for (const pattern of [linePattern, linesPattern]) {
    assert.doesNotMatch('Cuc\ud83dina', pattern);
    assert.match('Cuc\ud83d\udc69ina', pattern);
  }
});

it('what is taken as it comes reads as one line, and is no longer than it was', () => {
  assert.equal(asLine('Cuc\u202eina\r\n2'), 'Cuc ina 2');
  const any = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(any, (text) => {
      assert.match(asLine(text), linePattern);
      assert.ok(asLine(text).length <= text.length);
    }),
  );
});

it('what scripts are written with stays', () => {
  for (const name of [
    'می\u200cخواهم',
    'क्\u200dष',
    'Cucina 👩\u200d🍳',
    'Käse\u00adkuchen',
    'О́сень',
    'キッチン',
    '\u200fמטבח',
  ])
    for (const pattern of [linePattern, linesPattern]) assert.match(name, pattern, name);
});
