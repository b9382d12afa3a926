import assert from 'node:assert/strict';
import { it } from 'node:test';
import { families } from '@brina/domain/appliance/families/families';
import { serialOf } from '@brina/domain/appliance/serial-number';
import { points } from '#core/pdf.ts';
import { labelPdf } from './label.ts';

it('S7.25 the label of every model is one page with its fonts in it', async () => {
  for (const { models } of Object.values(families))
    for (const model of models) {
      const pdf = await labelPdf({
        serialNumber: serialOf(model.family, 2026, 99_999),
        brand: 'IRINOX',
        model,
        activationCode: 'WWWWWMMMMM',
        passport: `https://portal.of-some-length.example/01/${model.gtin}/21/${serialOf(model.family, 2026, 99_999)}`,
        claim: 'https://portal.of-some-length.example/?activation=WWWWW-MMMMM',
      });
      const text = Buffer.from(pdf).toString('latin1');
      assert.equal(text.match(/\/Type \/Page\b/g)?.length, 1, `${model.storedName} needs more than its label`);
      const [, width = '', height = ''] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
      assert.deepEqual([Number(width), Number(height)].map(Math.round), [points(100), points(92)].map(Math.round));
      assert.match(text, /\/FontFile2/);
    }
});
