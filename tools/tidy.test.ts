import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { machineTime } from './tidy/clocks.ts';
import { type LongRow, longAgainst } from './tidy/long-functions.ts';
import { tidyFindings } from './tidy.ts';

const domain = '{ "name": "@brina/domain", "exports": { "./*": "./src/*.ts" } }';
const contract =
  '{ "name": "@brina/contract", "exports": { "./*": "./src/*.ts" }, "dependencies": { "@brina/domain": "0", "zod": "4" } }';
const server =
  '{ "name": "@brina/server", "imports": { "#core/*": "./src/core/*" }, "dependencies": { "@brina/domain": "0", "ws": "8" }, "devDependencies": { "mqtt": "5" } }';
const web = '{ "name": "@brina/web", "dependencies": { "react": "19", "@mantine/core": "9", "zustand": "5" } }';
const simulator = '{ "name": "@brina/simulator" }';

/** A project in which nothing is wrong; each test adds files to it. */
const sound: Record<string, string> = {
  'package.json': '{ "name": "brina", "devDependencies": { "fast-check": "4" } }',
  'domain/package.json': domain,
  'domain/src/people/roles.ts': 'export const roles = [];',
  'contract/package.json': contract,
  'contract/src/devices.ts':
    "import * as z from 'zod/mini'; import { roles } from '@brina/domain/people/roles'; export const d = [z, roles];",
  'contract/src/calls/people/account.ts': 'export const account = 1;',
  'server/package.json': server,
  'server/src/core/clock.ts':
    'export const systemClock = { now: () => Date.now() }; export type Clock = { now(): number };',
  'server/src/features/record/haccp/haccp.calls.ts':
    "import type { Clock } from '#core/clock.ts'; import { d } from '@brina/contract/devices'; export const h = (clock: Clock) => [clock, d];",
  'server/src/features/record/haccp/parts/curve.ts': 'export const curve = 1;',
  'server/test/given.ts': 'export const given = 1;',
  'web/package.json': web,
  'web/src/ui/Card.tsx': 'import { useId } from "react"; export const Card = () => <p title="·">{useId()} ·</p>;',
  'web/src/features/people/account/LoginScreen.tsx':
    "import { Card } from '../../../ui/Card.tsx'; import { account } from '@brina/contract/calls/people/account'; export const LoginScreen = () => <Card key={account} />;",
  'simulator/package.json': simulator,
  'docs/ARCHITECTURE.md':
    'The clock is `server/src/core/clock.ts`, the roles [here](../domain/src/people/roles.ts), calls `server/src/features/*/*/*.calls.ts`, a feature `server/src/features/X/X`.\n',
};

/** What tidy says, `path:line message`, about the sound project with these files in it. */
async function said(files: Record<string, string>): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'brina-tidy-'));
  try {
    for (const [path, text] of Object.entries({ ...sound, ...files })) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return tidyFindings(root).map(({ path, line, message }) => `${path}:${line} ${message}`);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Asserts that one file breaks a rule once. */
async function forbids(path: string, text: string, expected: RegExp): Promise<void> {
  const findings = await said({ [path]: text });
  assert.equal(findings.length, 1, `${text}\n${findings.join('\n')}`);
  assert.match(findings[0] ?? '', expected);
}

const imports = (specifier: string): string => `import { x } from '${specifier}'; export const y = x;`;

describe('tidy', () => {
  it('finds nothing in a sound project', async () => assert.deepEqual(await said({}), []));

  describe('holds the import table', () => {
    for (const [from, specifier] of [
      ['domain/src/a.ts', 'node:fs'],
      ['domain/src/a.ts', 'zod'],
      ['domain/src/a.ts', '@brina/contract/calls/people/account'],
      ['contract/src/a.ts', 'ws'],
      ['contract/src/a.ts', '../../server/src/core/clock.ts'],
      ['server/src/core/a.ts', '@brina/contract/calls/people/account'],
      ['server/src/core/a.ts', '../features/record/haccp/haccp.calls.ts'],
      ['server/src/identity/a.ts', '../features/record/haccp/haccp.calls.ts'],
      ['server/src/features/kitchen/labs/a.ts', '../../record/haccp/haccp.calls.ts'],
      ['server/src/features/kitchen/labs/a.ts', '../../record/haccp/parts/curve.ts'],
      ['server/src/features/record/haccp/a.ts', '../../../../test/given.ts'],
      ['server/src/features/record/haccp/a.ts', 'mqtt'],
      ['server/src/features/record/haccp/a.ts', 'undeclared'],
      ['server/src/features/record/haccp/a.ts', './absent.ts'],
      ['web/src/ui/a.ts', 'zustand'],
      ['web/src/ui/a.ts', '@brina/domain/people/roles'],
      ['web/src/lib/a.ts', '../ui/Card.tsx'],
      ['web/src/lib/a.ts', 'node:path'],
      ['web/src/features/record/haccp/a.ts', '../../people/account/LoginScreen.tsx'],
      ['simulator/src/a.ts', '@brina/contract/calls/people/account'],
      ['simulator/src/a.ts', '../../server/src/core/clock.ts'],
      ['bench/a.ts', '../server/src/core/clock.ts'],
    ] as const) {
      it(`${from} may not import ${specifier}`, () => forbids(from, imports(specifier), /:1 (may not import|imports)/));
    }

    it('also for types and for import()', async () => {
      await forbids(
        'server/src/core/a.ts',
        "import type { X } from '../features/record/haccp/haccp.calls.ts'; export type Y = X;",
        /may not/,
      );
      await forbids(
        'server/src/core/a.ts',
        "export type Y = import('../features/record/haccp/haccp.calls.ts').X;",
        /may not/,
      );
      await forbids(
        'server/src/core/a.ts',
        "\nexport const y = import('../features/record/haccp/haccp.calls.ts');",
        /:2 may not/,
      );
    });

    it('but for the edges that docs/ARCHITECTURE.md lists with a reason', async () => {
      const calls = { 'server/src/features/kitchen/labs/a.ts': imports('../../record/haccp/haccp.calls.ts') };
      const page = (...rows: string[]) => ({
        'docs/ARCHITECTURE.md': `| in | from | to | for |\n|---|---|---|---|\n${rows.join('\n')}\n`,
      });
      const edge = '| server | `kitchen/labs` | `record/haccp` | a laboratory lists its open batches |';
      assert.deepEqual(await said({ ...calls, ...page(edge) }), []);
      assert.deepEqual(await said({ ...calls, ...page(edge.replaceAll(/\/\w+/g, '')) }), [], 'of whole areas');
      assert.equal(
        (await said({ ...calls, ...page(edge.replace(/a lab.*batches /, '')) })).length,
        1,
        'without a reason',
      );
      const elsewhere = edge.replace('server', 'web');
      assert.deepEqual(
        (await said({ ...calls, ...page(elsewhere) })).map((finding) => finding.split(' may ')[0]),
        [
          'server/src/features/kitchen/labs/a.ts:1',
          `docs/ARCHITECTURE.md:3 web: nothing in kitchen/labs imports record/haccp any more`,
        ],
        'of another workspace',
      );
      const parts = { 'server/src/features/kitchen/labs/a.ts': imports('../../record/haccp/parts/curve.ts') };
      assert.equal((await said({ ...parts, ...page(edge) })).length, 2, 'parts stay private, and the edge has no use');
    });

    it('and finds edges that nothing needs any more', () =>
      forbids(
        'docs/ARCHITECTURE.md',
        '\n| domain | `cycles` | `appliance` | rows of families |',
        /ARCHITECTURE\.md:2 domain: nothing in cycles imports appliance any more/,
      ));

    it('between areas of domain and of the calls as between features', async () => {
      await forbids('domain/src/people/a.ts', imports('../record/b.ts'), /does not exist/);
      const two = {
        'domain/src/record/b.ts': 'export const x = 1, y = 2;',
        'domain/src/people/a.ts': imports('../record/b.ts'),
      };
      assert.deepEqual(await said(two), [
        'domain/src/people/a.ts:1 may not import domain/src/record/b.ts: see docs/ARCHITECTURE.md',
      ]);
    });

    it('wants code in a room, or where no rooms are', async () => {
      for (const path of [
        'contract/src/calls/a.ts',
        'server/src/features/a.ts',
        'server/src/features/record/a.ts',
        'web/src/features/a.tsx',
        'web/src/features/record/a.ts',
      ])
        await forbids(path, 'export const x = 1;', /:1 is in no room/);
      for (const path of ['domain/src/a.ts', 'contract/src/wire/a.ts', 'server/src/features.ts', 'web/src/app/a.ts'])
        assert.deepEqual(await said({ [path]: 'export const x = 1;' }), []);
    });

    it('lets a test see its workspace and development dependencies', async () => {
      const test = `${imports('mqtt')} ${imports('fast-check').replaceAll(/\b[xy]\b/g, 'z')} import '../../../../test/given.ts';`;
      assert.deepEqual(await said({ 'server/src/features/record/haccp/haccp.test.ts': test }), []);
    });

    it('finds a circle', async () => {
      const findings = await said({
        'domain/src/a.ts': imports('./b.ts'),
        'domain/src/b.ts': imports('./c.ts'),
        'domain/src/c.ts': imports('./a.ts'),
      });
      assert.deepEqual(findings, [
        'domain/src/a.ts:1 imports in a circle: domain/src/a.ts, domain/src/b.ts, domain/src/c.ts',
      ]);
    });

    it('finds rooms that need each other, though no two files do', async () => {
      const edges = ['people', 'record', 'people'].flatMap((room, i, all) =>
        all[i + 1] ? [`| domain | \`${room}\` | \`${all[i + 1]}\` | a reason that is long |`] : [],
      );
      const findings = await said({
        'docs/ARCHITECTURE.md': edges.join('\n'),
        'domain/src/people/a.ts': imports('../record/b.ts'),
        'domain/src/record/b.ts': 'export const x = 1;',
        'domain/src/record/c.ts': "import { z } from '../people/d.ts'; export const e = z;",
        'domain/src/people/d.ts': 'export const z = 1;',
      });
      assert.deepEqual(findings, [
        'docs/ARCHITECTURE.md:1 rooms need each other in a circle: domain people, domain record',
      ]);
    });
  });

  it('wants the rows of a table written by the room that keeps it, or by one with a line in docs/ARCHITECTURE.md', async () => {
    const keeper = {
      'server/src/features/people/sharing/sharing.feature.ts': "export const f = { keeps: { share: { until: 'a' } } };",
      'server/src/features/people/sharing/a.ts': "export const a = (db: any) => db.deleteFrom('share');",
    };
    assert.deepEqual(await said(keeper), []);
    const path = 'server/src/features/record/haccp/a.ts';
    const texts = [
      "export const a = (db: any) => db\n.updateTable('share');",
      ...[
        'insert into share (id) values (1)',
        'delete from share where id = 1',
        'INSERT INTO share (id) values (1)',
        'update only share set id = 1',
        'update "share" set id = 1',
        'delete from public.share',
        'truncate table share',
      ].map((statement) => `export const a = (sql: any) =>\nsql\`${statement}\`;`),
    ];
    for (const text of texts)
      assert.deepEqual(
        (await said({ ...keeper, [path]: text })).filter((finding) => !finding.includes('query builder')),
        [`${path}:2 writes share, which people/sharing keeps: see docs/ARCHITECTURE.md`],
      );
    for (const other of ['(select id from share for update of share)', '(on conflict do update set share = 1)'])
      assert.deepEqual(
        await said({ ...keeper, [path]: `export const a = (sql: any) => sql\`${other}\`;` }),
        [],
        'all may read',
      );
    const line = (why: string) => ({
      'docs/ARCHITECTURE.md': `## Who writes whose rows\n| \`record/haccp\` | \`share\` | ${why} |\n\n## More\n`,
    });
    const reason = line('a record ends it');
    assert.deepEqual(await said({ ...keeper, ...reason, [path]: texts[0] ?? '' }), []);
    assert.equal((await said({ ...keeper, ...line('so'), [path]: texts[0] ?? '' })).length, 1, 'without a reason');
    assert.deepEqual(await said({ ...keeper, ...reason }), [
      'docs/ARCHITECTURE.md:2 record/haccp does not write share any more',
    ]);
  });

  it('wants to know who keeps each table', async () => {
    const tables = 'server/src/core/db/tables/people.ts';
    const type = 'export type PeopleTables = {\n  share: ShareTable;\n  mail: MailTable;\n};\n';
    const columns = 'export type ShareTable = { id: string };\nexport type MailTable = ShareTable;\n';
    const nobody = (line: number, table: string) =>
      `${tables}:${line} nobody keeps ${table}: a \`*.feature.ts\` names it in its \`keeps\``;
    for (const [keeps, findings] of [
      ["{ share: { until: 'a' }, mail: { until: 'b' } }", []],
      ["{ share: { until: 'a' } }", [nobody(3, 'mail')]],
      ["{ share: { until: 'a' }, ...others }", [nobody(3, 'mail')]],
      ['sharingKeeps', [nobody(2, 'share'), nobody(3, 'mail')]],
    ] as const)
      assert.deepEqual(
        await said({
          [tables]: type + columns,
          'server/src/features/people/sharing/sharing.feature.ts': `export const f = (sharingKeeps: any, others: any) => [others, sharingKeeps, { keeps: ${keeps} }];`,
        }),
        findings,
        keeps,
      );
  });

  it('finds a file that hands on the exports of another', async () => {
    await forbids('domain/src/a.ts', "export * from './people/roles.ts';", /hands on/);
    await forbids('domain/src/a.ts', "export { roles } from './people/roles.ts';", /hands on/);
  });

  it('S1.1 finds visible text outside of messages', async () => {
    const path = 'web/src/ui/Door.tsx';
    await forbids(path, '\nexport const Door = () => <p>Open</p>;', /Door\.tsx:2 visible text "Open"/);
    await forbids(path, 'export const Door = () => <p>{"Öffnen"}</p>;', /"Öffnen"/);
    await forbids(path, 'export const Door = (p: { n: number }) => <p>{`${p.n} doors`}</p>;', /"doors"/);
    await forbids(path, 'export const Door = (p: { o: boolean }) => <p>{p.o ? "open" : "12:00"}</p>;', /"open"/);
    for (const attribute of ['aria-label', 'title', 'placeholder', 'label', 'alt']) {
      await forbids(path, `export const Door = () => <input ${attribute}="Door 1" />;`, /"Door 1"/);
    }
    const test = { 'web/src/ui/Door.test.tsx': 'export const door = <p>Open</p>;' };
    assert.deepEqual(await said(test), []);
  });

  it('wants a reason on every suppression', async () => {
    const path = 'domain/src/a.ts';
    const off = `oxlint-${'disable'}-next-line no-empty`;
    await forbids(path, `// ${off}\n`, /gives no reason/);
    await forbids(path, `// @ts-${'ignore'} because I say so, at length\n`, /hides every error/);
    await forbids(path, `// @ts-${'expect-error'}\n`, /gives no reason/);
    const reasons = [
      `// ${off} -- the loop waits on purpose`,
      `// @ts-${'expect-error'}: the types of the package are wrong`,
    ];
    assert.deepEqual(await said({ [path]: reasons.join('\n') }), []);
  });

  it('wants the time from a Clock', async () => {
    const path = 'server/src/core/a.ts';
    for (const text of ['Date.now()', 'new Date()', 'new Date', '[1].map(Date.now)', 'Date()']) {
      await forbids(path, `\nexport const a = ${text};`, /a\.ts:2 the time of day comes from a Clock/);
    }
    await forbids(
      path,
      'const sql = String.raw; export const a = sql`(select NOW( ))`;',
      /takes the time as a parameter/,
    );
    await forbids(
      'server/src/core/db/migrations/001.sql',
      '-- now()\nselect current_timestamp;',
      /001\.sql:2 current_timestamp/,
    );
    assert.deepEqual(await said({ [path]: 'export const a = new Date(0).toISOString();' }), []);
  });

  it('wants time to pass by the Clock', () => {
    const found = (path: string, text: string): string[] =>
      machineTime([{ path, text }]).map(({ line, message }) => `${line} ${message}`);
    const path = 'server/src/core/a.ts';
    const timers = [
      'setTimeout(f, 9)',
      'globalThis.setInterval(f, 9)',
      'performance.now()',
      "import timers from 'node:timers';",
      "import * as setImmediate from 'timers';",
      "import { setTimeout as wait } from 'node:timers/promises';",
      "import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';",
    ];
    for (const text of timers) {
      assert.match(String(found(path, `\n${text}`)), /^2 .*: time passes by the Clock alone$/, text);
      assert.deepEqual(found('server/src/core/clock.ts', text), []);
      assert.deepEqual(found('server/test/a.ts', text), [], 'what a test drives has its own time');
    }
    assert.deepEqual(found(path, "import { setImmediate as turn } from 'node:timers/promises';"), []);
    assert.deepEqual(found(path, 'clearTimeout(t); server.setTimeout(9); setImmediate(f);'), []);
    const system = "import { type Clock, systemClock } from '#core/clock.ts';";
    assert.match(String(found(path, system)), /^1 systemClock: only files with a row/);
    assert.deepEqual(found('server/main.ts', system), []);
    assert.deepEqual(found(path, "import { type Clock } from '#core/clock.ts';"), []);
  });

  it('lets only tests of programs poll', async () => {
    const until = { 'server/src/core/testing/until.ts': 'export const x = 1;' };
    const polls = imports('../src/core/testing/until.ts');
    assert.deepEqual(await said({ ...until, 'server/test/more-units.test.ts': polls }), []);
    const findings = await said({ ...until, 'server/test/roles.test.ts': polls });
    assert.match(String(findings), /^server\/test\/roles\.test\.ts:1 polls/);
  });

  it('wants the points of needles from the rows of the metrics', async () => {
    const lists = "export const points = ['TCore1', 'TCore5'];";
    for (const path of ['web/src/ui/a.ts', 'server/src/core/a.ts', 'domain/src/haccp/a.ts']) {
      const findings = (await said({ [path]: lists })).filter((finding) => !finding.includes('visible text'));
      assert.equal(findings.length, 2, findings.join('\n'));
      assert.match(String(findings[0]), /a\.ts:1 TCore1: ask corePointsOf/);
    }
    const inSql = 'const sql = String.raw; export const a = sql`(select "TCore4" from telemetry)`;';
    await forbids('server/src/core/a.ts', inSql, /a\.ts:1 TCore4: ask/);
    for (const path of [
      'domain/src/appliance/metrics.ts',
      'simulator/src/readings.ts',
      'server/src/core/a.test.ts',
      'server/test/a.ts',
    ])
      assert.deepEqual(await said({ [path]: lists }), []);
    assert.deepEqual(await said({ 'domain/src/a.ts': "export const warmest = 'TCoreMax';" }), []);
  });

  it('lets SQL know the roles of an area by a fragment only', async () => {
    const path = 'server/src/features/record/haccp/a.ts';
    for (const condition of [
      "sql`where u.role like '%SERVICE%'`",
      "sql`${a} and role = 'USER' and ${b}`",
      "sql`role not in ('USER')`",
      "db.where('u.role', 'in', ['USER'])",
      "db\n  .where(\n'role', '=', 'USER')",
      "db.where((eb) => eb('role', '=', 'USER'))",
      "sql`role::text = 'USER'`",
      "sql`position('SERVICE' in u.role) > 0`",
      "sql`strpos(role, 'SERVICE') > 0`",
    ])
      await forbids(path, `export const x = ${condition};`, /a\.ts:[12] compares a role with a word/);
    const sound =
      "export const f = (role = 'USER') => [sql`u.role = ${role}`, sql`s.by = 'FACTORY'`, role === 'USER'];";
    assert.deepEqual(await said({ [path]: sound, 'server/src/a.test.ts': "export const x = sql`role = 'USER'`;" }), []);
  });

  it('lets no screen conclude a right from a role', async () => {
    for (const right of [
      "user?.role === 'USER'",
      'a.role !== b.role',
      "role === 'FACTORY'",
      "'OWNER' === appliance.role",
      "['USER'].includes(user.role)",
      'all.includes(role)',
      "['USER'].includes(u.role as string)",
      "u['role'] === x",
      '() => { switch (u.role) {} }',
      '() => { switch (role) {} }',
      "roleContains(role, 'SERVICE')",
    ])
      await forbids(
        'web/src/features/record/haccp/a.ts',
        `export const x = ${right};`,
        /a\.ts:1 concludes a right from a role/,
      );
    for (const name of ['hasLiveUpdates', 'isStaffRole', 'homeOf', 'homeOf as home', 'roleContains'])
      await forbids(
        'web/src/features/record/haccp/a.ts',
        `import { ${name} } from '@brina/domain/people/roles'; export const x = ${name.replace(/.* /, '')};`,
        /a\.ts:1 concludes a right from a role/,
      );
    const framed = "import { homeOf } from '@brina/domain/people/roles'; export const y = homeOf;";
    assert.deepEqual(await said({ 'web/src/app/b.ts': framed }), []);
    const sound = "export const x = [user.may.claim, role === '', one !== member.role, t(`may.${role}`)];";
    const others = { 'web/src/app/a.ts': "export const x = role === 'USER';" };
    assert.deepEqual(await said({ 'web/src/features/record/haccp/a.ts': sound, ...others }), []);
  });

  it('finds a duration that is written again, in tests too', async () => {
    // Named so that this file does not define it.
    const hour = 'hour_ms';
    for (const path of ['web/src/lib/a.ts', 'server/src/core/a.test.ts', 'tools/a.ts'])
      await forbids(
        path,
        `const ${hour} = minutes(60); export const x = ${hour};`,
        /a(\.test)?\.ts:1 .+: domain\/src\/language\/durations/,
      );
  });

  it('wants minutes, hours and days from their table', async () => {
    const path = 'server/src/core/a.ts';
    for (const number of ['60_000', '300_000', '90 * 60_000', '3600000', '86_400_000', '7 * 24 * 60 * 60 * 1000'])
      await forbids(path, `export const a = (b: number) => b + ${number};`, /a\.ts:1 \d+ is whole minutes/);
    for (const product of ['b * 60 * 1000', 'b * 3600 * 1000', '60 * b * 1000', '1000 * (b * 60)', 'b * 60_000 * 0.5'])
      await forbids(path, `export const a = (b: number) => ${product};`, /a\.ts:1 \d+ is whole minutes/);
    await forbids('bench/src/a.ts', '\nexport const a = { every_ms: 600_000 };', /a\.ts:2 600000 is whole minutes/);
    const others = [
      '5 * minute_ms',
      '90 * b * 1000',
      'b * 60 + 1000',
      '30_000',
      '90_000',
      '0',
      '120e3',
      '16_384',
      "'60_000'",
      '1_763_680_020_000',
    ];
    assert.deepEqual(await said({ [path]: `// 60_000\nexport const a = (b: number) => [${others.join(', ')}];` }), []);
    const written = 'export const a = 60_000;';
    const held = ['domain/src/language/durations.ts', 'server/src/core/a.test.ts', 'tools/conformance/a.ts'];
    assert.deepEqual(await said(Object.fromEntries(held.map((one) => [one, written]))), []);
  });

  it('wants colours and levels from the tokens, and layouts to change at the same widths', async () => {
    const sheet = 'web/src/ui/Card.module.css';
    for (const value of ['#fff', '#0d3b46', 'rgb(0 0 0 / 45%)', 'white'])
      await forbids(sheet, `.a {\n  color: ${value};\n}`, /:2 .*a colour is a token/);
    await forbids('web/src/ui/a.ts', "export const a = '#fff';", /:1 '#fff': a colour is a token/);
    await forbids(sheet, '.a {\n  z-index: 3;\n}', /:2 z-index: 3: what stands above what/);
    for (const width of ['max-width: 1090px', 'max-width: 68em', 'min-width: 8em'])
      await forbids(sheet, `@media (${width}) {\n}`, /:1 .*: layouts change at 48em, 62em/);
    for (const width of ['max-width: 1091px', 'min-width: 68.25em', 'max-width: 36.875em', 'max-width: 580px'])
      await forbids(sheet, `@media (${width}) {\n}`, /:1 .*a width of the specification has a name/);
    const sound = [
      '@media (max-width: 48em) { .a { max-width: 17em; z-index: var(--z-tabs); color: var(--ink); white-space: normal; } }',
      '@media screen and (min-width: 48.0625em) { .a { fill: color-mix(in srgb, var(--ink) 60%, transparent); } }',
    ].join('\n');
    const tokens = ':root { --ink: #13242b; --veil: rgb(0 0 0 / 45%); }';
    assert.deepEqual(await said({ [sheet]: sound, 'web/src/ui/styles.css': tokens, 'e2e/a.css': tokens }), []);
    const others = "export const a = ['#root', '#12', 'see #13242b'];";
    assert.deepEqual(await said({ 'web/src/ui/a.ts': others }), []);
  });

  it('wants plain statements by the query builder', async () => {
    const path = 'server/src/core/a.ts';
    for (const statement of [
      'sql<Row>`select a.id from appliance a join tenure t on t.appliance = a.id where a.serial = ${serial}`.execute(db)',
      'sql`\n update mail set tries = tries + 1 -- over (and out), lateral, from ${batch.rows}\n where id = ${id}`',
      'sql`delete from mail where id in (${sql.join(ids)})`',
      'sql`-- all of them\n delete from mail`',
      'sql`/* all of them */ delete from mail`',
      "sql`delete from mail where kind = 'lateral'`",
      'sql`insert into mail (id) values (${id}) returning id`',
      'sql`with gone as (delete from mail returning id) select count(*) from gone`',
      'sql`select v.from_at from ${viewOf(caller)} v where v.to_at is null`',
      'sql`(select id from a)`.execute(db)',
      'sql<Row>`-- all\n ( (select id from a) union (select id from b))`.execute(db)',
      'sql`select id from a where b is distinct from ${x}`',
      'sql`select id from a where b is not distinct\n from (${x})`',
      'sql`select extract(epoch from ${x}) from a`',
      'sql`select substring(lower(b) from ${x}) from a`',
    ])
      await forbids(
        path,
        `const é = 1;\nexport const x = ${statement};`,
        /a\.ts:2 goes by the query builder.* lateral joins, /,
      );
    const sound = [
      'sql`select t.* from a cross join lateral (select at from b where b.a = a.id limit 1) t`',
      'sql`select at, row_number() over (order by at) from a`',
      'sql`select id from unnest(${ids}::int[]) asked (id)`',
      'sql`select count(*) from a cross join jsonb_array_elements(a.alarms) alarm`',
      'sql`insert into a (${batch.names}) select ${batch.names} from ${batch.rows}`',
      'sql`select distinct brand from ${fleet}`',
      'sql`update ${sql.table(table)} set ${sql.join(columns)} where id = ${id}`',
      'sql`insert into a (id) select id from b`',
      'sql`select pg_advisory_xact_lock(${lock})`',
      'sql`(select min(at) from a)`',
      'sql`(select min(at) from a)`.as("first")',
      'sql`(select id from ${batch.rows})`.execute(db)',
      'sql`select trim((select b from ${batch.rows}))`.execute(db)',
      'sql<boolean>`exists (select from a where id = ${id})`',
      'sql`drop table a`',
    ];
    const test = { 'server/src/core/a.test.ts': 'export const x = sql`select id from a`;' };
    assert.deepEqual(await said({ [path]: `export const x = [${sound.join(',\n')}];`, ...test }), []);
  });

  it('S6.9 wants whom a kitchen names from the one condition that says it', async () => {
    const named = (path: string) => ({ [path]: 'export const x = sql`lower(u.email) = lower(l.assistance_center)`;' });
    assert.match(
      String(await said(named('server/src/core/a.ts'))),
      /a\.ts:1 .+: namesPartner says whom a kitchen names$/,
    );
    assert.deepEqual(await said({ ...named('server/src/core/a.test.ts') }), []);
    assert.deepEqual(await said({ 'server/src/core/access/views.ts': named('a')['a'] ?? '' }), []);
  });

  it('wants no SQL put together as text', async () => {
    const path = 'server/src/core/a.ts';
    const raw = 'export const x = sql.raw(`delete from ${table}`);';
    await forbids(path, raw, /a\.ts:1 sql\.raw\(…\): a value is a parameter/);
    await forbids(path, "export const x = CompiledQuery.raw('select 1');", /a\.ts:1 CompiledQuery\.raw/);
    assert.deepEqual(await said({ 'server/src/core/db/unnest.ts': raw, 'server/src/core/a.test.ts': raw }), []);
  });

  it('leaves the examples of calls to tests', async () => {
    const use = 'export const x = getAppliance.example.reply;';
    await forbids('web/src/lib/a.ts', use, /a\.ts:1 uses the example of a call/);
    const elsewhere = { 'web/src/lib/a.test.tsx': use, 'web/src/lib/testing/a.ts': use, 'server/src/core/a.ts': use };
    assert.deepEqual(await said({ ...elsewhere, 'web/src/lib/b.ts': 'export const x = styles.example;' }), []);
  });

  it('wants a test and a day in each row of unsteady tests', async () => {
    const tests = {
      'domain/src/a.test.ts': 'it(\'a "day" long\', f); it(`${role} may not ${act}`, f); it(`${any}`, f);',
    };
    const list = (...rows: string[]) => ({
      'tools/unsteady.csv': ['title,kind,error,commit,last day', ...rows].join('\r\n'),
    });
    const sound = list('"a ""day"" long",calls,late,abc,2026-02-28', 'a chef may not leave,calls,late,abc,2026-03-01');
    assert.deepEqual(await said({ ...tests, ...sound }), []);
    const wholeFile = list('domain/src/a.test.ts,rules,hook,abc,2026-02-28');
    assert.deepEqual(await said({ ...tests, ...wholeFile }), []);
    assert.deepEqual(await said({ ...tests, ...list('gone,calls,late,abc,2026-02-28') }), [
      'tools/unsteady.csv:2 there is no test "gone" any more: remove the row',
    ]);
    for (const day of ['2026-02-30', '2026-2-3', '']) {
      const findings = await said({ ...tests, ...list(`a chef may not leave,calls,late,abc,${day}`) });
      assert.deepEqual(findings, [`tools/unsteady.csv:2 "${day}" is no day (yyyy-mm-dd)`]);
    }
  });

  it('wants documents to name what exists', async () => {
    await forbids('docs/API.md', 'x\nSee `server/src/absent.ts`.', /API\.md:2 server\/src\/absent\.ts does not exist/);
    await forbids('docs/API.md', 'See [this](./absent.md#part).', /absent\.md#part does not exist/);
    await forbids('README.md', 'All of `web/src/features/*/absent.ts`.', /does not exist/);
    await forbids('README.md', 'One `web/src/features/<feature>/<Name>Screen.tsx`.', /does not exist/);
    assert.deepEqual(
      await said({ 'README.md': '[x](https://example.com) [y](docs/ARCHITECTURE.md#map) `a/b` `domain`' }),
      [],
    );
  });

  it('wants names that say something', async () => {
    await forbids('domain/src/date-utils.ts', 'export const a = 1;', /"utils" says nothing/);
    await forbids('server/src/core/helpers/a.ts', 'export const a = 1;', /"helpers" says nothing/);
    await forbids('domain/src/dateRange.ts', 'export const a = 1;', /neither kebab-case/);
  });

  it('S2.1 wants paths of screens from their table', async () => {
    const web = 'web/src/features/people/account/Back.tsx';
    for (const link of ['to="/"', 'href="/"', 'to="/account/company"', 'to="/appliance/$serialNumber"']) {
      await forbids(web, `\nexport const Back = () => <a ${link} />;`, /Back\.tsx:2 "\/.*" is the path of a screen/);
    }
    for (const text of [
      "{ to: '/' }",
      "'/haccp'",
      "'/login?mode=forgot'",
      "'/?view=wall'",
      "'/ai-virtual-assistant#a'",
    ]) {
      await forbids('server/src/core/a.ts', `export const a = ${text};`, /is the path of a screen/);
    }
    await forbids('e2e/a.ts', 'export const a = (u: string) => `${u}/admin/user/${u}`;', /"\/admin\/user\/"/);
    await forbids('e2e/a.ts', 'export const a = /^\\/login/;', /"\/login"/);
    const others =
      "['/', '/api/v1/account', '/accounts', '/service-worker.js', '/favicon.svg', './login', 'service', /l\\/ogin/]";
    const files = ['web/src/lib/a.ts', 'server/src/core/a.ts', 'e2e/a.ts'];
    assert.deepEqual(await said(Object.fromEntries(files.map((path) => [path, `export const a = ${others};`]))), []);
    const typed = "export const a = '/login';";
    assert.deepEqual(await said({ 'web/src/lib/a.test.ts': typed, 'server/src/core/testing/a.ts': typed }), []);
  });

  it('wants no new long function, and the known ones to become shorter', async () => {
    const lines = (count: number): string => 'a();\n'.repeat(count);
    const forms = [
      [`function long() {\n${lines(69)}}`, /:1 long has 71 lines/],
      [`const long = () => {\n${lines(69)}};`, /:1 long has 71 lines/],
      [`class A {\n #long() {\n${lines(69)}} }`, /:2 long has 71 lines/],
      [`class A {\n constructor() {\n${lines(69)}} }`, /:2 constructor has 71 lines/],
      [`run(() => {\n${lines(69)}});`, /:1 run\(…\) has 71 lines/],
    ] as const;
    for (const [text, expected] of forms) await forbids('domain/src/a.ts', text, expected);
    assert.deepEqual(await said({ 'domain/src/a.ts': `function long() {\n${lines(68)}}` }), []);
    assert.deepEqual(await said({ 'domain/src/a.test.ts': `function long() {\n${lines(99)}}` }), []);

    const path = 'domain/src/a.ts';
    const against = (row: LongRow, count: number): string[] =>
      longAgainst([row], [{ path, text: `function long() {\n${lines(count - 2)}}` }]).map(({ message }) => message);
    assert.deepEqual(against([path, 'long', 80], 80), []);
    assert.match(against([path, 'long', 80], 81)[0] ?? '', /81 lines, more than 80/);
    assert.match(against([path, 'long', 80], 79)[0] ?? '', /79 lines, fewer than its row/);
    assert.match(against([path, 'long', 80], 70)[0] ?? '', /remove its row/);
    assert.match(against([path, 'gone', 80], 70)[0] ?? '', /gone has at most 70 lines/);
  });

  it('wants a class where functions share more than three variables that change', async () => {
    const closure = (inner: string): string =>
      `export function make() {\n let a = 0, b = 0, c = 0;\n let [d] = [0];\n ${inner}\n return go;\n}`;
    await forbids(
      'domain/src/a.ts',
      closure('const go = () => { a = 1; b++; c += 1; [d] = [1]; };'),
      /:1 a, b, c, d are changed by functions inside/,
    );
    await forbids(
      'domain/src/a.ts',
      closure('const go = () => () => { ({ a, x: b } = y); c = d = 2; };'),
      /a, b, c, d/,
    );
    for (const inner of [
      'const go = () => { a = 1; b = 2; c = 3; };',
      'a = 1; b = 2; c = 3; d = 4; const go = () => a + b + c + d;',
      'const go = (a) => { let b = 0; a = 1; b = 2; c = 3; d = 4; };',
      'const go = () => { y.a = 1; y.b = 2; y.c = 3; y.d = 4; };',
    ])
      assert.deepEqual(await said({ 'domain/src/a.ts': closure(inner) }), [], inner);
  });

  it('wants no path of one machine', async () => {
    await forbids('domain/src/a.ts', `export const a = '/${'home'}/anna/data';`, /path of one machine/);
    await forbids('docs/API.md', `In /${'tmp'}/brina.`, /path of one machine/);
  });
});
