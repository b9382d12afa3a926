import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { functionName, phaseName } from '@brina/contract/words/run-words';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import type { ModeKey, ProgramKey } from '@brina/domain/appliance/modes';
import { modeMessages } from '@brina/domain/appliance/modes.messages';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { useMessages } from '../lib/messages.ts';
import { applianceMessages } from './appliance.messages.ts';
import { stateWordOf } from './appliance-state.ts';

/** Words for what an appliance does, in the language of the interface. Apart from the alarms, whose rows weigh as much again. */
export function useStateWords() {
  const { t } = useMessages(applianceMessages);
  const { t: functionWord } = useMessages(functionMessages);
  const { t: modeWord } = useMessages(modeMessages);
  const { t: phaseWord } = useMessages(phaseMessages);
  return {
    /** The word of the state badge. */
    state: (appliance: Appliance): string => {
      const word = stateWordOf(appliance);
      switch (word.kind) {
        case 'function':
          return functionWord(word.key);
        case 'mode':
          return modeWord(word.key);
        case 'state':
          return t(`state.${word.key}`);
      }
    },
    /** A mode's name, and the program it runs. */
    modeName: (mode: ModeKey, program?: ProgramKey): string =>
      program ? `${modeWord(mode)} · ${modeWord(program)}` : modeWord(mode),
    programName: (program: ProgramKey): string => modeWord(program),
    functionName: (model: string, code: number): string => functionName(functionWord, modeWord, model, code),
    phaseName: (model: string, code: number): string => phaseName(phaseWord, model, code),
  };
}
