import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closingTable, featureOf } from './closing-table.ts';
import { type FileResult, failuresOf, finalFailure, noOutcome, type Outcome, passedIn } from './outcome.ts';
import { secondLook } from './second-look.ts';
import { halfOf, seedOf } from './seed.ts';
import { judgeUnsteady, unsteadyRows } from './unsteady-list.ts';

const result = (file: string, overrides: Partial<FileResult> = {}): FileResult => ({
  file,
  passed: 2,
  skipped: 0,
  failures: [],
  wall_s: 1,
  cpu_s: 1,
  wrote: '',
  after: [],
  ...overrides,
});
const failing = (file: string, error = 'late', final = false): FileResult =>
  result(file, {
    passed: 1,
    wrote: 'a trace',
    after: ['z'],
    failures: [{ title: `of ${file}`, error, text: error, final }],
  });
const outcome = (...files: FileResult[]): Outcome => ({ ...noOutcome(), files, cpu_s: 1 });

describe('the second look', () => {
  it('counts what passes alone as passed and unsteady, with both outputs', async () => {
    const found = await secondLook(outcome(failing('a'), result('b')), async (file) =>
      outcome(result(file, { wrote: 'another trace' })),
    );
    assert.deepEqual([passedIn(found), failuresOf(found).length, found.cpu_s], [4, 0, 2]);
    const [unsteady] = found.unsteady;
    assert.deepEqual([unsteady?.title, unsteady?.error], ['of a', 'late']);
    assert.match(unsteady?.text ?? '', /late\n[^]*a trace\n[^]*same process: z\n[^]*another trace/);
  });

  it('leaves failed what fails again, whatever fails then', async () => {
    const same = await secondLook(outcome(failing('a')), async (file) => outcome(failing(file)));
    assert.deepEqual([passedIn(same), same.unsteady], [1, []]);
    assert.match(failuresOf(same)[0]?.text ?? '', /the same alone/);
    const crash = { ...outcome(result('a')), failures: [finalFailure('driver', 'crashed')] };
    const crashed = await secondLook(outcome(failing('a')), async () => crash);
    assert.deepEqual(
      failuresOf(crashed).map(({ title }) => title),
      ['of a', 'driver'],
    );
  });

  it('is not for what is final, nor when much fails', async () => {
    const never = (): never => assert.fail('a second look');
    await secondLook(outcome(failing('a', 'the portal logged errors:', true)), never);
    await secondLook(outcome(...['a', 'b', 'c', 'd', 'e', 'f'].map((file) => failing(file))), never);
  });
});

describe('the list of unsteady tests', () => {
  const at = { today: '2026-03-20', commit: 'abc1234' };
  const seen = (title: string) => ({ kind: 'calls', file: 'a', title, error: 'late', text: 'late' });
  const row = (title: string, lastDay: string) => ({ title, kind: 'calls', error: 'late', commit: 'fff', lastDay });

  it('takes a title for fourteen days and drops it after them', () => {
    const judged = judgeUnsteady([row('old', '2026-03-19')], [seen('new')], at);
    assert.deepEqual(judged.rows, [{ ...row('new', '2026-04-03'), commit: 'abc1234' }]);
    assert.deepEqual([judged.expired.map(({ title }) => title), judged.refusals], [['old'], []]);
  });

  it('refuses a title that is unsteady again by its last day, and takes it anew after it', () => {
    const again = judgeUnsteady([row('a', '2026-03-20')], [seen('a')], at);
    assert.match(String(again.refusals), /"a" was unsteady before \(commit fff, kept until 2026-03-20\)/);
    assert.deepEqual(again.rows, [row('a', '2026-03-20')]);
    assert.deepEqual(judgeUnsteady([row('a', '2026-03-19')], [seen('a')], at).refusals, []);
  });

  it('refuses more than two titles in a run', () => {
    assert.deepEqual(judgeUnsteady([], [seen('a'), seen('b'), seen('a')], at).refusals, []);
    assert.equal(judgeUnsteady([], [seen('a'), seen('b'), seen('c')], at).refusals.length, 1);
  });

  it('reads its file', () => {
    const text = 'title,kind,error,commit,last day\r\n"a, or ""b""",calls,late,fff,2026-03-20\r\n';
    assert.deepEqual(unsteadyRows(text), [row('a, or "b"', '2026-03-20')]);
  });
});

describe('the closing table', () => {
  it('tells kinds, the slowest files and what features cost on one database', () => {
    const alarms = 'server/src/features/record/alarms/alarms.test.ts';
    const calls = outcome(result(alarms, { wall_s: 30, cpu_s: 21 }), result('server/test/roles.test.ts'));
    const components = outcome(
      result('web/src/features/maker/news/A.test.tsx', { wall_s: 3, cpu_s: undefined as never }),
      result('web/src/ui/B.test.tsx', { wall_s: 1, cpu_s: undefined as never }),
    );
    const text = closingTable([
      { kind: 'calls', outcome: calls, wall_s: 40 },
      { kind: 'calls-postgres', outcome: calls, wall_s: 40 },
      { kind: 'components', outcome: { ...components, cpu_s: 8 }, wall_s: 5 },
    ]);
    assert.match(text, /^calls +40 +1 +4 +0 +0$/m);
    assert.match(text, new RegExp(`^${alarms.replaceAll('.', '\\.')} \\(calls\\) +30\\.0 +21\\.0$`, 'm'));
    assert.match(text, /does not hold for 1 of 2\n +over +alarms 21\.0\n +within +news 6\.0$/);
  });

  it('knows the feature of a file', () => {
    const paths = [
      'server/src/features/record/haccp/parts/a.test.ts',
      'e2e/journeys/people.e2e.ts',
      'server/test/roles.test.ts',
    ];
    assert.deepEqual(paths.map(featureOf), ['haccp', 'journey people', undefined]);
  });
});

describe('the seed', () => {
  it('is the one asked for, else one of its own', () => {
    assert.equal(seedOf('2147483647'), 2_147_483_647);
    for (const asked of ['0', '1.5', '2147483648', 'x']) assert.throws(() => seedOf(asked), /whole number/);
  });
});

it('about half of the files is drawn, by each seed another, and the same half each time', () => {
  const files = Array.from({ length: 200 }, (_, n) => `server/src/a${n}.test.ts`);
  const halves = [1, 2, 3, 4].map((seed) => halfOf(files, seed));
  for (const half of halves) assert.ok(half.length > 60 && half.length < 140, `${half.length} of 200`);
  assert.equal(new Set(halves.map(String)).size, halves.length);
  assert.deepEqual(halfOf(files, 1), halves[0]);
  // What is left out today is not left out for long.
  const drawn = new Set(Array.from({ length: 20 }, (_, n) => halfOf(files, n + 1)).flat());
  assert.equal(drawn.size, files.length);
});
