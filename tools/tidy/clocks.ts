import {
  type Finding,
  findMatches,
  isCode,
  lineOfNode,
  nodesOf,
  type SourceFile,
  type SyntaxNode,
} from './source-tree.ts';

const clockFile = /^((server\/src\/core|simulator\/src|web\/src\/lib|tools)\/clock\.ts|e2e\/late-clock\.mjs)$/;
const databaseClock =
  /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(\s*\)|\b(?:current|local)_?timestamp\b/gi;
const sqlComment = /--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Time comes from a Clock that tests can set: not from the database, not from Date (pg-boss and oidc-provider keep their own). */
export function clocks(files: SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    if (file.path.endsWith('.sql')) return databaseClockIn(blankComments(file));
    if (!isCode(file) || clockFile.test(file.path)) return [];
    return nodesOf(file).flatMap((node) => {
      const message = readsDate(node)
        ? 'the time of day comes from a Clock'
        : readsDatabaseClock(node)
          ? databaseMessage
          : undefined;
      return message ? [{ path: file.path, line: lineOfNode(file, node), message }] : [];
    });
  });
}

/** Who may go by the machine's time in the server, with the reason; a folder stands for its files. */
const machineTimed: readonly (readonly [path: string, reason: string])[] = [
  ['server/main.ts', 'the program itself: it hands the clock to the portal'],
  ['server/src/core/testing/', 'what clocks of tests begin with, and their guards against waiting for ever'],
  [
    'server/src/core/edge/edge.ts',
    'deals with its peers by it unless a test says otherwise: a throttled sender has to go on',
  ],
  ['server/src/core/log.ts', 'what repeats is told once a minute of who reads it'],
  ['server/src/core/edge/testing/given-edge.ts', "certificates that OpenSSL's clock judges"],
  ['server/src/core/bus/memory-bus.ts', 'transport: how long an edge may take to answer'],
  [
    'server/src/core/bus/memory-log.ts',
    'transport: the pause before a rejected batch comes again, and the wait for company',
  ],
  ['server/src/core/live/stomp-session.ts', 'the closing handshake of a websocket'],
  ['server/src/core/live/stomp-server.ts', 'whether the other side of a websocket lives'],
  ['server/src/core/db/open-database.ts', 'how long a real database may take to answer'],
  ['server/src/core/db/pglite.ts', 'the watchdog of a worker thread'],
  ['server/src/core/db/pglite-wire.ts', 'the watchdog of a worker thread'],
  ['server/src/core/pki/pki.test.ts', "certificates that OpenSSL's clock judges"],
  ['server/test/portal.ts', 'in a soak rounds turn by themselves'],
  ['server/test/conformance.test.ts', 'an edge that a program of its own checks'],
  ['server/test/faults/', 'the real clock, so that rounds race with calls'],
  ['server/test/load/', 'the real clock, so that rounds race with calls'],
];

/**
 * In the server time passes by the Clock alone: no timer and no reading of the machine's outside of clock.ts, and the
 * clock that is the machine's only where a row says why. A turn of the event loop (`setImmediate`) is no time.
 */
export function machineTime(files: SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    if (!isCode(file) || !file.path.startsWith('server/') || clockFile.test(file.path)) return [];
    const excused = machineTimed.some(([path]) => file.path.startsWith(path));
    return nodesOf(file).flatMap((node) => {
      const found =
        (file.path.startsWith('server/src/') && timerIn(node)) || (!excused && takesSystemClock(node) && 'systemClock');
      const message =
        found === 'systemClock' ? 'only files with a row in tools/tidy/clocks.ts' : 'time passes by the Clock alone';
      return found ? [{ path: file.path, line: lineOfNode(file, node), message: `${found}: ${message}` }] : [];
    });
  });
}

const timerNames = ['setTimeout', 'setInterval'];

/** The timer, or the reading of the machine's durations, that a node is. */
function timerIn(node: SyntaxNode): string | undefined {
  if (node.type === 'ImportDeclaration') {
    const source = (node.source as { value: string }).value;
    const isTimers = /^(?:node:)?timers(?:\/promises)?$/.test(source);
    return isTimers && !importedBy(node).every((name) => isNamed(name, 'setImmediate')) ? source : undefined;
  }
  if (node.type === 'MemberExpression')
    return isNamed(node.object, 'performance') && isNamed(node.property, 'now') ? 'performance.now' : undefined;
  if (node.type !== 'CallExpression') return undefined;
  const callee = node.callee as SyntaxNode;
  return timerNames.find(
    (name) => isNamed(callee, name) || (isNamed(callee.object, 'globalThis') && isNamed(callee.property, name)),
  );
}

function takesSystemClock(node: SyntaxNode): boolean {
  return node.type === 'ImportDeclaration' && importedBy(node).some((name) => isNamed(name, 'systemClock'));
}

/** What is imported by name, as its module calls it; `undefined` for a module as a whole. */
const importedBy = (declaration: SyntaxNode): (SyntaxNode | undefined)[] =>
  (declaration.specifiers as { type: string; local: SyntaxNode; imported?: SyntaxNode | null }[]).map(
    ({ type, local, imported }) => (type === 'ImportSpecifier' ? (imported ?? local) : undefined),
  );

const databaseMessage = 'our SQL takes the time as a parameter';

const databaseClockIn = (file: SourceFile): Finding[] =>
  findMatches(file, databaseClock, (found) => `${found}: ${databaseMessage}`);

const blankComments = (file: SourceFile): SourceFile => ({
  path: file.path,
  text: file.text.replace(sqlComment, (comment) => comment.replace(/[^\n]/g, ' ')),
});

const isNamed = (node: unknown, name: string): boolean =>
  (node as SyntaxNode | undefined)?.type === 'Identifier' && (node as SyntaxNode).value === name;

/** `Date.now`, called or handed on, and `new Date()` or `Date()` without an argument. */
function readsDate(node: SyntaxNode): boolean {
  if (node.type === 'MemberExpression') return isNamed(node.object, 'Date') && isNamed(node.property, 'now');
  const bare = !Array.isArray(node.arguments) || node.arguments.length === 0;
  return (node.type === 'NewExpression' || node.type === 'CallExpression') && bare && isNamed(node.callee, 'Date');
}

/** A template tagged `sql`, `sql<Row>` or `sql.something` that reads the database's clock. */
function readsDatabaseClock(node: SyntaxNode): boolean {
  if (node.type !== 'TaggedTemplateExpression') return false;
  const tag = node.tag as SyntaxNode;
  if (!isNamed(tag, 'sql') && !isNamed(tag.object, 'sql')) return false;
  const quasis = (node.template as { quasis: { raw: string }[] }).quasis;
  return quasis.some(({ raw }) => raw.search(databaseClock) >= 0);
}
