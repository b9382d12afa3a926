import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Child, freePort, startProgram, until } from './children.ts';
import type { Fleet } from './fleet.ts';
import { temporaryFolder } from './portal.ts';

/** Mosquitto 2 as a bare broker: mutual TLS by the same authority, no persistence, no limits of its own. */
export async function startMosquitto(fleet: Fleet, folders: AsyncDisposableStack): Promise<Child & { port: number }> {
  const folder = await temporaryFolder('mosquitto', folders);
  const port = await freePort();
  const file = join(folder, 'mosquitto.conf');
  const lines = [
    `listener ${port} 127.0.0.1`,
    `cafile ${fleet.caFile}`,
    `certfile ${fleet.server.certificate}`,
    `keyfile ${fleet.server.key}`,
    'require_certificate true',
    'use_identity_as_username true',
    'allow_anonymous false',
    'persistence false',
    'set_tcp_nodelay true',
    'log_type error',
    'user root',
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const broker = startProgram('mosquitto', ['-c', file], { PATH: `${process.env['PATH']}:/usr/sbin` });
  try {
    await until('Mosquitto', 10_000, () => listens(port));
  } catch (error) {
    await broker[Symbol.asyncDispose]();
    throw error;
  }
  return { ...broker, port };
}

/** Whether something listens on a loopback port. */
export async function listens(port: number): Promise<true | undefined> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}
