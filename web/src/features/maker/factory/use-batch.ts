import { createFactoryAppliance, filterAppliances, filterModels } from '@brina/contract/calls/maker/factory-appliances';
import { CallFailed } from '@brina/contract/wire/client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useErrorText } from '../../../lib/errors.ts';
import { refresh } from '../../../lib/query.ts';
import { send } from '../../../lib/transport.ts';
import type { BatchLine, NewAppliance } from './batch-csv.ts';
import type { KeptAppliance, KeptBatch } from './kept-batch.ts';

/** A line that asks for an appliance. */
export type GoodLine = BatchLine & { readonly appliance: NewAppliance };
/** Whether nothing is wrong with a line. */
export const isGood = (line: BatchLine): line is GoodLine => line.faults.length === 0;
/** A line that the portal refused, with its sentence. */
export type RefusedLine = { readonly line: GoodLine; readonly reason: string };

/** How far a batch has come; `lost`: the portal could not be reached, and the same line comes next. */
export type BatchProgress = {
  readonly state: 'running' | 'stopping' | 'stopped' | 'lost' | 'done';
  readonly waiting: readonly GoodLine[];
  /** With their files; without, where the portal has it and its file never arrived. */
  readonly created: readonly KeptAppliance[];
  readonly refused: readonly RefusedLine[];
};

/**
 * Creates appliances one after the other. Stopping waits for the one under way: its key would be lost with its reply. While one is,
 * the browser asks before the page is left.
 */
export function useBatch(kept: KeptBatch) {
  const client = useQueryClient();
  const errorText = useErrorText();
  const [progress, setProgress] = useState<BatchProgress | null>(null);
  const stopping = useRef(false);
  const isBusy = progress?.state === 'running' || progress?.state === 'stopping';
  useLeavingQuestion(isBusy);

  const run = useCallback(
    async (lines: readonly GoodLine[], before?: BatchProgress) => {
      stopping.current = false;
      let now: BatchProgress = { ...(before ?? { created: [], refused: [] }), state: 'running', waiting: lines };
      const tell = (next: Partial<BatchProgress>) => {
        now = { ...now, ...next };
        setProgress(now);
      };
      tell({});
      // What the portal did not answer, it may have done all the same.
      const inDoubt = before?.state === 'lost' ? lines[0] : undefined;
      for (const line of lines) {
        if (stopping.current) break;
        const { serialNumber } = line.appliance;
        await kept.begin(serialNumber);
        try {
          const file = await send(createFactoryAppliance, { body: line.appliance });
          await kept.keep(serialNumber, file);
          const made = { serialNumber, name: file.name, data: file.data };
          tell({ created: [...now.created, made], waiting: now.waiting.slice(1) });
        } catch (cause) {
          if (!(cause instanceof CallFailed) || cause.status === 0 || cause.status >= 500) {
            tell({ state: 'lost' });
            break;
          }
          if (line === inDoubt && cause.error.code === 'serial_taken') {
            const made = { serialNumber, name: '', data: null };
            tell({ created: [...now.created, made], waiting: now.waiting.slice(1) });
            continue;
          }
          await kept.drop(serialNumber);
          tell({ refused: [...now.refused, { line, reason: errorText(cause) }], waiting: now.waiting.slice(1) });
        }
      }
      if (now.state !== 'lost') tell({ state: now.waiting.length > 0 ? 'stopped' : 'done' });
      await refresh(client, filterAppliances, filterModels);
    },
    [kept, client, errorText],
  );
  return {
    progress,
    start: (lines: readonly GoodLine[]) => void run(lines),
    /** Goes on with the lines that wait. */
    goOn: () => progress && void run(progress.waiting, progress),
    /** Ends after the appliance under way. */
    stop: () => {
      stopping.current = true;
      setProgress((now) => now && { ...now, state: 'stopping' });
    },
  };
}

/** Lets the browser ask before a page is left while something is under way. */
function useLeavingQuestion(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isBusy]);
}
