import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { familyCodes } from '@brina/domain/appliance/families/family-code';
import { familyCommands } from '@brina/domain/commands/family-commands';
import { resultMessages } from './result.messages.ts';

describe('the sentences about commands', () => {
  it('B1.5 each command of each family has one for each end, and for each direction that it has', () => {
    const keys = familyCodes.flatMap((code) =>
      Object.entries(familyCommands[code]).flatMap(([name, { args, sentBy }]) => {
        // What the portal sends by itself is told of a favourite, which somebody has chosen.
        if (sentBy !== 'person' && name !== 'loadPreset') return [];
        const directions =
          args && 'on' in args ? ['.on', '.off'] : ['setHumidity', 'setTrayTimer'].includes(name) ? ['', '.off'] : [''];
        return directions.flatMap((direction) => [`done.${name}${direction}`, `not.${name}${direction}`]);
      }),
    );
    const { inPlace: _, ...told } = resultMessages.texts;
    assert.deepEqual(new Set(Object.keys(told)), new Set(keys));
  });
});
