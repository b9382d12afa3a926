import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { familyOf } from '@brina/domain/appliance/families/families';
import { trayMessages } from '../../../appliance/tray.messages.ts';
import { useApplianceWords } from '../../../appliance/use-appliance-words.ts';
import { useMessages } from '../../../lib/messages.ts';

/** What a batch is called: by its function, and of a tray, or trolley, in a run that goes on by its number. */
export function useBatchName(): (model: string, batch: Pick<BatchRecord, 'function' | 'tray'>) => string {
  const { t } = useMessages(trayMessages);
  const words = useApplianceWords();
  return (model, { function: code, tray }) => {
    const name = words.functionName(model, code);
    if (!tray) return name;
    const of = familyOf(model)?.functions[code]?.timers?.of ?? 'tray';
    return `${name} · ${t(`place.${of}`, { n: tray.number })}`;
  };
}
