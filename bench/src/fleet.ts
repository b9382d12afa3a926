import { execFile } from 'node:child_process';
import { randomBytes, X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { day_ms } from '@brina/domain/language/durations';
import { PGlite } from '@electric-sql/pglite';
import { now_ms } from './clock.ts';

/** A unit with what it connects with. Certificates share one key: making thousands of keys is not what is measured. */
export type BenchUnit = { serial: string; certificate: string };
export type Fleet = {
  key: string;
  units: BenchUnit[];
  rootFile: string;
  caFile: string;
  server: { certificate: string; key: string };
};

const openssl = promisify(execFile);
const signedAtOnce = 8;

/**
 * Gives the company of a demo's data folder `count` more appliances, with certificates of the portal's own authority. Their
 * rows are written here, while no portal runs on the folder: the factory makes a batch of hundreds, not of thousands.
 */
export async function addFleet(dataDir: string, count: number): Promise<Fleet> {
  const pki = join(dataDir, 'pki');
  const keyFile = join(dataDir, 'bench.key');
  await openssl('openssl', ['ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', keyFile]);
  const sign = (subject: string, extensions: string[]): Promise<string> =>
    signed(dataDir, keyFile, subject, extensions);
  const issuing = await readFile(join(pki, 'issuing.pem'), 'utf8');
  const units: BenchUnit[] = [];
  for (let first = 0; first < count; first += signedAtOnce) {
    const serials = Array.from({ length: Math.min(signedAtOnce, count - first) }, (_, i) => serialOf(first + i));
    const made = serials.map(async (serial) => ({
      serial,
      certificate: (await sign(serial, ['extendedKeyUsage=clientAuth'])) + issuing,
    }));
    units.push(...(await Promise.all(made)));
  }
  await insertUnits(dataDir, units);
  const rootFile = join(pki, 'root.pem');
  const caFile = join(dataDir, 'bench-ca.pem');
  await writeFile(caFile, (await readFile(rootFile, 'utf8')) + issuing);
  const server = {
    certificate: join(dataDir, 'bench-server.pem'),
    key: keyFile,
  };
  await writeFile(
    server.certificate,
    (await sign('localhost', ['extendedKeyUsage=serverAuth', 'subjectAltName=IP:127.0.0.1'])) + issuing,
  );
  return { key: await readFile(keyFile, 'utf8'), units, rootFile, caFile, server };
}

/** A certificate of the issuing authority, PEM. */
async function signed(dataDir: string, keyFile: string, subject: string, extensions: string[]): Promise<string> {
  const authority = ['-CA', join(dataDir, 'pki/issuing.pem'), '-CAkey', join(dataDir, 'pki/issuing.key')];
  const added = ['basicConstraints=critical,CA:false', ...extensions].flatMap((extension) => ['-addext', extension]);
  const request = ['req', '-x509', '-new', '-key', keyFile, '-subj', `/CN=${subject}`, '-days', '30'];
  const { stdout } = await openssl('openssl', [...request, ...authority, ...added]);
  return stdout;
}

/** Serial numbers sort as they count. */
export const serialOf = (n: number): string => `BENCH-${String(n).padStart(5, '0')}`;

/** Makes appliances with an empty live picture in a kitchen of the demo, held by its company since `created_ms`. */
export const unitStatement = (count: number, created_ms: number): string => `
  with kitchen as (
    select id, company_id from laboratory order by name limit 1
  ), made as (
    insert into appliance (serial, brand, domain, gamma, model, name, laboratory_id, created_at)
    select serial, 'IRINOX', 'STANDARD', 'ABBATTITORE', 'MF Next L 45', serial, kitchen.id,
      '${new Date(created_ms).toISOString()}'
    from kitchen, (select 'BENCH-' || lpad(n::text, 5, '0') as serial from generate_series(0, ${count - 1}) n) unit
    returning id, created_at
  ), pictures as (
    insert into live_state (appliance, desired, desired_ver) select id, '{"heartbeat_s": 60}', 1 from made
  )
  insert into tenure (appliance, company_id, from_at) select made.id, kitchen.company_id, made.created_at from made, kitchen`;

async function insertUnits(dataDir: string, units: readonly BenchUnit[]): Promise<void> {
  const db = await PGlite.create(join(dataDir, 'database'));
  try {
    const created_ms = now_ms() - 40 * day_ms;
    const certificates = units.map(({ certificate }) => new X509Certificate(certificate));
    await db.exec(unitStatement(units.length, created_ms));
    await db.query(
      `insert into certificate (serial_number, appliance, fingerprint, not_before, not_after)
       select c.number, a.id, c.fingerprint, $4, $5
       from unnest($1::text[], $2::text[], $3::text[]) c(serial, number, fingerprint) join appliance a on a.serial = c.serial`,
      [
        units.map(({ serial }) => serial),
        certificates.map((certificate) => certificate.serialNumber),
        certificates.map((certificate) => certificate.fingerprint256),
        new Date(created_ms).toISOString(),
        new Date(now_ms() + 30 * day_ms).toISOString(),
      ],
    );
  } finally {
    await db.close();
  }
}

/** 64 random bits in hex: the name of a unit's outbox. */
export const newLog = (): string => randomBytes(8).toString('hex');
