import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '#core/edge/testing/until.ts';

const root = join(import.meta.dirname, '../../..');

/** The server as a program of its own, which a test may kill. It ends with the test however that ends. */
export class PortalProcess {
  private child: ChildProcess | undefined;
  private readonly environment: Record<string, string>;
  private readonly readyFile: string;

  constructor(options: { dataDir: string; mqttPort: number; databaseUrl: string | undefined }) {
    this.readyFile = join(options.dataDir, 'ready.json');
    this.environment = {
      BRINA_DATA_DIR: options.dataDir,
      BRINA_HTTP_PORT: '0',
      BRINA_MQTT_PORT: String(options.mqttPort),
      BRINA_ENV: 'dev',
      BRINA_LOG: 'silent',
      ...(options.databaseUrl && { BRINA_DATABASE_URL: options.databaseUrl }),
    };
  }

  async start(): Promise<void> {
    const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('BRINA_')));
    const child = spawn(process.execPath, ['--import', join(root, 'tools/tether.mjs'), 'server/main.ts'], {
      cwd: root,
      env: { ...clean, ...this.environment },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.child = child;
    await until('the portal is ready', () => child.exitCode !== null || existsSync(this.readyFile), 30_000);
    if (child.exitCode !== null) throw new Error(`the portal ended with ${child.exitCode}`);
  }

  /** kill -9, and a new start. */
  async killAndStart(): Promise<void> {
    await this.end('SIGKILL');
    await this.start();
  }

  /** The process stands still for a while, and everything with it. */
  async freeze(ms: number): Promise<void> {
    this.child?.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.child?.kill('SIGCONT');
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

/** A stretch of wire before a PostgreSQL server that a test may cut: for the portal the database is then stopped. */
export class DatabaseWire implements AsyncDisposable {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private readonly target: URL;
  private isCut = false;

  constructor(url: string) {
    this.target = new URL(url);
    this.server = createServer((near) => {
      if (this.isCut) return near.destroy();
      const far = connect(Number(this.target.port || 5432), this.target.hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
      }
      near.pipe(far).pipe(near);
    });
  }

  /** Address of the database through this wire. */
  async open(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** The database is gone for a while. */
  async stop(ms: number): Promise<void> {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.isCut = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}
