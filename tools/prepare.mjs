/**
 * What every npm script does before its own work: packages as the lock file says, then the wanted program under the
 * Node 24 that is one of them. Runs under Node 18 or newer and imports nothing from node_modules.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants as osConstants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const marker = join(modules, '.brina-lock');
const tether = new URL('tether.mjs', import.meta.url).href;

/** The commands of package.json and the program that each of them runs. */
const programs = {
  start: 'tools/launcher.ts',
  dev: 'tools/dev.ts',
  test: 'tools/suite/test.ts',
  check: 'tools/check.ts',
  soak: 'tools/soak.ts',
  schema: 'tools/schema.ts',
  texts: 'tools/texts.ts',
  simulator: 'tools/simulator.ts',
  bench: 'bench/main.ts',
  conformance: 'tools/conformance.ts',
};

/**
 * Installs when needed, runs the command's program with the arguments and ends with its exit code.
 * @param {string[]} args the command, then what the program gets
 */
export async function run([command = '', ...args]) {
  if (!(command in programs))
    return refuse(`Unknown command "${command}"; there are: ${Object.keys(programs).join(', ')}.`);
  const fault = (await install()) ?? nodeFault();
  if (fault) return refuse(fault);
  start([join(root, programs[/** @type {keyof typeof programs} */ (command)]), ...args]);
}

/** @param {string} sentence */
function refuse(sentence) {
  console.error(sentence);
  process.exitCode = 1;
}

/**
 * Makes node_modules agree with package-lock.json. A marker in it holds the hash of the lock file it was made from.
 * @returns {Promise<string | undefined>} why it could not
 */
async function install() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8').trim() === hash) return undefined;
  if (!writable(existsSync(modules) ? modules : root)) {
    return `The packages of package-lock.json must be installed, but ${root} is read-only.`;
  }
  if (!installedByHand(lock.toString())) {
    let fault = await npmCi();
    // An installation that was killed may have gone on by itself for a while, and be in the way of this one.
    if (fault?.includes('ENOTEMPTY')) {
      rmSync(modules, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
      fault = await npmCi();
    }
    if (fault) return fault;
  }
  writeFileSync(marker, `${hash}\n`);
  return undefined;
}

/** @param {string} folder */
function writable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether someone ran npm themselves: what npm noted at the end of its last install is what the lock file asks for.
 * @param {string} lockText
 */
function installedByHand(lockText) {
  const note = join(modules, '.package-lock.json');
  if (!existsSync(note)) return false;
  /** @type {{ packages: Record<string, { version?: string, optional?: boolean }> }} */
  const lock = JSON.parse(lockText);
  const installed = JSON.parse(readFileSync(note, 'utf8')).packages;
  const asked = Object.entries(lock.packages).filter(([path]) => path !== '');
  return (
    Object.keys(installed).every((path) => path in lock.packages) &&
    asked.every(([path, { version, optional }]) =>
      path in installed ? installed[path].version === version : optional || !path.startsWith('node_modules/'),
    )
  );
}

/** @returns {Promise<string | undefined>} npm's last words when it failed */
async function npmCi() {
  const cli = process.env.npm_execpath;
  // The portal builds its web app and needs its optional packages (Node itself), whatever npm's settings leave out here. No package
  // needs its install script, and none gets to run one.
  const contents = ['--include=dev', '--include=optional', '--ignore-scripts'];
  const flags = ['ci', ...contents, '--no-audit', '--no-fund', '--loglevel=error'];
  const [program, args] = cli?.endsWith('npm-cli.js') ? [process.execPath, [cli, ...flags]] : ['npm', flags];
  const say = (/** @type {string} */ line) =>
    process.stdout.write(process.stdout.isTTY ? `\r${line}\x1b[K` : `${line}\n`);
  const progress = () => say(`Installing packages as package-lock.json says … ${seconds()} s`);
  progress();
  const timer = process.stdout.isTTY ? setInterval(progress, 1000) : undefined;
  /** @type {Buffer[]} */
  const output = [];
  // In a group of its own: what it has begun ends with it, and with us.
  const npm = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  /** @type {NodeJS.Signals | undefined} */
  let stoppedBy;
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    stoppedBy = signal;
    endGroup(npm.pid, 'SIGTERM');
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, stop);
  const watch = endWithNpm(() => stop('SIGTERM'));
  npm.stdout.on('data', (chunk) => output.push(chunk));
  npm.stderr.on('data', (chunk) => output.push(chunk));
  const code = await new Promise((resolve) => {
    npm.on('error', (error) => resolve(error.message));
    npm.on('close', resolve);
  });
  clearInterval(timer);
  clearInterval(watch);
  for (const signal of signals) process.off(signal, stop);
  if (stoppedBy) {
    endGroup(npm.pid, 'SIGKILL');
    process.exit(128 + osConstants.signals[stoppedBy]);
  }
  if (code === 0) {
    say(`Packages installed in ${seconds()} s.${process.stdout.isTTY ? '\n' : ''}`);
    return undefined;
  }
  return `\nnpm ci failed (${code}):\n${beginAndEnd(Buffer.concat(output).toString().trimEnd().split('\n')).join('\n')}`;
}

/**
 * @param {number | undefined} leader
 * @param {NodeJS.Signals} signal
 */
function endGroup(leader, signal) {
  try {
    if (leader !== undefined) process.kill(-leader, signal);
  } catch {
    // It is gone.
  }
}

/**
 * npm says the reason first and help after it, or a long story first and the reason last.
 * @param {string[]} lines
 */
const beginAndEnd = (lines) => (lines.length <= 30 ? lines : [...lines.slice(0, 15), '…', ...lines.slice(-15)]);

const seconds = () => Math.round(process.uptime());

/** The Node of the packages; where npm has none for this machine, a Node 24 or newer that runs this script serves. */
function node() {
  const own = join(modules, '.bin', 'node');
  if (existsSync(own)) return own;
  return Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : undefined;
}

/** @returns {string | undefined} */
function nodeFault() {
  if (node()) return undefined;
  return `There is no Node 24 among the packages for ${process.platform}-${process.arch}: start Brina with Node 24 or newer.`;
}

/** @param {string[]} program path and arguments */
function start(program) {
  const bin = join(modules, '.bin');
  const child = spawn(/** @type {string} */ (node()), ['--import', tether, ...program], {
    cwd: root,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
    // The fourth is the channel that ends the program when this process is gone: see tether.mjs.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  endWithNpm(() => child.kill('SIGTERM'));
  child.on('error', (error) => refuse(`Node 24 does not start: ${error.message}.`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? osConstants.signals[signal] : 0)));
}

/**
 * npm gives its script no channel, so a killed npm shows only in this process, or the shell between, having another parent.
 * @param {() => void} end
 * @returns {ReturnType<typeof setInterval> | undefined} what watches it
 */
function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const ancestors = parents();
  return setInterval(() => parents() !== ancestors && end(), 500).unref();
}

/**
 * Ids of the processes up to npm: the parent, or a shell and npm behind it. What stands above npm is none of our business: the shell of
 * `nohup npm start &` may end.
 */
function parents() {
  try {
    const command = readFileSync(`/proc/${process.ppid}/cmdline`, 'utf8');
    if (/\bnpm\b/.test(command.split('\0').slice(0, 2).join(' '))) return String(process.ppid);
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    // pid (name) state parent …; the name may contain anything.
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    return String(process.ppid);
  }
}
