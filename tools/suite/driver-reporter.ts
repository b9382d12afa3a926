import { relative } from 'node:path';
import { Transform } from 'node:stream';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import type { DriverMessage } from './driver-messages.ts';
import type { Failure } from './outcome.ts';

type TestFailure = Extract<TestEvent, { type: 'test:fail' }>['data'];

/** Errors of node:test that no second look may excuse: a time limit, and a test that nothing can end any more. */
const final = new Set(['testTimeoutFailure', 'cancelledByParent', 'testAborted']);
/** Begins what a test portal throws at its end. */
const loggedErrors = 'the portal logged errors';
const late = /generated asynchronous activity after the test ended/;

/** Reporter of a driver: tells the parent each test over the channel, and writes nothing. */
export default new Transform({
  writableObjectMode: true,
  transform(event: TestEvent, _encoding, done) {
    for (const message of told(event)) process.send?.(message);
    done();
  },
});

/** A test at the root is a file, not a test, unless it failed by itself. */
function* told({ type, data }: TestEvent): Generator<DriverMessage> {
  if (type === 'test:dequeue') {
    if (data.nesting > 0) yield { is: 'began', title: data.name };
  } else if (type === 'test:diagnostic') {
    if (data.nesting > 0) yield { is: 'note', text: data.message };
    else if (late.test(data.message)) yield { is: 'late', text: data.message };
  } else if (type === 'test:pass' || type === 'test:fail') {
    const isTest = data.nesting > 0 && data.details.type !== 'suite';
    const excused = data.skip !== undefined || data.todo !== undefined;
    if (excused) yield* isTest ? [{ is: 'skipped' } as const] : [];
    else if (type === 'test:pass') yield* isTest ? [{ is: 'passed' } as const] : [];
    else if (failureType(data) !== 'subtestsFailed') yield { is: 'failed', failure: failureOf(data) };
    if (data.nesting === 0) yield { is: 'reported' };
  }
}

const failureType = (data: TestFailure): unknown => (data.details.error as { failureType?: string }).failureType;

function failureOf(data: TestFailure): Failure {
  const { name, file = '', line, nesting } = data;
  const error = data.details.error.cause ?? data.details.error;
  const words = wordsOf(error);
  const message = error instanceof Error ? error.message : words;
  return {
    title: name,
    text: `${nesting > 0 ? `${name}  (${relative('', file)}:${line})` : name}\n${words.replace(/^/gm, '    ')}`,
    error: message.split('\n')[0] ?? '',
    final: final.has(String(failureType(data))) || message.startsWith(loggedErrors),
  };
}

/** An error with what caused it: fast-check tells there what its counterexample came upon. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  const words = error.stack ?? error.message;
  return error.cause === undefined ? words : `${words}\n[cause] ${wordsOf(error.cause)}`;
}
