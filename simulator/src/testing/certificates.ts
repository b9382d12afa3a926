/** Certificates for a test, made by openssl in a folder of its own: an authority, the edge's and one for each unit. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key, PEM. */
export type Identity = { readonly certificate: string; readonly key: string };

export type TestAuthority = Disposable & {
  readonly ca: string;
  /** A certificate for this common name; `edge` also names the loopback address. */
  issue(commonName: string, edge?: boolean): Identity;
};

/** Makes an authority that nobody else trusts. */
export function makeAuthority(): TestAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'brina-pki-'));
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  };
  const newKey = (name: string): void =>
    openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', `${name}.key`);
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  newKey('ca');
  openssl('req', '-x509', '-new', '-key', 'ca.key', '-subj', '/CN=Test authority', '-days', '2', '-out', 'ca.pem');
  return {
    ca: read('ca.pem'),
    issue(commonName, edge = false) {
      const name = edge ? 'edge' : commonName;
      newKey(name);
      openssl('req', '-new', '-key', `${name}.key`, '-subj', `/CN=${commonName}`, '-out', `${name}.csr`);
      writeFileSync(
        join(folder, `${name}.ext`),
        edge ? 'subjectAltName=IP:127.0.0.1\n' : 'extendedKeyUsage=clientAuth\n',
      );
      const sign = ['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
      openssl(...sign, '-days', '2', '-extfile', `${name}.ext`, '-out', `${name}.pem`);
      return { certificate: read(`${name}.pem`), key: read(`${name}.key`) };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}
