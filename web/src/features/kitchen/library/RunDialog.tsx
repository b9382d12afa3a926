import { type Appliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { endsByClock } from '@brina/domain/recipes/recipe';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { ReadyAtField } from '../../../appliance/ReadyAtField.tsx';
import { readyMessages } from '../../../appliance/ready.messages.ts';
import { readyIn } from '../../../appliance/ready-in.ts';
import { argsOf, type Said, unsaid } from '../../../appliance/said.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { messages as trayFieldMessages } from '../cycles/TrayFields.tsx';
import { RunChoice } from './parts/RunChoice.tsx';
import styles from './parts/RunDialog.module.css';
import { RunRow } from './parts/RunRow.tsx';
import { runMessages } from './run.messages.ts';
import { type RunArgs, useStartRuns } from './use-start-runs.ts';

/** Texts to have before the dialog is shown. */
export const messages = [
  runMessages,
  applianceMessages,
  readyMessages,
  errorMessages,
  refusalMessages,
  ...trayFieldMessages,
];

/** Dough wants a night; so does whatever else ends by the clock. Hours. */
export const readyIn_h = 12;

type Given = { cycle: Recipe; serialNumber: string | undefined; begun?: Said; onClose: () => void };

/**
 * Runs a cycle on one or several appliances: choose, say what is inside, start (S4.14). Each answers for itself; those that did not start
 * are tried again alone.
 * @param serialNumber of the appliance that is chosen to begin with
 * @param begun what is said of its food to begin with
 */
export function RunDialog(props: Given) {
  const { cycle, serialNumber, begun, onClose } = props;
  const { t } = useMessages(runMessages);
  const offered = cycle.appliances.filter(({ fit }) => fit.kind !== 'refused');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(offered.map((one) => one.serialNumber).filter((one) => one === serialNumber || offered.length === 1)),
  );
  const [said, setSaid] = useState<Readonly<Record<string, Said>>>(begun ? { [serialNumber ?? '']: begun } : {});
  const [step, setStep] = useState<'choose' | 'start'>('choose');
  const { outcomes, start } = useStartRuns(cycle.id, cycle.version);
  const rows = offered.filter((one) => chosen.has(one.serialNumber));
  const unitOf = useUnits();
  const { zone, readyAt, setReadyAt } = useReadyAt(unitOf(rows[0]));
  const byClock = endsByClock(cycle.definition);

  const isStarted = rows.some((one) => outcomes[one.serialNumber]);
  const isPending = rows.some((one) => outcomes[one.serialNumber]?.state === 'sending');
  const waiting = rows.filter((one) => (outcomes[one.serialNumber]?.state ?? 'refused') === 'refused');
  const runs = waiting.map(
    (one): RunArgs => ({
      serialNumber: one.serialNumber,
      args: { ...argsOf(said[one.serialNumber] ?? unsaid), ...(byClock && { readyAt }) },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rows.length === 0) return;
    if (step === 'choose') return setStep('start');
    // What was sent is said: the same start is repeated if its answer is lost, however late.
    setReadyAt(readyAt);
    void start(runs);
  };
  return (
    <FormDialog
      title={t('title', { title: cycle.title })}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={step === 'choose' ? t('continue') : isStarted ? t('again') : t('start', { n: rows.length })}
      cancelLabel={t('cancel')}
      pending={isPending}
      error={null}
      footer={
        isStarted && waiting.length === 0 && !isPending ? <Button onClick={onClose}>{t('done')}</Button> : undefined
      }
    >
      {offered.length === 0 && <p className={styles.note}>{t('nowhere')}</p>}
      {step === 'choose' ? (
        <RunChoice cycle={cycle} offered={offered} chosen={chosen} onChoose={setChosen} />
      ) : (
        <>
          {byClock && waiting.length > 0 && (
            <ReadyAtField label={t('readyAt')} value={readyAt} timeZone={zone} onChange={setReadyAt} />
          )}
          {!isStarted && <p className={styles.note}>{t('check')}</p>}
          {rows.map((one) => (
            <RunRow
              key={one.serialNumber}
              cycle={cycle}
              appliance={one}
              unit={unitOf(one)}
              said={said[one.serialNumber] ?? unsaid}
              outcome={outcomes[one.serialNumber]}
              onSay={(next) => setSaid({ ...said, [one.serialNumber]: next })}
            />
          ))}
        </>
      )}
    </FormDialog>
  );
}

/** When it is to be ready, by the clock of an appliance's kitchen: as somebody said, else at a usual time. */
function useReadyAt(unit: Appliance | undefined) {
  const { reader } = useFormat();
  const zone = unit?.lab?.timeZone ?? reader.timeZone;
  const [said, setReadyAt] = useState<string | null>(null);
  return { zone, readyAt: said ?? readyIn(readyIn_h, zone), setReadyAt };
}

/** Finds the appliance that a row is about, once they are loaded. */
function useUnits() {
  const appliances = useQuery(callQuery(listAppliances, {})).data;
  return (row: { serialNumber: string } | undefined) =>
    appliances?.find(({ serialNumber }) => serialNumber === row?.serialNumber);
}
