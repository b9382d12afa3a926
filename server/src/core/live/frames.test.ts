import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeFrames, encodeFrame, type Frame, FrameFault } from './frames.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'é', '\\', ':', '\n', '\r', '漢', ' ') });
const frame: fc.Arbitrary<Frame> = fc.record({
  command: fc.constantFrom('SEND', 'SUBSCRIBE', 'MESSAGE'),
  headers: fc.dictionary(
    text.filter((name) => name.length > 0),
    text,
    { maxKeys: 6 },
  ),
  body: fc.string({ unit: fc.constantFrom('x', '\n', 'ü', '"') }),
});

const decoded = (...parts: (string | Uint8Array)[]): Frame[] =>
  decodeFrames(Buffer.concat(parts.map((part) => Buffer.from(part))));

describe('STOMP frames', () => {
  it('S7.31 are read as they were written, several in a message, with heart-beats between them', () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 4 }), (frames) => {
        const wire = frames.map((one) => `\n${encodeFrame(one)}`).join('\r\n');
        assert.deepEqual(
          decoded(`${wire}\n`).map(({ headers, ...rest }) => ({ ...rest, headers: { ...headers } })),
          frames.map(({ headers, ...rest }) => ({ ...rest, headers: { ...headers } })),
        );
      }),
    );
  });

  it('may end their lines with CR LF, and the first of a repeated header counts', () => {
    const [one] = decoded('SUBSCRIBE\r\nid:1\r\nid:2\r\ndestination:/a\r\n\r\nbody\0');
    assert.deepEqual({ ...one?.headers }, { id: '1', destination: '/a' });
    assert.equal(one?.body, 'body');
  });

  it('of CONNECT are not unescaped, and a body of a given length may hold a NUL', () => {
    assert.equal(decoded('CONNECT\nlogin:a\\cb\n\n\0')[0]?.headers['login'], 'a\\cb');
    assert.equal(decoded('SEND\ncontent-length:3\n\na\0b\0')[0]?.body, 'a\0b');
  });

  it('that are none are a FrameFault, whatever the bytes are', () => {
    for (const bad of [
      'x',
      'SEND\n',
      'SEND\n\nno end',
      'SEND\nnocolon\n\n\0',
      'SEND\na:\\x\n\n\0',
      'send\n\n\0',
      'SEND\ncontent-length:-1\n\n\0',
      'SEND\ncontent-length:1e2\n\n\0',
      `SEND\n${'a:b\n'.repeat(65)}\n\0`,
    ])
      assert.throws(() => decoded(bad), FrameFault, JSON.stringify(bad));
    const pieces = fc.constantFrom(
      'SEND',
      'CONNECT',
      '\n',
      '\r\n',
      '\0',
      ':',
      '\\',
      'content-length',
      '5',
      'a',
      '__proto__',
    );
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.array(pieces, { maxLength: 30 }).map((all) => Buffer.from(all.join(''))),
    );
    fc.assert(
      fc.property(bytes, (data) => {
        try {
          for (const { command, body } of decoded(data))
            assert.ok(/^[A-Z]+$/.test(command) && body.length <= data.length);
        } catch (error) {
          assert.ok(error instanceof FrameFault, String(error));
        }
      }),
      { numRuns: 2000 },
    );
  });
});
