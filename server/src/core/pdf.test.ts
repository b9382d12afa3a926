import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { promisify } from 'node:util';

/** Letters of one glyph, or made of another one: a hyphen and a soft one, E and É; in a font of Japan and in a bold face. */
const documents = {
  plain: { content: ['MF-1 2026-11-29', { text: 'Echo', bold: true }], defaultStyle: { font: 'NotoSansJP' } },
  others: { content: ['a\u00adb-1', { text: 'Éclair Ö', bold: true }], defaultStyle: { font: 'NotoSansJP' } },
  latin: { content: [{ text: 'Echo Otto', bold: true }, 'a\u00a0b c'] },
  latinOthers: { content: [{ text: 'Éclair Ötztal', bold: true }, 'a b\u00a0c'] },
};

/** The hashes of documents that a process of its own makes one after the other. */
async function made(names: readonly (keyof typeof documents)[]): Promise<string[]> {
  const program = `
    import { createHash } from 'node:crypto';
    import { makePdf } from ${JSON.stringify(new URL('./pdf.ts', import.meta.url).href)};
    const info = { creationDate: new Date(0) };
    for (const one of ${JSON.stringify(names.map((name) => documents[name]))})
      console.log(createHash('sha256').update(await makePdf({ ...one, info })).digest('hex'));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  return stdout.trim().split('\n');
}

it('B2.9 a document is the same to the byte whatever was printed before it', async () => {
  const names = ['plain', 'others', 'latin', 'latinOthers'] as const;
  const forth = await made(names);
  const back = await made(names.toReversed());
  assert.equal(new Set(forth).size, names.length);
  assert.deepEqual(forth, back.toReversed());
});
