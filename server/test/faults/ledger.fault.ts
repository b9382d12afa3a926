import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '#core/clock.ts';
import { timestamp } from '#core/db/instants.ts';
import { makeTestPlace } from '#core/db/test-database.ts';
import { newId } from '#core/ids.ts';
import { entriesFrom } from '#features/record/ledger/entries.queries.ts';
import { jcs } from '#features/record/ledger/parts/jcs.ts';
import { naiveRoot, rootOfNote } from '#features/record/ledger/testing/verifying.ts';
import { seededRandom } from '../random.ts';
import { openPlace, type Place } from './fleet.ts';

const kills = 6;
const things_max = 20;
/** Some transactions long: a kill may come anywhere in one. */
const wait_max_ms = 50;

/** Starts the writer and kills it amid its work, so long after it has said so many things; how many it has said are committed. */
async function writeAndKill(
  { dataDir, url }: Place,
  company: string,
  { things, wait_ms }: { things: number; wait_ms: number },
): Promise<number> {
  const args = [join(import.meta.dirname, 'ledger-writer.ts'), dataDir, company, ...(url ? [url] : [])];
  const writer = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(writer, 'close');
  let [said, last] = [0, 0];
  createInterface({ input: writer.stdout }).on('line', (line) => {
    last = Number(line);
    if (++said === things) void pause(wait_ms).then(() => writer.kill('SIGKILL'));
  });
  const [, signal] = await ended;
  assert.equal(signal, 'SIGKILL', 'the writer ended by itself');
  return last;
}

it('B2.8 a writer that is killed again and again leaves each thing with its entry, and each checkpoint with its tree', async () => {
  const random = seededRandom('ledger');
  await using place = await makeTestPlace();
  const company = newId(systemClock.now());
  {
    await using database = await openPlace(place);
    const created_at = timestamp(systemClock.now());
    const values = { id: company, name: 'Kitchens', time_zone: 'Europe/Rome', created_at };
    await database.write((db) => db.insertInto('company').values(values).execute());
  }
  for (let nth = 0; nth < kills; nth++) {
    const when = { things: 1 + Math.floor(random() * things_max), wait_ms: random() * wait_max_ms };
    const acknowledged = await writeAndKill(place, company, when);
    await using database = await openPlace(place);
    const { things, entries, book, checkpoints } = await database.read(async (db) => {
      const row = await db
        .selectFrom('ledger_book')
        .selectAll()
        .where('company_id', '=', company)
        .executeTakeFirstOrThrow();
      return {
        things: await db.selectFrom('setting').select('name').where('name', 'like', 'thing %').execute(),
        entries: await entriesFrom(db, row.id, 0, 10_000),
        book: row,
        checkpoints: await db.selectFrom('ledger_checkpoint').selectAll().where('book', '=', row.id).execute(),
      };
    });
    assert.ok(things.length >= acknowledged, 'nothing that was acknowledged is lost');
    assert.deepEqual(
      entries.slice(1).map(({ entry }) => entry.id),
      things.map((_, i) => `thing ${i + 1}`),
    );
    assert.deepEqual([book.size, entries.every(({ content }) => content !== null)], [entries.length, true]);
    const lines = entries.map(({ entry }) => Buffer.from(jcs(entry)));
    for (const { size, note, log_ix } of checkpoints) {
      assert.deepEqual(rootOfNote(note), naiveRoot(lines.slice(0, size)));
      assert.notEqual(log_ix, null, 'the log has it');
    }
    assert.equal(checkpoints.length, Math.floor(things.length / 5));
  }
});
