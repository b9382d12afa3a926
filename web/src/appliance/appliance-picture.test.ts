import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { families } from '@brina/domain/appliance/families/families';
import { partsOf } from '../ui/drawing-shape.ts';
import { shapeOf } from './appliance-picture.ts';

describe('the picture of an appliance', () => {
  it('S3.23 every model has a shape whose parts lie inside its body and apart from each other', () => {
    for (const { storedName, family, width_mm, height_mm } of Object.values(families).flatMap((one) => one.models)) {
      const shape = shapeOf({ model: storedName, gamma: families[family].gamma });
      assert.equal(shape.width_mm, width_mm, storedName);
      const { body, panel, machine, doors } = partsOf(shape);
      assert.ok(Math.abs(body.width / body.height - width_mm / height_mm) < 1e-6, storedName);
      for (const box of [panel, ...doors, ...(machine ? [machine] : [])]) {
        assert.ok(box.width > 8 && box.height > 8, storedName);
        assert.ok(box.x >= body.x && box.x + box.width <= body.x + body.width + 1e-6, storedName);
        assert.ok(box.y >= body.y && box.y + box.height <= body.y + body.height + 1e-6, storedName);
      }
      const [first, second] = doors;
      if (first && second) {
        assert.ok(second.x >= first.x + first.width || second.y >= first.y + first.height, storedName);
      }
    }
  });

  it('S3.23 an unknown model looks like its size, else like its family, else like its category', () => {
    const known = shapeOf({ model: 'MF Next L 45', gamma: 'ABBATTITORE' });
    assert.deepEqual(shapeOf({ model: 'MF Next L 45 RWL', gamma: 'ABBATTITORE' }), known);
    assert.equal(shapeOf({ model: 'PL Future 99', gamma: 'FERMALIEVITA' }).machine, 'above');
    assert.equal(shapeOf({ model: 'Unheard of', gamma: 'ABBATTITORE' }).machine, 'below');
  });
});
