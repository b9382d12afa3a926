import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minute_ms } from '@brina/domain/language/durations';
import { freePort, startProgram, until } from './children.ts';
import { listens } from './mosquitto.ts';
import { temporaryFolder } from './portal.ts';

export type Broker = AsyncDisposable & { port: number; path: string; login: Record<string, string> };

/** RabbitMQ with its web-STOMP plugin, everything on loopback, its data in a temporary folder, and file handles enough. */
export async function startRabbitmq(folders: AsyncDisposableStack): Promise<Broker> {
  const folder = await temporaryFolder('rabbitmq', folders);
  const [port, amqp, stomp, distribution, names] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  await mkdir(join(folder, 'home'));
  await writeFile(join(folder, 'home/.erlang.cookie'), randomBytes(16).toString('hex'), { mode: 0o400 });
  await writeFile(join(folder, 'plugins'), '[rabbitmq_web_stomp].\n');
  const settings = [
    `listeners.tcp.1 = 127.0.0.1:${amqp}`,
    `stomp.listeners.tcp.1 = 127.0.0.1:${stomp}`,
    'web_stomp.tcp.ip = 127.0.0.1',
    `web_stomp.tcp.port = ${port}`,
    'log.console = false',
    'log.file.level = error',
  ];
  await writeFile(join(folder, 'rabbitmq.conf'), `${settings.join('\n')}\n`);
  const erlang = { ERL_EPMD_ADDRESS: '127.0.0.1', ERL_EPMD_PORT: String(names) };
  await using stack = new AsyncDisposableStack();
  stack.use(startProgram('epmd', ['-address', '127.0.0.1', '-port', String(names)], erlang));
  await until('epmd', 5000, () => listens(names));
  stack.use(
    startProgram('sh', ['-c', 'ulimit -n "$(ulimit -Hn)" && exec /usr/lib/rabbitmq/bin/rabbitmq-server'], {
      ...erlang,
      HOME: join(folder, 'home'),
      RABBITMQ_NODENAME: 'bench@localhost',
      RABBITMQ_DIST_PORT: String(distribution),
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
      RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
      RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
      RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
      RABBITMQ_LOG_BASE: join(folder, 'log'),
      RABBITMQ_PID_FILE: join(folder, 'pid'),
    }),
  );
  await until('RabbitMQ', minute_ms, () => listens(port));
  const owned = stack.move();
  return {
    port,
    path: '/ws',
    login: { login: 'guest', passcode: 'guest', host: '/' },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
