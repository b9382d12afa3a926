import { importsOf } from './imports.ts';
import type { Finding, SourceFile } from './source-tree.ts';

const until = 'server/src/core/testing/until.ts';

/** Who may poll, with the reason. */
const rows: readonly (readonly [path: string, reason: string])[] = [
  ['server/src/core/edge/edge-clients.test.ts', 'Mosquitto is a program of its own'],
  ['server/test/another-session.ts', 'PostgreSQL, a program of its own, tells nobody that a session waits for a lock'],
  ['server/test/conformance.test.ts', 'the conformance test is a program of its own'],
  ['server/test/more-units.test.ts', 'the tool is a program of its own'],
  ['server/test/unit-panel.test.ts', 'the simulated unit is a program of its own'],
  ['server/test/faults/', 'the portals are programs of their own'],
  ['server/test/load/', 'the portals are programs of their own'],
];

/** A test awaits the fact it asks about; only what a program of its own does may be asked for again and again. */
export const polling = (files: SourceFile[]): Finding[] =>
  importsOf(files)
    .filter(({ from, to }) => to.kind === 'file' && to.path === until && !rows.some(([path]) => from.startsWith(path)))
    .map(({ from, line }) => ({
      path: from,
      line,
      message: 'polls: await the fact, or say why in tools/tidy/polling.ts',
    }));
