import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Command } from '@brina/contract/live';
import type { CommandRow, FamilyRow, ModelRow } from '@brina/domain/appliance/families/family';
import { commandRow, commandsOf, needsPanel, type Standing, standingOf } from '@brina/domain/commands/commands';
import { second_ms } from '@brina/domain/language/durations';
import type { ReactNode } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { controlMessages } from '../../../appliance/controls.messages.ts';
import { useErrorText, useFailureToast } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useConfirm } from '../../../ui/use-confirm.tsx';
import type { CommandHandle } from './use-command.ts';
import { latestOf, type Wish, wishOf } from './wishes.ts';

/** A question before a command is sent. */
export type OrderQuestion = { title: string; body: ReactNode; confirm: string; tone?: 'danger' | 'plain' };

/** What every control of an appliance needs. */
export type Orders = {
  appliance: Appliance;
  model: ModelRow;
  family: FamilyRow;
  standing: Standing;
  /** Commands the model is fitted for. */
  rows: Readonly<Record<string, CommandRow>>;
  /** Why nothing can be sent now; undefined: it can. */
  blocked: string | undefined;
  pending: boolean;
  /** What was sent from here, and what became of it. */
  command: CommandHandle;
  /** Sends it as it is, from a dialog; rejects with the portal's refusal. */
  send: CommandHandle['send'];
  /** Sends a command, after the question where its row asks for a confirmation. */
  order: (name: string, args: Record<string, unknown>, question: OrderQuestion) => void;
  /** What was asked for and is not reported yet. */
  wish: (name: string, agreed: (command: Command) => boolean, same?: Readonly<Record<string, unknown>>) => Wish | null;
  /** The sentence that somebody has to confirm it on the unit; empty where nobody has to. */
  panelNote: (name: string, args: Record<string, unknown>) => string;
};

/** Everything to command an appliance of a known model with. `dialog` is rendered once by the caller. */
export function useOrders(
  appliance: Appliance,
  known: { model: ModelRow; family: FamilyRow },
  command: CommandHandle,
): { orders: Orders; dialog: ReactNode } {
  const { t } = useMessages(applianceMessages);
  const { t: control } = useMessages(controlMessages);
  const tellFailure = useFailureToast();
  const { ask, dialog } = useConfirm(useErrorText());
  const moment = useNow(2 * second_ms);
  const { model, family } = known;
  const standing = standingOf(appliance.twin.reported, appliance.package);
  const panelNote: Orders['panelNote'] = (name, args) =>
    needsPanel(model, name, args, standing) ? control('panelNote') : '';
  const orders: Orders = {
    appliance,
    model,
    family,
    standing,
    rows: commandsOf(model),
    blocked: appliance.online ? undefined : t('whyOffline'),
    pending: command.isPending,
    command,
    send: command.send,
    order: (name, args, question) => {
      if (!commandRow(model, name)?.confirm) {
        command.press(name, args).catch(tellFailure);
        return;
      }
      const note = panelNote(name, args);
      ask({
        ...question,
        body: (
          <>
            {question.body}
            {note && <p>{note}</p>}
          </>
        ),
        cancel: t('cancel'),
        run: () => command.send(name, args),
      });
    },
    wish: (name, agreed, same) => {
      const latest = latestOf(command.latest, name, same);
      return wishOf(latest, latest !== undefined && agreed(latest), moment);
    },
    panelNote,
  };
  return { orders, dialog };
}
