import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { connect } from 'node:tls';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import type { Log } from '#core/log.ts';
import { openPki } from '#core/pki/pki.ts';
import { filePkiStore } from '#core/pki/pki-store.ts';
import { stillClock } from '#core/testing/test-clock.ts';
import { readConfig } from '../config.ts';
import { certificateOf } from './certificate.ts';

const log = { info: () => {}, warn: () => {} } as unknown as Log;

/** A folder, and an authority in it. */
async function place() {
  const folder = await mkdtemp(join(tmpdir(), 'brina-certificate-'));
  const clock = stillClock();
  const pki = await openPki({ store: filePkiStore(join(folder, 'pki')), brand: 'Test', clock });
  return { folder, clock, pki, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** A server that keeps its certificate fresh, and what it shows who connects now. */
async function serving({ clock, pki }: Awaited<ReturnType<typeof place>>, environment: Record<string, string>) {
  const certificate = await certificateOf({ config: readConfig(environment), pki, clock, log });
  assert.ok(certificate);
  const server: Server = createServer(certificate.first).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const renewal = certificate.keepFresh(server);
  return {
    async shown(): Promise<{ serial: string; names: string }> {
      const { port } = server.address() as AddressInfo;
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const { serialNumber, subjectaltname } = socket.getPeerCertificate();
      socket.destroy();
      return { serial: serialNumber, names: subjectaltname ?? '' };
    },
    [Symbol.asyncDispose]: async () => {
      renewal[Symbol.dispose]();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('the certificate by which people reach the portal', () => {
  it('B11.1 of our own authority has the public name, and is issued anew while the portal runs', async () => {
    await using given = await place();
    await using server = await serving(given, { BRINA_TLS: 'own', BRINA_PUBLIC_URL: 'https://portal.example' });
    const before = await server.shown();
    assert.match(before.names, /DNS:portal\.example/);
    await given.clock.advance(8 * day_ms);
    assert.notEqual((await server.shown()).serial, before.serial);
  });

  it('B11.1 of files is followed as they change, and one that does not fit its key is not taken', async () => {
    await using given = await place();
    const { folder, clock, pki } = given;
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const first = await pki.issueServer(['portal.example']);
    await writeFile(cert, first.certificatePem);
    await writeFile(key, first.keyPem);
    await using server = await serving(given, { BRINA_TLS: `${cert},${key}` });
    const before = await server.shown();

    const second = await pki.issueServer(['portal.example']);
    await writeFile(cert, second.certificatePem);
    await clock.advance(minute_ms);
    assert.equal((await server.shown()).serial, before.serial, 'half of a renewal is none');
    await writeFile(key, second.keyPem);
    await clock.advance(minute_ms);
    assert.notEqual((await server.shown()).serial, before.serial);
  });
});
