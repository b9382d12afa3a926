import type { Database } from '#core/db/database.ts';
import type { Parts } from '#core/feature.ts';
import { type OutsideAnswer, postOutside } from '#core/http/post-outside.ts';
import type { Witness } from '#core/pki/witness.ts';
import { consistencyOf } from '#features/record/ledger/proof.ts';
import { cosignatureIn } from './parts/cosignature.ts';

/** A checkpoint of the log, and how much of the log a witness has cosigned before, as far as we know. */
type Asked = { log: string; size: number; note: string; text: string; attested_size: number };

/**
 * Asks a witness to cosign a checkpoint of the log (https://c2sp.org/tlog-witness). One that knows another size than we do is asked once more,
 * with the proof from there.
 * @returns the line that goes below the note
 * @throws Error with a sentence for the operator
 */
export async function cosignedBy(
  witness: Witness,
  { attested_size, ...asked }: Asked,
  parts: { db: Database } & Pick<Parts, 'clock'>,
): Promise<Buffer> {
  const first = await addCheckpoint(witness, asked, attested_size, parts);
  const reply = first.status === 409 ? await addCheckpoint(witness, asked, sizeIn(first, asked.size), parts) : first;
  if (reply.status !== 200) throw new Error(refusalOf(reply.status));
  const line = cosignatureIn(reply.body.toString(), asked.text, witness);
  if (line === undefined) throw new Error('what the witness replies is no cosignature by the key that is configured');
  return Buffer.from(line);
}

async function addCheckpoint(
  { url }: Witness,
  { log, size, note }: Pick<Asked, 'log' | 'size' | 'note'>,
  old: number,
  { db, clock }: { db: Database } & Pick<Parts, 'clock'>,
): Promise<OutsideAnswer> {
  const proof = await db.read((tx) => consistencyOf(tx, log, old, size));
  const lines = [`old ${old}`, ...proof.map((hash) => Buffer.from(hash).toString('base64')), '', note];
  return postOutside(`${url}/add-checkpoint`, { type: 'text/plain', body: Buffer.from(lines.join('\n')), clock });
}

/** The size that a witness says it knows. */
function sizeIn({ body }: OutsideAnswer, size: number): number {
  const said = body.toString();
  if (!/^(0|[1-9]\d{0,14})\n?$/.test(said))
    throw new Error('the witness knows another log, and does not say how much of it');
  const known = Number(said);
  if (known > size)
    throw new Error(
      `the witness has cosigned ${known} notes, here are only ${size}: the database is older than what has left the house`,
    );
  return known;
}

const refusalOf = (status: number): string =>
  ({
    403: 'the witness does not know the key that signs the log (403)',
    404: 'the witness does not know the log: register it there by its name and key (404)',
    409: 'the witness knows another tree of the same size (409)',
    422: 'the witness says that the log does not begin with what it has cosigned (422)',
  })[status] ?? `the witness answers with ${status}`;
