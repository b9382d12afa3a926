/** Writes things with their entries, one transaction each, and checkpoints between: says how many are committed, until it is killed. */
import { systemClock } from '#core/clock.ts';
import { openLedgerKeys } from '#core/pki/ledger-keys.ts';
import { append } from '#features/record/ledger/append.ts';
import { sealNow } from '#features/record/ledger/seal.ts';
import { openPlace } from './fleet.ts';

const [, , dataDir = '', company = '', url] = process.argv;
const database = await openPlace({ dataDir, url });
const sealer = {
  ledgerKeys: await openLedgerKeys(`${dataDir}/pki/ledger.key`),
  clock: systemClock,
  address: () => 'https://brina.example',
};
const begun = await database.read((db) =>
  db.selectFrom('setting').select('name').where('name', 'like', 'thing %').execute(),
);
for (let n = begun.length + 1; ; n++) {
  await database.write(async (db) => {
    await db
      .insertInto('setting')
      .values({ name: `thing ${n}`, value: '' })
      .execute();
    const at = systemClock.now();
    await append(db, [{ company, kind: 'note', id: `thing ${n}`, rev: 1, at, content: { n } }]);
    if (n % 5 === 0) await sealNow(db, company, sealer);
  });
  process.stdout.write(`${n}\n`);
}
