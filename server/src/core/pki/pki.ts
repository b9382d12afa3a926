// @peculiar/x509 resolves its algorithms through decorator metadata: this import has to come first.
import 'reflect-metadata';
import {
  createPrivateKey,
  createPublicKey,
  X509Certificate as ParsedCertificate,
  randomBytes,
  webcrypto,
} from 'node:crypto';
import { isIP } from 'node:net';
import { day_ms } from '@brina/domain/language/durations';
import * as x509 from '@peculiar/x509';
import type { Clock } from '../clock.ts';
import type { PkiStore } from './pki-store.ts';

/** A certificate with its key, both PEM; `certificatePem` carries the issuing authority's certificate behind its own. */
export type IssuedServer = { certificatePem: string; keyPem: string };

/** An appliance's identity. `certificateSerial` and `fingerprint256` are spelled as TLS reports them of a peer. */
export type IssuedAppliance = IssuedServer & {
  /** Upper-case hex. */
  certificateSerial: string;
  fingerprint256: string;
  notBefore_ms: number;
  notAfter_ms: number;
};

/** The certificate authority of appliances and of our own servers (docs/DEVICE-PROTOCOL.md). */
export type Pki = {
  /** The root's certificate: what an appliance trusts. */
  caPem: string;
  /** Root and issuing authority: what a server asks its clients to chain to, even those that send their own certificate only. */
  clientAuthoritiesPem: readonly [root: string, issuing: string];
  /** Makes key and certificate of an appliance: CN = serial, SAN `urn:refr:{brand}:{serial}`, for client authentication only. */
  issueAppliance(serial: string): Promise<IssuedAppliance>;
  /** Makes key and certificate of a server reached by these host names and addresses. */
  issueServer(hosts: readonly string[]): Promise<IssuedServer>;
};

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const year_ms = 365.25 * day_ms;
/** An appliance works for fifteen years and cannot renew its certificate by itself; a stolen one is revoked, not awaited. */
const life_ms = { root: 40 * year_ms, issuing: 39 * year_ms, appliance: 25 * year_ms, server: 2 * year_ms };
/** What fits a common name (X.520), a level of a topic and a client id alike. */
const SERIAL = /^[A-Za-z0-9-]{1,64}$/;

type Authority = { certificate: x509.X509Certificate; key: webcrypto.CryptoKey };

/** Opens the authorities, making them on the first start. Rejects when a part of what was kept is missing. */
export async function openPki({ store, brand, clock }: { store: PkiStore; brand: string; clock: Clock }): Promise<Pki> {
  const { root, issuing } = await openAuthorities(store, brand, clock);

  const issue = async (cn: string, life: number, extensions: x509.Extension[]): Promise<IssuedServer> => {
    const keys = await newKeys();
    const certificate = await x509.X509CertificateGenerator.create({
      ...validity(issuing.certificate.notBefore, clock.now() + life),
      serialNumber: newSerialNumber(),
      subject: [{ CN: [cn] }],
      issuer: issuing.certificate.subjectName,
      publicKey: keys.publicKey,
      signingKey: issuing.key,
      signingAlgorithm: algorithm,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
        await x509.AuthorityKeyIdentifierExtension.create(issuing.certificate.publicKey),
        ...extensions,
      ],
    });
    return {
      certificatePem: `${certificate.toString('pem')}\n${issuing.certificate.toString('pem')}\n`,
      keyPem: await exportKey(keys.privateKey),
    };
  };

  return {
    caPem: `${root.toString('pem')}\n`,
    clientAuthoritiesPem: [root.toString('pem'), issuing.certificate.toString('pem')],
    async issueAppliance(serial) {
      if (!SERIAL.test(serial)) throw new Error(`not a serial number: ${JSON.stringify(serial)}`);
      const issued = await issue(serial, life_ms.appliance, [
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
        new x509.SubjectAlternativeNameExtension([{ type: 'url', value: `urn:refr:${brand}:${serial}` }]),
      ]);
      // Read back by the library that will read it at each connection: both must spell it alike.
      const { serialNumber, fingerprint256, validFromDate, validToDate } = new ParsedCertificate(issued.certificatePem);
      return {
        ...issued,
        certificateSerial: serialNumber,
        fingerprint256,
        notBefore_ms: validFromDate.getTime(),
        notAfter_ms: validToDate.getTime(),
      };
    },
    issueServer(hosts) {
      const names = hosts.map((host) => ({ type: isIP(host) ? ('ip' as const) : ('dns' as const), value: host }));
      return issue(`${brand} portal`, life_ms.server, [
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension(names),
      ]);
    },
  };
}

/** The root's key may be taken off the machine once the issuing authority exists. */
async function openAuthorities(store: PkiStore, brand: string, clock: Clock) {
  const keptIssuing = await loadAuthority(store, 'issuing');
  if (keptIssuing) {
    const keptRoot = await store.load('root.pem');
    // A new root would be one that no appliance in the field trusts.
    if (keptRoot === undefined) throw new Error('the PKI holds issuing.pem but not root.pem: restore it');
    // The root's key may be elsewhere; if it is here, it has to be its own.
    if ((await store.load('root.key')) !== undefined) await loadAuthority(store, 'root');
    const root = new x509.X509Certificate(keptRoot);
    if (!(await keptIssuing.certificate.verify({ publicKey: root.publicKey, signatureOnly: true })))
      throw new Error('issuing.pem is not signed by root.pem');
    return { root, issuing: keptIssuing };
  }
  const root = (await loadAuthority(store, 'root')) ?? (await newAuthority(store, 'root', brand, clock));
  return { root: root.certificate, issuing: await newAuthority(store, 'issuing', brand, clock, root) };
}

async function loadAuthority(store: PkiStore, name: 'root' | 'issuing'): Promise<Authority | undefined> {
  const certificatePem = await store.load(`${name}.pem`);
  if (certificatePem === undefined) return undefined;
  const keyPem = await store.load(`${name}.key`);
  if (keyPem === undefined) throw new Error(`the PKI holds ${name}.pem but not its key, ${name}.key: restore it`);
  if (!new ParsedCertificate(certificatePem).checkPrivateKey(createPrivateKey(keyPem)))
    throw new Error(`${name}.key is not the key of ${name}.pem`);
  const { privateKey } = await importKeys(keyPem);
  return { certificate: new x509.X509Certificate(certificatePem), key: privateKey };
}

/**
 * Makes an authority, signed by `parent` or by itself. Its certificate is saved last: without it, it was never made. A key that is there,
 * as after a start that was cut, is its own: no key is ever written over.
 */
async function newAuthority(
  store: PkiStore,
  name: 'root' | 'issuing',
  brand: string,
  clock: Clock,
  parent?: Authority,
): Promise<Authority> {
  const keptKey = await store.load(`${name}.key`);
  const keys = await (keptKey === undefined ? newKeys() : importKeys(keptKey));
  const subject = [{ O: [brand] }, { CN: [`${brand} appliances ${name === 'root' ? 'root' : 'issuing CA'}`] }];
  // A day back: the clock of who checks it may lag.
  const notBefore = parent?.certificate.notBefore ?? new Date(clock.now() - day_ms);
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity(notBefore, clock.now() + life_ms[name]),
    serialNumber: newSerialNumber(),
    subject,
    issuer: parent?.certificate.subjectName ?? subject,
    publicKey: keys.publicKey,
    signingKey: parent?.key ?? keys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, parent ? 0 : 1, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(parent?.certificate.publicKey ?? keys.publicKey),
    ],
  });
  if (keptKey === undefined) await store.save(`${name}.key`, await exportKey(keys.privateKey));
  await store.save(`${name}.pem`, `${certificate.toString('pem')}\n`);
  return { certificate, key: keys.privateKey };
}

/** Certificates are valid from the making of the authority on, so that no unit's or browser's lagging clock refuses a fresh one. */
const validity = (notBefore: Date, notAfter_ms: number) => ({ notBefore, notAfter: new Date(notAfter_ms) });

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

/** The pair of a private key, which holds the public one. */
async function importKeys(privatePem: string): Promise<webcrypto.CryptoKeyPair> {
  const pkcs8 = createPrivateKey(privatePem).export({ type: 'pkcs8', format: 'der' });
  const spki = createPublicKey(privatePem).export({ type: 'spki', format: 'der' });
  const [privateKey, publicKey] = await Promise.all([
    webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, true, ['sign']),
    webcrypto.subtle.importKey('spki', spki, algorithm, true, ['verify']),
  ]);
  return { privateKey, publicKey };
}

const exportKey = async (key: webcrypto.CryptoKey): Promise<string> =>
  `${x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`;

/** 126 random bits behind a first byte that needs no padding and starts with no zero: every library spells it alike. */
function newSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = 0x40 | ((bytes[0] ?? 0) & 0x3f);
  return bytes.toString('hex');
}
