import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import tls from 'node:tls';
import { systemClock } from '../clock.ts';
import { stillClock } from '../testing/test-clock.ts';
import { type IssuedServer, openPki, type Pki } from './pki.ts';
import { filePkiStore } from './pki-store.ts';

async function temporaryFolder() {
  const dir = await mkdtemp(path.join(tmpdir(), 'brina-pki-'));
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}

const open = (dir: string, clock = systemClock) => openPki({ store: filePkiStore(dir), brand: 'IRINOX', clock });

/** Shakes hands over loopback; resolves with what the server saw of the client, rejects with either side's refusal. */
async function shakeHands(pki: Pki, server: IssuedServer, client: IssuedServer, servername?: string) {
  const listener = tls.createServer({
    cert: server.certificatePem,
    key: server.keyPem,
    ca: [...pki.clientAuthoritiesPem],
    requestCert: true,
    rejectUnauthorized: true,
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const accepted = new Promise<tls.TLSSocket>((resolve, reject) => {
    listener.once('secureConnection', resolve);
    listener.once('tlsClientError', reject);
  });
  const socket = tls.connect({
    port,
    host: '127.0.0.1',
    ...(servername && { servername }),
    ca: pki.caPem,
    cert: client.certificatePem,
    key: client.keyPem,
  });
  try {
    const refused = new Promise<never>((_, reject) => socket.once('error', reject));
    const [peer] = await Promise.race([Promise.all([accepted, once(socket, 'secureConnect')]), refused]);
    return { serialNumber: peer.getPeerCertificate().serialNumber, subject: peer.getPeerCertificate().subject };
  } finally {
    socket.destroy();
    listener.close();
  }
}

describe('the certificate authority', () => {
  it('issues an appliance certificate that chains to the root, names the unit and serves clients only', async () => {
    await using folder = await temporaryFolder();
    const pki = await open(folder.dir);
    const issued = await pki.issueAppliance('MF0000001');
    const [leafPem, issuingPem] = issued.certificatePem.split(/(?<=-----END CERTIFICATE-----\n)/);
    const leaf = new X509Certificate(leafPem ?? '');
    const issuing = new X509Certificate(issuingPem ?? '');
    const root = new X509Certificate(pki.caPem);
    assert.ok(leaf.verify(issuing.publicKey) && leaf.checkIssued(issuing));
    assert.ok(issuing.verify(root.publicKey) && issuing.checkIssued(root));
    assert.equal(leaf.subject, 'CN=MF0000001');
    assert.equal(leaf.subjectAltName, 'URI:urn:refr:IRINOX:MF0000001');
    assert.deepEqual(leaf.keyUsage, ['1.3.6.1.5.5.7.3.2']);
    assert.equal(leaf.ca, false);
    assert.equal(leaf.serialNumber, issued.certificateSerial);
    assert.match(issued.certificateSerial, /^[4-7][0-9A-F]{31}$/);
    assert.equal(leaf.fingerprint256, issued.fingerprint256);
    assert.ok(
      issued.notBefore_ms < systemClock.now() && issued.notAfter_ms > systemClock.now() + 15 * 365 * 86_400_000,
    );
    assert.ok(issued.notAfter_ms < issuing.validToDate.getTime() && issuing.validToDate < root.validToDate);
  });

  it('both ends accept each other over TLS, and the server reads the serial numbers that were issued', async () => {
    await using folder = await temporaryFolder();
    const pki = await open(folder.dir);
    const [server, unit] = await Promise.all([pki.issueServer(['localhost', '127.0.0.1']), pki.issueAppliance('MF-7')]);
    const seen = await shakeHands(pki, server, unit);
    assert.equal(seen.serialNumber, unit.certificateSerial);
    assert.equal(seen.subject.CN, 'MF-7');
    await shakeHands(pki, server, unit, 'localhost');
  });

  it('a unit that sends its own certificate without the chain is recognised', async () => {
    await using folder = await temporaryFolder();
    const pki = await open(folder.dir);
    const [server, unit] = await Promise.all([pki.issueServer(['127.0.0.1']), pki.issueAppliance('MF-8')]);
    const certificatePem = unit.certificatePem.slice(0, unit.certificatePem.indexOf('-----END CERTIFICATE-----') + 26);
    assert.equal((await shakeHands(pki, server, { ...unit, certificatePem })).subject.CN, 'MF-8');
  });

  it('a certificate serves its own purpose only: an appliance is no server, a server no appliance', async () => {
    await using folder = await temporaryFolder();
    const pki = await open(folder.dir);
    const [server, unit] = await Promise.all([pki.issueServer(['127.0.0.1']), pki.issueAppliance('MF-9')]);
    await assert.rejects(shakeHands(pki, unit, unit), /purpose/);
    await assert.rejects(shakeHands(pki, server, server));
    await assert.rejects(shakeHands(pki, server, unit, 'elsewhere.example'), /altnames/);
  });

  it('a second start opens the same authorities, and what was issued before still verifies', async () => {
    await using folder = await temporaryFolder();
    const first = await open(folder.dir);
    const unit = await first.issueAppliance('MF-10');
    const second = await open(folder.dir);
    assert.equal(second.caPem, first.caPem);
    await shakeHands(second, await second.issueServer(['127.0.0.1']), unit);
  });

  it('every file is readable by its owner only', async () => {
    await using folder = await temporaryFolder();
    const dir = path.join(folder.dir, 'pki');
    await open(dir);
    assert.equal((await stat(dir)).mode & 0o777, 0o700);
    const files = await readdir(dir);
    assert.deepEqual(files.sort(), ['issuing.key', 'issuing.pem', 'root.key', 'root.pem']);
    for (const file of files) assert.equal((await stat(path.join(dir, file))).mode & 0o777, 0o600, file);
  });

  it('goes on without the key of the root, and refuses to replace anything that is missing', async () => {
    await using folder = await temporaryFolder();
    const { caPem } = await open(folder.dir);
    await rm(path.join(folder.dir, 'root.key'));
    assert.equal((await open(folder.dir)).caPem, caPem);
    await rm(path.join(folder.dir, 'issuing.key'));
    await assert.rejects(open(folder.dir), /issuing\.key/);
    await rm(path.join(folder.dir, 'root.pem'));
    await assert.rejects(open(folder.dir));
  });

  it('a first start that was cut between two files is simply done again', async () => {
    await using folder = await temporaryFolder();
    const store = filePkiStore(folder.dir);
    const cut = {
      ...store,
      save: (...[item, pem]: Parameters<typeof store.save>) =>
        item === 'issuing.pem' ? Promise.reject(new Error('power cut')) : store.save(item, pem),
    };
    await assert.rejects(openPki({ store: cut, brand: 'IRINOX', clock: systemClock }), /power cut/);
    const key = await store.load('issuing.key');
    const pki = await open(folder.dir);
    assert.equal(await store.load('issuing.key'), key, 'no key is written over');
    assert.deepEqual((await open(folder.dir)).clientAuthoritiesPem, pki.clientAuthoritiesPem);
    await shakeHands(pki, await pki.issueServer(['127.0.0.1']), await pki.issueAppliance('MF-11'));
  });

  it('certificates issued under a clock that runs ahead are valid at once', async () => {
    await using folder = await temporaryFolder();
    const clock = stillClock();
    const pki = await open(folder.dir, clock);
    clock.leap(90 * 86_400_000);
    await shakeHands(pki, await pki.issueServer(['127.0.0.1']), await pki.issueAppliance('MF-12'));
  });

  it('refuses a serial number that would not fit a topic', async () => {
    await using folder = await temporaryFolder();
    const pki = await open(folder.dir);
    for (const serial of ['', 'a/b', '+', '#', 'a b', 'x'.repeat(65)]) {
      await assert.rejects(pki.issueAppliance(serial), /not a serial number/);
    }
  });
});
