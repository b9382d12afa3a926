/** What each family understands. Apart from the rows of the families: who shows an appliance need not know what can be told to it. */

import { hasSanigen } from '../appliance/families/cp.ts';
import { type CommandRow, humidifies } from '../appliance/families/family.ts';
import type { FamilyCode } from '../appliance/families/family-code.ts';
import { blastCommands, cabinetCommands, proverCommands } from './command-rows.ts';

/** Commands by family and name. */
export const familyCommands: Readonly<Record<FamilyCode, Readonly<Record<string, CommandRow>>>> = {
  MF: blastCommands({ skips: true, sanigen: true, humidity: humidifies }),
  EF: blastCommands({}),
  SF: blastCommands({ sanigen: true }),
  CP: cabinetCommands({ sanigen: hasSanigen }),
  MYA: cabinetCommands({ program: { type: 'integer', min: 1, max: 6, optional: true }, stops: true }),
  PL: proverCommands(),
};
