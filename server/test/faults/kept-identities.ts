import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#core/clock.ts';
import { openPki } from '#core/pki/pki.ts';
import { filePkiStore } from '#core/pki/pki-store.ts';
import { type CreatedAppliance, makeIdentity } from '#features/kitchen/appliances/create-appliance.ts';

/** Units with keys and certificates, and the certificate authority that has issued them, as PEM. */
export type Identities = { units: readonly CreatedAppliance[]; caPem: string };

/**
 * Identities of so many units, with their certificate authority put into a data folder. They are made once on a machine and
 * kept: a thousand keys and certificates cost more than anything else that a fleet does before it sends.
 */
export async function identitiesFor(dataDir: string, count: number): Promise<Identities> {
  const folder = join(tmpdir(), `brina-test-identities-${count}-${madeBy()}`);
  if (!existsSync(folder)) await make(folder, count);
  cpSync(join(folder, 'pki'), join(dataDir, 'pki'), { recursive: true });
  return JSON.parse(await readFile(join(folder, 'identities.json'), 'utf8')) as Identities;
}

/** Stands for everything that a certificate depends on: other code makes other ones. */
function madeBy(): string {
  const source = (module: string): string => readFileSync(new URL(import.meta.resolve(module)), 'utf8');
  const library = createRequire(import.meta.url)('@peculiar/x509/package.json') as { version: string };
  const parts = [
    source('#core/pki/pki.ts'),
    source('#features/kitchen/appliances/create-appliance.ts'),
    library.version,
  ];
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16);
}

/** Whoever is ready first stays: several may need the same ones at once. */
async function make(folder: string, count: number): Promise<void> {
  const made = await mkdtemp(`${folder}-`);
  const pki = await openPki({ store: filePkiStore(join(made, 'pki')), brand: 'IRINOX', clock: systemClock });
  const units = await Promise.all(Array.from({ length: count }, (_, i) => makeIdentity(pki, `MF-FAULT-${i}`)));
  await writeFile(join(made, 'identities.json'), JSON.stringify({ units, caPem: pki.caPem } satisfies Identities));
  await rename(made, folder).catch(async (error: unknown) => {
    if (!existsSync(folder)) throw error;
    await rm(made, { recursive: true, force: true });
  });
}
