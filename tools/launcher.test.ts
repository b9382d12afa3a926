import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { launch, type Plan, welcome } from './launcher.ts';

const deadline_ms = 20_000;
const ready = { url: 'http://127.0.0.1:8080', mqttUrl: 'mqtts://127.0.0.1:8883' };

/** A server and a fleet of a few lines each: they note their ids and arguments, and how they ended. */
const life = (name: string): string => `
  import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
  const note = (text) => appendFileSync('${name}.notes', text + '\\n');
  note(process.pid + ' ' + process.argv.slice(2).join(' '));
  setInterval(() => {}, 1000);
  process.on('SIGTERM', () => { note('SIGTERM'); process.exit(0); });`;
const server = `${life('server')}
  process.send({ type: 'fleet', file: 'fleet.json' });
  process.on('message', (message) => {
    note(JSON.stringify(message));
    writeFileSync('new', JSON.stringify(${JSON.stringify(ready)}));
    renameSync('new', 'data/ready.json');
  });`;
const fleet = `${life('fleet')}
  process.send({ type: 'control', url: 'http://127.0.0.1:9999' });`;

async function placeOf(
  programs: Record<string, string>,
): Promise<AsyncDisposable & { plan: Plan; notes: (name: string) => string[] }> {
  const root = await mkdtemp(join(tmpdir(), 'brina-launcher-'));
  mkdirSync(join(root, 'data'));
  for (const [name, program] of Object.entries(programs)) writeFileSync(join(root, name), program);
  const plan = {
    root,
    dataDir: join(root, 'data'),
    server: ['server.mjs'],
    env: process.env,
    ...(programs['fleet.mjs'] && { simulator: ['fleet.mjs'] }),
  };
  const notes = (name: string): string[] => {
    const file = join(root, `${name}.notes`);
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  };
  return { plan, notes, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) };
}

const until = async (what: string, condition: () => boolean): Promise<void> => {
  const end = performance.now() + deadline_ms;
  while (!condition()) {
    assert.ok(performance.now() < end, `waited in vain until ${what}`);
    await wait(20);
  }
};

/** Whether a process runs; one that has ended stays listed (Z) where nobody collects orphans, as in a bare container. */
const alive = (pid: number): boolean => {
  try {
    if (pid <= 0 || !process.kill(pid, 0)) return false;
    const stat = `/proc/${pid}/stat`;
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
  } catch {
    return false;
  }
};

/** 0 stands for a process that never began: nobody's id. */
const pidIn = (notes: string[]): number => Number.parseInt(notes[0] ?? '0', 10);

describe('the launcher', () => {
  it('starts the server, then the fleet of its file, says where it is, and ends both when asked', async () => {
    await using place = await placeOf({ 'server.mjs': server, 'fleet.mjs': fleet });
    writeFileSync(join(place.plan.dataDir, 'ready.json'), '{ "url": "http://of-the-last-run" }');
    const stop = new AbortController();
    const said: string[] = [];
    const running = launch(place.plan, (line) => said.push(line), stop.signal);
    await until('the address is said', () => said.join().includes(ready.url));
    stop.abort();
    await running;
    assert.equal(said.join().includes('of-the-last-run'), false);
    assert.match(place.notes('fleet')[0] ?? '', /^\d+ --fleet fleet\.json --since 30d --state \S+\/data\/simulator$/);
    assert.equal(place.notes('server')[1], '{"type":"control","url":"http://127.0.0.1:9999"}');
    assert.equal(place.notes('server').at(-1), 'SIGTERM');
    assert.equal(place.notes('fleet').at(-1), 'SIGTERM');
  });

  it('passes on the one sentence of a server that cannot start', async () => {
    const refusing = `process.send({ type: 'fault', sentence: 'Port 8080 is taken.' }); process.exitCode = 1;`;
    await using place = await placeOf({ 'server.mjs': refusing });
    await assert.rejects(
      launch(place.plan, () => undefined, new AbortController().signal),
      { message: 'Port 8080 is taken.' },
    );
  });

  it('names the part that ended by itself and stops the rest', async () => {
    const failing = `${life('fleet')}\n  process.exit(3);`;
    await using place = await placeOf({ 'server.mjs': server, 'fleet.mjs': failing });
    await assert.rejects(
      launch(place.plan, () => undefined, new AbortController().signal),
      {
        message: 'The simulator ended unexpectedly (exit code 3); the rest is stopped.',
      },
    );
    assert.equal(place.notes('server').at(-1), 'SIGTERM');
  });

  it('takes its children with it when it is killed', async () => {
    await using place = await placeOf({ 'server.mjs': server, 'fleet.mjs': fleet });
    const launcher = pathToFileURL(join(import.meta.dirname, 'launcher.ts')).href;
    const program = `import { launch } from '${launcher}';
      await launch({ ...${JSON.stringify({ ...place.plan, env: undefined })}, env: process.env }, () => {}, new AbortController().signal);`;
    const killed = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
    try {
      const exited = once(killed, 'exit');
      await until('both run', () => place.notes('fleet').length > 0 && place.notes('server').length > 1);
      killed.kill('SIGKILL');
      await exited;
      for (const name of ['server', 'fleet']) {
        await until(`the ${name} has ended`, () => !alive(pidIn(place.notes(name))));
        assert.equal(place.notes(name).at(-1), 'SIGTERM');
      }
    } finally {
      killed.kill('SIGKILL');
      for (const pid of ['server', 'fleet'].map((name) => pidIn(place.notes(name))))
        if (alive(pid)) process.kill(pid, 'SIGKILL');
    }
  });

  it('leaves alone what its children fork', async () => {
    const forking = `
      import { fork } from 'node:child_process';
      if (process.argv[2] === 'forked') process.on('message', (text) => { process.send(text); process.disconnect(); });
      else {
        const forked = fork('server.mjs', ['forked']);
        setTimeout(() => forked.send('It answers.'), 300);
        forked.on('message', (sentence) => { process.send({ type: 'fault', sentence }); process.exitCode = 1; });
      }`;
    await using place = await placeOf({ 'server.mjs': forking });
    const launched = launch(place.plan, () => undefined, new AbortController().signal);
    await assert.rejects(launched, { message: 'It answers.' });
  });

  it('shows the demo accounts in columns', () => {
    const accounts = [
      { role: 'USER', email: 'anna@example.com', password: 'one', company: 'Pasticceria Anna' },
      { role: 'SUPERFACTORY', email: 'bo@example.com', password: 'twelve', company: '' },
    ];
    const outboxUrl = 'http://127.0.0.1:8080/dev/outbox';
    const lines = welcome({ ...ready, outboxUrl, accounts, spareActivationCodes: ['ABCDE23456'] }, 'data');
    assert.ok(lines.includes('  Open        http://127.0.0.1:8080'), lines.join('\n'));
    assert.ok(lines.includes(`  Mails       ${outboxUrl}`), lines.join('\n'));
    assert.ok(lines.includes('  Spare codes ABCDE23456'), lines.join('\n'));
    assert.ok(lines.includes('  USER          anna@example.com  one       Pasticceria Anna'), lines.join('\n'));
    assert.ok(lines.includes('  SUPERFACTORY  bo@example.com    twelve'), lines.join('\n'));
  });
});
