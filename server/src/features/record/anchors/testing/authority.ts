import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const config = `[tsa]
default_tsa = t
[t]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
ess_cert_id_alg = sha256
[stamps]
extendedKeyUsage = critical,timeStamping
`;

/** An authority for time stamps, by OpenSSL, with a certificate of its own root. */
export class Authority implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'brina-tsa-'));

  constructor() {
    writeFileSync(join(this.folder, 'tsa.cnf'), config);
    writeFileSync(join(this.folder, 'serial'), '01\n');
    const root = ['-subj', '/CN=Root', '-keyout', 'root.key', '-out', 'root.pem'];
    this.openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...root);
    const request = ['-subj', '/CN=Stamps', '-keyout', 'tsa.key', '-out', 'tsa.csr'];
    this.openssl('req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...request);
    const signed = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-out', 'tsa.pem'];
    this.openssl('x509', '-req', '-in', 'tsa.csr', ...signed, '-extfile', 'tsa.cnf', '-extensions', 'stamps');
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }

  openssl(...args: string[]): string {
    return execFileSync('openssl', args, { cwd: this.folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** The reply to a TimeStampReq. */
  stamped(query: Uint8Array): Buffer {
    writeFileSync(join(this.folder, 'query'), query);
    const signer = ['-signer', 'tsa.pem', '-inkey', 'tsa.key', '-out', 'reply'];
    this.openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query', ...signer);
    return readFileSync(join(this.folder, 'reply'));
  }

  /** A question of somebody else about some text. */
  question(text: string, ...options: string[]): Buffer {
    writeFileSync(join(this.folder, 'text'), text);
    this.openssl('ts', '-query', '-data', 'text', '-sha256', '-cert', ...options, '-out', 'other');
    return readFileSync(join(this.folder, 'other'));
  }

  /** What OpenSSL says of a stamp of a text, by the root alone. */
  verify(text: Uint8Array | string, reply: Uint8Array): boolean {
    writeFileSync(join(this.folder, 'file.txt'), text);
    writeFileSync(join(this.folder, 'file.tsr'), reply);
    try {
      const said = this.openssl('ts', '-verify', '-data', 'file.txt', '-in', 'file.tsr', '-CAfile', 'root.pem');
      return said.includes('Verification: OK');
    } catch {
      return false;
    }
  }
}
