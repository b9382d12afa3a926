import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exportLedger, getLedger, getProof, listCheckpoints } from '@brina/contract/calls/record/ledger';
import type { Call, Input, Reply } from '@brina/contract/wire/call';
import { send } from '@brina/contract/wire/client';
import { second_ms } from '@brina/domain/language/durations';
import { strFromU8, unzipSync } from 'fflate';
import { books, companyStatement, entries, growBooks, writers } from './book-writers.ts';
import { now_ms } from './clock.ts';
import { limitRow, type PartResult, repeatedly } from './figures.ts';
import { accountOf, makeDemo, signIn, startPortalOn, temporaryFolder } from './portal.ts';
import { startPostgres } from './postgres.ts';

const run = promisify(execFile);

/** How fast books grow on PostgreSQL, and how fast a whole one is verified by its one file (B2.8). */
export async function ledger(folders: AsyncDisposableStack): Promise<PartResult> {
  await using postgres = await startPostgres(folders);
  const dataDir = await temporaryFolder('ledger', folders);
  const environment = { BRINA_DATABASE_URL: postgres.url };
  await makeDemo(dataDir, environment);
  await postgres.execute(companyStatement);
  const { inMany, inOne } = await growBooks(dataDir, postgres.url);
  const { seconds, hashes } = await verified(dataDir, environment);
  return {
    rows: [
      limitRow(`entries in ${books} books, each in a transaction of its own`, 'entries/s', inMany, { atLeast: 1000 }),
      limitRow('entries in one book, each in a transaction of its own', 'entries/s', inOne, { atLeast: 150 }),
      limitRow(`a book of ${entries.toLocaleString('en')} entries, verified`, 's', seconds, { atMost: 10 }),
      limitRow(`the proof of one of ${entries.toLocaleString('en')} entries`, 'hashes', [hashes], { atMost: 20 }),
    ],
    notes: [
      `PostgreSQL 15 with real fsync; ${writers} writers at once over the portal's own connections, each entry with its content and committed before the next. The book is exported by the portal and verified by the file that lies in the export, against a checkpoint from the portal, with a program start each time.`,
    ],
  };
}

/** Has the book exported, and verified as often as a figure is measured. */
async function verified(dataDir: string, environment: Record<string, string>) {
  await using portal = await startPortalOn(dataDir, { environment });
  const { headers } = await signIn(portal, await accountOf(dataDir));
  const as = <C extends Call>(call: C, input: Input<C>): Promise<Reply<C>> =>
    send(call, input, { baseUrl: portal.url, headers: () => headers });
  const { data: zip } = await as(exportLedger, {});
  const { size } = await as(getLedger, {});
  const [checkpoint] = (await as(listCheckpoints, { query: { after: size - 1, limit: 1 } })) ?? [];
  const { proof } = (await as(getProof, { query: { ix: Math.floor(size / 3) } })) ?? {};
  const verifier = unzipSync(zip, { filter: ({ name }) => name === 'verify.mjs' })['verify.mjs'];
  if (!checkpoint || !proof || !verifier) throw new Error('the export proves nothing');
  const files = { book: 'book.zip', program: 'verify.mjs', outside: 'outside.txt' } as const;
  await writeFile(join(dataDir, files.book), zip);
  await writeFile(join(dataDir, files.program), strFromU8(verifier));
  await writeFile(join(dataDir, files.outside), checkpoint.note);
  const seconds = await repeatedly(async () => {
    const began = now_ms();
    // Ends with 0 for a whole book alone, and any other end throws.
    await run(process.execPath, [files.program, files.book, '--checkpoint', files.outside], { cwd: dataDir });
    return (now_ms() - began) / second_ms;
  });
  return { seconds, hashes: proof.path.length };
}
