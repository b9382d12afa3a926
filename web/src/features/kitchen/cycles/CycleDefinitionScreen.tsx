import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { knownModel } from '@brina/domain/appliance/families/families';
import type { FamilyRow, ModelRow } from '@brina/domain/appliance/families/family';
import type { FamilyCode } from '@brina/domain/appliance/families/family-code';
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { needsPanel } from '@brina/domain/commands/commands';
import { checkStart, type StartCycleArgs } from '@brina/domain/cycles/cycle-plan';
import { scheduleStart } from '@brina/domain/cycles/schedule';
import { Checkbox } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type FormEvent, lazy, Suspense, useId, useRef, useState } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { controlMessages } from '../../../appliance/controls.messages.ts';
import { OpenDoor } from '../../../appliance/OpenDoor.tsx';
import { useFaultText } from '../../../appliance/use-fault-text.ts';
import { now } from '../../../lib/clock.ts';
import { useErrorText } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useConfirm } from '../../../ui/use-confirm.tsx';
import { CommandButton } from '../controls/ActButton.tsx';
import { ActNote } from '../controls/ActNote.tsx';
import { lastAct } from '../controls/acts.ts';
import { CommandResults } from '../controls/CommandResults.tsx';
import { type CommandHandle, useCommand } from '../controls/use-command.ts';
import { ApplianceGate, BackToAppliance } from './ApplianceGate.tsx';
import styles from './CyclePages.module.css';
import { argsOf, choiceOf, hasFood, type NumberArg, numberUnits, planOf, startable } from './cycle-form.ts';
import { cyclePageMessages } from './cycle-pages.messages.ts';
import { cycleTexts } from './cycle-texts.ts';
import { CycleFields } from './parts/CycleFields.tsx';
import { useReadyText } from './use-ready-text.ts';

// Most cycles are started with the phases they have.
const RunTimeline = lazy(async () => ({ default: (await import('./parts/RunTimeline.tsx')).RunTimeline }));
const PhaseEditor = lazy(async () => ({ default: (await import('./parts/PhaseEditor.tsx')).PhaseEditor }));

/** Texts to have before the page is shown. */
export const messages = [...cycleTexts, cyclePageMessages];

/** Chooses a function of a multi-function blast chiller, edits its phases and starts it (S2.38). */
export const MfCycleDefinition = () => <DefinitionOf family="MF" />;
/** The same for the chilling and freezing family. */
export const EfCycleDefinition = () => <DefinitionOf family="EF" />;
/** The same for the trolley family. */
export const SfCycleDefinition = () => <DefinitionOf family="SF" />;

function DefinitionOf({ family }: { family: FamilyCode }) {
  return (
    <ApplianceGate family={family}>
      {(appliance) => {
        const known = knownModel(appliance.model, appliance.package);
        return known && <Definition key={appliance.serialNumber} appliance={appliance} {...known} />;
      }}
    </ApplianceGate>
  );
}

function Definition({ appliance, model, family }: { appliance: Appliance; model: ModelRow; family: FamilyRow }) {
  const { t } = useMessages(cyclePageMessages);
  const { t: page } = useMessages(applianceMessages);
  const { t: refusal } = useMessages(refusalMessages);
  const format = useFormat();
  const errorText = useErrorText();
  const faultText = useFaultText();
  const readyText = useReadyText();
  const heading = useId();
  const form = useRef<HTMLFormElement>(null);
  const { ask, dialog } = useConfirm(errorText);
  const command = useCommand(appliance);
  const timeZone = appliance.lab?.timeZone ?? format.reader.timeZone;
  const codes = startable(model, appliance.package);
  const [choice, setChoice] = useState(() => choiceOf(family, codes[0] ?? 0));
  /** Phases of one's own; null: those the choice makes. */
  const [own, setOwn] = useState<readonly PhasePlan[] | null>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const edit = (phases: readonly PhasePlan[] | null) => {
    setOwn(phases);
    setFaults({});
  };

  const plan = own ?? planOf(model, choice);
  const args = own ? withPhases(argsOf(model, choice), own) : argsOf(model, choice);
  const may = appliance.may.command;
  const runs = appliance.status === 'running';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = checkStart(model, { ...args }, appliance.package);
    const schedule = found.length === 0 ? scheduleStart(model, args, { now_ms: now(), timeZone }) : null;
    const texts = Object.fromEntries(found.map((fault) => [fault.path, faultText(fault, unitOf(fault.path))]));
    if (schedule && 'faults' in schedule) texts.readyAt = readyText(schedule.faults[0], timeZone);
    setFaults(texts);
    if (Object.keys(texts).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    ask({
      title: page('check'),
      body: <StartNotes {...{ appliance, model, family, args }} />,
      confirm: page('start'),
      cancel: page('change'),
      run: () => command.send('startCycle', { ...args }),
    });
  };
  return (
    <Screen
      title={page('start')}
      lead={<span className={styles.note}>{appliance.name}</span>}
      actions={<BackToAppliance serialNumber={appliance.serialNumber} />}
      notice={
        <>
          {!appliance.online && <Notice kind="offline">{page('whyOffline')}</Notice>}
          {runs && !lastAct(command.acts, 'startCycle') && <Notice kind="info">{refusal('cycle_running')}</Notice>}
          <CommandResults appliance={appliance} command={command} />
        </>
      }
    >
      <form ref={form} className={styles.columns} onSubmit={submit} noValidate>
        <Card>
          <div className={styles.form}>
            <CycleFields
              model={model}
              family={family}
              codes={codes}
              choice={choice}
              faults={faults}
              timeZone={timeZone}
              onChange={(next) => {
                setChoice(next);
                edit(null);
              }}
            />
          </div>
        </Card>
        <Card as="section" labelledBy={heading}>
          <div className={styles.form}>
            <h2 id={heading} className={styles.title}>
              {t('phases')}
            </h2>
            <Suspense fallback={<Skeleton height={96} />}>
              <RunTimeline appliance={appliance} plan={plan} running={null} startedAt={null} />
            </Suspense>
            <Checkbox
              label={t('editPhases')}
              checked={own !== null}
              onChange={(event) => edit(event.currentTarget.checked ? planOf(model, choice) : null)}
            />
            {own && (
              <Suspense fallback={<Skeleton height={160} />}>
                <PhaseEditor model={model} family={family} phases={own} faults={faults} onChange={edit} />
              </Suspense>
            )}
            {faults.phases && <Notice kind="warning">{faults.phases}</Notice>}
            {may && <StartButton appliance={appliance} command={command} disabled={runs} />}
          </div>
        </Card>
      </form>
      {dialog}
    </Screen>
  );
}

/** What is to be known before a cycle starts: whether a door is open, what to look at, and whether somebody has to go to the panel. */
function StartNotes(props: { appliance: Appliance; model: ModelRow; family: FamilyRow; args: StartCycleArgs }) {
  const { appliance, model, family, args } = props;
  const { t } = useMessages(applianceMessages);
  const { t: control } = useMessages(controlMessages);
  return (
    <>
      <OpenDoor appliance={appliance} />
      <p>{t(hasFood(family.functions[args.function]) ? 'checkNote' : 'checkNoteEmpty')}</p>
      {needsPanel(model, 'startCycle', { ...args }) && <p>{control('panelNote')}</p>}
    </>
  );
}

function StartButton(props: { appliance: Appliance; command: CommandHandle; disabled: boolean }) {
  const { appliance, command, disabled } = props;
  const { t } = useMessages(applianceMessages);
  return (
    <div className={styles.buttons}>
      <ActNote appliance={appliance} command={command} name="startCycle" />
      <CommandButton
        type="submit"
        command={command}
        name="startCycle"
        leftSection={<IconPlayerPlay size={20} aria-hidden />}
        disabled={!appliance.online || disabled}
        title={appliance.online ? undefined : t('whyOffline')}
      >
        {t('start')}
      </CommandButton>
    </div>
  );
}

/** Phases of one's own take the place of what is set one by one; what concerns the food stays. */
const withPhases = (
  { function: code, readyAt, product, lot, load_kg }: StartCycleArgs,
  phases: readonly PhasePlan[],
): StartCycleArgs => ({
  function: code,
  phases,
  ...(readyAt === undefined ? {} : { readyAt }),
  ...(product === undefined ? {} : { product }),
  ...(lot === undefined ? {} : { lot }),
  ...(load_kg === undefined ? {} : { load_kg }),
});

/** The unit of a field, by the end of its path. */
function unitOf(path: string) {
  if (!path.startsWith('phases.')) return numberUnits[path as NumberArg];
  if (path.endsWith('.fan') || path.endsWith('.rh')) return '%';
  return path.endsWith('time_min') ? 'min' : 'Cel';
}
