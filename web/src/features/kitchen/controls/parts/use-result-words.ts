import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { knownModel } from '@brina/domain/appliance/families/families';
import { doorsOf } from '@brina/domain/appliance/families/family';
import { type ZoneNumber, zonesIn } from '../../../../appliance/appliance-state.ts';
import { controlMessages } from '../../../../appliance/controls.messages.ts';
import { useSanigenWord } from '../../../../appliance/use-sanigen-word.ts';
import { useStateWords } from '../../../../appliance/use-state-words.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { resultMessages } from '../result.messages.ts';

type Order = { name: string; args: Readonly<Record<string, unknown>> };

/** The sentence for a command that was carried out, or was not, with its value in the reader's units and the place it was for. */
export function useResultWords(appliance: Appliance): (order: Order, outcome: 'done' | 'not') => string {
  const { t, has } = useMessages(resultMessages);
  const { t: control } = useMessages(controlMessages);
  const format = useFormat();
  const words = useStateWords();
  const sanigenWord = useSanigenWord();
  const known = knownModel(appliance.model);

  /** What is named in the sentence. */
  const valueOf = ({ name, args }: Order): string => {
    switch (name) {
      case 'setTemperature':
        return format.quantity(Number(args.target), 'Cel');
      case 'setHumidity':
        return format.quantity(Number(args.target), '%');
      case 'setSanigen':
        return sanigenWord(args.level);
      case 'setMode': {
        const mode = known?.family.modes[Number(args.mode)];
        return mode ? words.modeName(mode.key, mode.programs?.[Number(args.program)]?.key) : '';
      }
      case 'startCycle':
        return words.functionName(appliance.model, Number(args.function));
      case 'setTrayTimer':
        return format.number(Number(args.tray));
      case 'loadPreset':
        return format.number(Number(args.slot));
      case 'resetDoorCounter':
        return format.number(0);
      default:
        return '';
    }
  };
  const placeOf = ({ args }: Order): string | null => {
    if (args.zone !== undefined && zonesIn(appliance).length > 1) return control(`zone${args.zone as ZoneNumber}`);
    if (args.door !== undefined && known && doorsOf(known.model) === 2)
      return control('doorCounterOf', { door: Number(args.door) });
    return null;
  };
  return (order, outcome) => {
    const { name, args } = order;
    const direction =
      'on' in args ? (args.on ? '.on' : '.off') : args.target === null || args.min === null ? '.off' : '';
    const key = `${outcome}.${name}${direction}`;
    // A command that came with a newer unit than this page.
    if (!has(key)) return name;
    const sentence = t(key as 'done.setMode', { value: valueOf(order) });
    const place = placeOf(order);
    return place === null ? sentence : t('inPlace', { place, sentence });
  };
}
