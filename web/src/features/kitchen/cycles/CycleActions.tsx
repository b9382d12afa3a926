import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { knownModel } from '@brina/domain/appliance/families/families';
import type { FamilyRow } from '@brina/domain/appliance/families/family';
import { commandsOf } from '@brina/domain/commands/commands';
import { cycleCan } from '@brina/domain/cycles/cycle';
import { IconPlayerPlay, IconPlayerStop, IconPlayerTrackNext, type TablerIcon } from '@tabler/icons-react';
import { lazy, type ReactNode, useState } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { hasModes, isSwitchedOn, modeOf, phaseKeyOf, reportedNumber } from '../../../appliance/appliance-state.ts';
import { controlMessages } from '../../../appliance/controls.messages.ts';
import styles from '../../../appliance/Overview.module.css';
import { useErrorText } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { useConfirm } from '../../../ui/use-confirm.tsx';
import { CommandButton } from '../controls/ActButton.tsx';
import { ActNote } from '../controls/ActNote.tsx';
import type { CommandHandle } from '../controls/use-command.ts';
import { StopQuestion } from './parts/StopQuestion.tsx';

const StartCycleDialog = lazy(async () => ({
  default: (await import('./parts/StartCycleDialog.tsx')).StartCycleDialog,
}));

/** Start, stop and skip, as the state of the cycle or the mode allows (S4.14). Who may command at all comes with the data. */
export function CycleActions({ appliance, command }: { appliance: Appliance; command: CommandHandle }) {
  const { t } = useMessages(applianceMessages);
  const { t: control } = useMessages(controlMessages);
  const { ask, dialog } = useConfirm(useErrorText());
  const [starting, setStarting] = useState(false);
  const known = knownModel(appliance.model, appliance.package);
  if (!known || !appliance.may.command || !isSwitchedOn(appliance)) return null;
  const rows = commandsOf(known.model);
  const can = {
    start:
      rows.startCycle &&
      appliance.status !== 'off' &&
      appliance.status !== 'unknown' &&
      cycleCan.start(appliance.status),
    stop: rows.stopCycle && canStop(appliance, known.family),
    skip: rows.skipPhase && canSkip(appliance, known.family),
  };
  if (!can.start && !can.stop && !can.skip) return null;

  const given = { appliance, command };
  const askStop = () =>
    ask({
      title: t('stopTitle'),
      body: <StopQuestion appliance={appliance} />,
      confirm: t('stop'),
      cancel: t('keepRunning'),
      tone: 'danger',
      run: () => command.send('stopCycle', {}),
    });
  const askSkip = () =>
    ask({
      title: control('skipTitle'),
      body: control('skipBody'),
      confirm: control('command.skipPhase'),
      cancel: t('cancel'),
      run: () => command.send('skipPhase', { phase: appliance.cycle?.phaseIndex ?? phaseIndexOf(appliance) }),
    });
  return (
    <div className={styles.actions}>
      {can.start && (
        <ActionButton {...given} name="startCycle" icon={IconPlayerPlay} onClick={() => setStarting(true)}>
          {t('start')}
        </ActionButton>
      )}
      {can.stop && (
        <ActionButton {...given} name="stopCycle" icon={IconPlayerStop} variant="default" onClick={askStop}>
          {t('stop')}
        </ActionButton>
      )}
      {can.skip && (
        <ActionButton {...given} name="skipPhase" icon={IconPlayerTrackNext} variant="default" onClick={askSkip}>
          {control('command.skipPhase')}
        </ActionButton>
      )}
      {(['startCycle', 'stopCycle', 'skipPhase'] as const).map((name) => (
        <ActNote key={name} {...given} name={name} />
      ))}
      {starting && (
        <DialogSlot>
          <StartCycleDialog
            appliance={appliance}
            {...known}
            pending={command.isPending}
            onSend={(args) => command.send('startCycle', args)}
            onClose={() => setStarting(false)}
          />
        </DialogSlot>
      )}
      {dialog}
    </div>
  );
}

function ActionButton(props: {
  appliance: Appliance;
  command: CommandHandle;
  name: string;
  icon: TablerIcon;
  variant?: 'default';
  onClick: () => void;
  children: ReactNode;
}) {
  const { appliance, icon: Icon, ...button } = props;
  const { t } = useMessages(applianceMessages);
  return (
    <CommandButton
      {...button}
      leftSection={<Icon size={20} aria-hidden />}
      disabled={!appliance.online}
      title={appliance.online ? undefined : t('whyOffline')}
    />
  );
}

/** Where standby is no mode to choose, stopping leads there; a test is stopped too. A plan has a button of its own. */
function canStop(appliance: Appliance, family: FamilyRow): boolean {
  const { status } = appliance;
  if (!hasModes(appliance)) return status !== 'off' && status !== 'unknown' && cycleCan.stop(status);
  const key = modeOf(appliance)?.row.key;
  if (!key || key === 'standby' || key === 'defrosting' || key === 'programmed') return false;
  return key === 'test' || !Object.values(family.modes).some((row) => row.key === 'standby' && row.chosen);
}

/** Whether the running phase may be ended early: a function says so, and a plan of the prover is made of phases to skip. */
function canSkip(appliance: Appliance, family: FamilyRow): boolean {
  if (hasModes(appliance)) {
    return (
      modeOf(appliance)?.row.key === 'programmed' && phaseKeyOf(appliance.model, phaseOf(appliance)) !== 'sleeping'
    );
  }
  const { cycle } = appliance;
  return (
    appliance.status === 'running' &&
    cycle !== null &&
    cycle.phaseIndex > 0 &&
    cycle.phaseIndex < cycle.phaseCount &&
    (family.functions[cycle.function]?.skips ?? false)
  );
}

const phaseOf = (appliance: Appliance): number => reportedNumber(appliance, 'cyclePhase') ?? 0;
const phaseIndexOf = (appliance: Appliance): number => Math.max(1, reportedNumber(appliance, 'cyclePhaseIndex') ?? 1);
