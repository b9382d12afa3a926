import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Command } from '@brina/contract/live';
import { knownModel } from '@brina/domain/appliance/families/families';
import { planProofing } from '@brina/domain/cycles/proofing';
import { hour_ms, second_ms } from '@brina/domain/language/durations';
import { IconCalendarTime, IconX } from '@tabler/icons-react';
import { lazy, useId, useState } from 'react';
import { modeOf, phaseKeyOf, reportedNumber } from '../../../appliance/appliance-state.ts';
import { controlMessages } from '../../../appliance/controls.messages.ts';
import { useStateWords } from '../../../appliance/use-state-words.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Card } from '../../../ui/Card.tsx';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { CommandButton } from '../controls/ActButton.tsx';
import { ActNote } from '../controls/ActNote.tsx';
import type { CommandHandle } from '../controls/use-command.ts';
import { type Orders, useOrders } from '../controls/use-orders.tsx';
import { WishNote } from '../controls/WishNote.tsx';
import { latestOf } from '../controls/wishes.ts';
import styles from './Proofing.module.css';
import { PlanTimeline } from './parts/PlanTimeline.tsx';
import { proofingMessages } from './proofing.messages.ts';

const ProofingDialog = lazy(async () => ({ default: (await import('./parts/ProofingDialog.tsx')).ProofingDialog }));

/** Texts to have before the card is shown. */
export const messages = [proofingMessages];

/** Programmed proving: the plan that runs, on its timeline, or the way to make one (S4.17). */
export function ProofingCard({ appliance, command }: { appliance: Appliance; command: CommandHandle }) {
  const known = knownModel(appliance.model);
  return known && <KnownCard appliance={appliance} command={command} known={known} />;
}

function KnownCard(props: {
  appliance: Appliance;
  command: CommandHandle;
  known: NonNullable<ReturnType<typeof knownModel>>;
}) {
  const { appliance, command, known } = props;
  const { t } = useMessages(proofingMessages);
  const { t: control } = useMessages(controlMessages);
  const words = useStateWords();
  const format = useFormat();
  const heading = useId();
  const { orders, dialog } = useOrders(appliance, known, command);
  const [planning, setPlanning] = useState(false);
  const mode = modeOf(appliance);
  const runs = mode?.row.key === 'programmed';
  const timeZone = appliance.lab?.timeZone ?? format.reader.timeZone;
  const wish = orders.wish('setProofingPlan', () => runs);
  const now = mode ? words.modeName(mode.row.key) : control('modeUnknown');
  return (
    <Card as="section" labelledBy={heading}>
      <div className={styles.card}>
        <header className={styles.header}>
          <h2 id={heading} className={styles.title}>
            {control('command.setProofingPlan')}
          </h2>
          {appliance.may.command &&
            (runs ? (
              <CancelButton orders={orders} />
            ) : (
              <CommandButton
                command={command}
                name="setProofingPlan"
                leftSection={<IconCalendarTime size={20} aria-hidden />}
                disabled={orders.blocked !== undefined}
                onClick={() => setPlanning(true)}
              >
                {t('plan')}
              </CommandButton>
            ))}
        </header>
        {runs ? (
          <RunningPlan orders={orders} made={latestOf(command.latest, 'setProofingPlan')} timeZone={timeZone} />
        ) : (
          <p className={styles.hint}>{t('hint')}</p>
        )}
        <ActNote appliance={appliance} command={command} name="cancelProofingPlan" />
        <WishNote appliance={appliance} wish={wish} wanted={control('command.setProofingPlan')} now={now} />
      </div>
      {planning && (
        <DialogSlot>
          <ProofingDialog orders={orders} timeZone={timeZone} onClose={() => setPlanning(false)} />
        </DialogSlot>
      )}
      {dialog}
    </Card>
  );
}

function CancelButton({ orders }: { orders: Orders }) {
  const { t } = useMessages(proofingMessages);
  const { t: control } = useMessages(controlMessages);
  const cancel = control('command.cancelProofingPlan');
  const question = { title: t('cancelTitle'), body: t('cancelBody'), confirm: cancel, tone: 'danger' as const };
  return (
    <CommandButton
      command={orders.command}
      name="cancelProofingPlan"
      variant="default"
      leftSection={<IconX size={20} aria-hidden />}
      disabled={orders.blocked !== undefined}
      onClick={() => orders.order('cancelProofingPlan', {}, question)}
    >
      {cancel}
    </CommandButton>
  );
}

/** The plan as it was made here; a plan made at the panel shows what the unit itself tells: its phase and the time left. */
function RunningPlan({ orders, made, timeZone }: { orders: Orders; made: Command | undefined; timeZone: string }) {
  const { appliance, model } = orders;
  const { t } = useMessages(proofingMessages);
  const words = useStateWords();
  const format = useFormat();
  const moment = useNow(30 * second_ms);
  const phase = reportedNumber(appliance, 'cyclePhase');
  const left_s = reportedNumber(appliance, 'cycleRemaining');
  const plan =
    made?.state === 'done'
      ? planProofing(model, made.args, { now_ms: made.finishedAt ?? made.createdAt, timeZone })
      : null;
  if (plan && 'phases' in plan && plan.readyAt > moment - 12 * hour_ms) {
    return <PlanTimeline phases={plan.phases} readyAt={plan.readyAt} timeZone={timeZone} now_ms={moment} />;
  }
  return (
    <p className={styles.hint}>
      {phase !== null && phaseKeyOf(appliance.model, phase) && (
        <strong>{words.phaseName(appliance.model, phase)}</strong>
      )}{' '}
      {left_s !== null && t('readyAtTime', { time: format.dateTime(moment + left_s * 1000, timeZone) })}
    </p>
  );
}
