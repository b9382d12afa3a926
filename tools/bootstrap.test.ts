import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { runProgram } from './quiet-run.ts';

/** npm takes a few seconds to install nothing, and several times that on a busy machine. */
const deadline_ms = 50_000;

/** A project of nothing but the bootstrap, whose `check` is the program given. */
async function projectOf(program: string): Promise<AsyncDisposable & { root: string }> {
  const root = await mkdtemp(join(tmpdir(), 'brina-bootstrap-'));
  mkdirSync(join(root, 'tools'));
  for (const file of ['bootstrap.mjs', 'prepare.mjs', 'tether.mjs']) {
    cpSync(join(import.meta.dirname, file), join(root, 'tools', file));
  }
  // One workspace, so that npm has something to install without asking a registry.
  const manifest = { name: 'project', version: '1.0.0', private: true, type: 'module', workspaces: ['part'] };
  const part = { name: 'part', version: '1.0.0', scripts: { postinstall: "node -e \"fs.writeFileSync('ran', '')\"" } };
  const packages = { '': manifest, 'node_modules/part': { resolved: 'part', link: true }, part };
  mkdirSync(join(root, 'part'));
  writeFileSync(join(root, 'part', 'package.json'), JSON.stringify(part));
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ ...manifest, lockfileVersion: 3, packages }));
  writeFileSync(join(root, 'tools', 'check.ts'), program);
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) };
}

const bootstrap = (root: string, ...args: string[]) => {
  const env = { ...process.env, npm_config_offline: 'true' };
  return runProgram(process.execPath, ['tools/bootstrap.mjs', ...args], { cwd: root, env, limit_ms: deadline_ms });
};

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

describe('bootstrap', () => {
  it('says in one sentence that Node is too old', async () => {
    await using project = await projectOf('');
    const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '16.20.2' } })";
    const args = ['--import', `data:text/javascript,${encodeURIComponent(old)}`, 'tools/bootstrap.mjs', 'check'];
    const { output, ending } = await runProgram(process.execPath, args, { cwd: project.root });
    assert.match(output, /^Brina needs Node 18 or newer [^\n]* this is Node 16\.20\.2\.$/);
    assert.equal(ending.code, 1);
    assert.equal(existsSync(join(project.root, 'node_modules')), false, 'nothing was installed');
  });

  it('installs once for a lock file, hands arguments on and ends with the exit code of the program', async () => {
    await using project = await projectOf('console.log(process.argv.slice(2).join(" ")); process.exitCode = 7;');
    const first = await bootstrap(project.root, 'check', '--one', 'two');
    assert.match(first.output, /^Installing packages .*\nPackages installed in \d+ s\.\n--one two$/);
    assert.equal(first.ending.code, 7);
    assert.equal(existsSync(join(project.root, 'part', 'ran')), false, 'scripts of packages do not run');
    const second = await bootstrap(project.root, 'check', 'again');
    assert.equal(second.output, 'again');
    const lock = join(project.root, 'package-lock.json');
    writeFileSync(lock, `${readFileSync(lock, 'utf8')}\n`);
    // Without npm's own note of what it installed, only a new install tells.
    await rm(join(project.root, 'node_modules', '.package-lock.json'), { force: true });
    const third = await bootstrap(project.root, 'check', 'changed');
    assert.match(third.output, /^Installing packages/);
  });

  it('shows the end of what npm said when the packages cannot be installed', async () => {
    await using project = await projectOf('');
    writeFileSync(join(project.root, 'package.json'), '{ "name": "project", "dependencies": { "absent": "1.0.0" } }');
    const { output, ending } = await bootstrap(project.root, 'check');
    assert.match(output, /npm ci failed \(1\):\n[^]*absent/);
    assert.equal(ending.code, 1);
  });

  it('names the commands there are', async () => {
    await using project = await projectOf('');
    const { output, ending } = await bootstrap(project.root, 'nonsense');
    assert.match(output, /^Unknown command "nonsense"; there are: start, dev, test, check/);
    assert.equal(ending.code, 1);
  });

  const patient = `
    import { writeFileSync } from 'node:fs';
    setInterval(() => {}, 1000);
    process.on('SIGTERM', () => { writeFileSync('ended', 'SIGTERM'); process.exit(0); });
    process.on('SIGINT', () => { writeFileSync('ended', 'SIGINT'); process.exit(0); });
    writeFileSync('pid', String(process.pid));`;

  for (const [signal, arrives] of [
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGTERM'],
    ['SIGKILL', 'SIGTERM'],
  ] as const) {
    it(`ends its program when it gets ${signal}`, async () => {
      await using project = await projectOf(patient);
      const at = (name: string): string => join(project.root, name);
      const parent = spawn(process.execPath, ['tools/bootstrap.mjs', 'check'], { cwd: project.root, stdio: 'ignore' });
      const exited = once(parent, 'exit');
      let pid = 0;
      try {
        await until('the program runs', () => existsSync(at('pid')) && readFileSync(at('pid'), 'utf8') !== '');
        pid = Number(readFileSync(at('pid'), 'utf8'));
        parent.kill(signal);
        await exited;
        await until('the program has ended', () => !alive(pid));
        assert.equal(readFileSync(at('ended'), 'utf8'), arrives);
      } finally {
        parent.kill('SIGKILL');
        if (alive(pid)) process.kill(pid, 'SIGKILL');
      }
    });
  }

  it('goes on when the shell that began npm is gone, and ends when npm is', async () => {
    await using project = await projectOf(patient);
    const at = (name: string): string => join(project.root, name);
    writeFileSync(
      at('npm'),
      `import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      const env = { ...process.env, npm_lifecycle_event: 'check' };
      spawn(process.execPath, ['tools/bootstrap.mjs', 'check'], { stdio: 'ignore', env });
      writeFileSync('npm-pid', String(process.pid));`,
    );
    const shell = spawn('sh', ['-c', `"${process.execPath}" npm & wait`], { cwd: project.root, stdio: 'ignore' });
    const pids: number[] = [];
    const pidIn = async (name: string): Promise<number> => {
      await until(`${name} is there`, () => existsSync(at(name)) && readFileSync(at(name), 'utf8') !== '');
      const pid = Number(readFileSync(at(name), 'utf8'));
      pids.push(pid);
      return pid;
    };
    try {
      const [npm, program] = [await pidIn('npm-pid'), await pidIn('pid')];
      shell.kill('SIGKILL');
      await until('the shell is gone', () => !alive(shell.pid ?? 0));
      // Who watches looks twice a second.
      await wait(1500);
      assert.ok(alive(program), 'the program ended with the shell');
      process.kill(npm, 'SIGKILL');
      await until('the program has ended', () => !alive(program));
    } finally {
      for (const pid of pids) if (alive(pid)) process.kill(pid, 'SIGKILL');
    }
  });

  it('ends an installation with itself, and begins it anew where another one left half of it', async () => {
    await using project = await projectOf('console.log("the program runs");');
    const at = (name: string): string => join(project.root, name);
    const npm = (program: string): void => writeFileSync(at('npm-cli.js'), program);
    npm(`import { mkdirSync, writeFileSync } from 'node:fs';
      mkdirSync('node_modules/half', { recursive: true });
      writeFileSync('pid', String(process.pid));
      setInterval(() => {}, 1000);`);
    const env = { ...process.env, npm_execpath: at('npm-cli.js') };
    const first = spawn(process.execPath, ['tools/bootstrap.mjs', 'check'], {
      cwd: project.root,
      env,
      stdio: 'ignore',
    });
    await until('npm runs', () => existsSync(at('pid')) && readFileSync(at('pid'), 'utf8') !== '');
    const pid = Number(readFileSync(at('pid'), 'utf8'));
    const ended = once(first, 'exit');
    first.kill('SIGTERM');
    const [code] = (await ended) as [number];
    assert.equal(code, 143);
    await until('npm has ended', () => !alive(pid));

    npm(`import { existsSync, mkdirSync } from 'node:fs';
      if (existsSync('node_modules/half')) {
        console.error('npm error code ENOTEMPTY');
        process.exit(1);
      }
      mkdirSync('node_modules', { recursive: true });`);
    const second = await runProgram(process.execPath, ['tools/bootstrap.mjs', 'check'], {
      cwd: project.root,
      env,
      limit_ms: deadline_ms,
    });
    assert.equal(second.ending.code, 0, second.output);
    assert.match(second.output, /the program runs/);
  });
});
