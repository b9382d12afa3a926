import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import type { ZoneNumber } from '../../../appliance/appliance-state.ts';
import { controlMessages } from '../../../appliance/controls.messages.ts';
import { useZoned } from '../../../appliance/use-zoned.ts';
import { useMessages } from '../../../lib/messages.ts';
import { StatefulButton } from '../../../ui/StatefulButton.tsx';
import { lastAct } from './acts.ts';
import type { CommandHandle } from './use-command.ts';
import type { Orders } from './use-orders.tsx';

/** A button that sends a command, at once or after a dialog, and shows what becomes of it (B1.5). */
export function CommandButton(
  props: ButtonProps & {
    'aria-label'?: string;
    title?: string | undefined;
    command: CommandHandle;
    name: string;
    /** Which compartment or door it is about. */
    args?: Readonly<Record<string, unknown>>;
    /** Absent: it submits its form. */
    onClick?: () => void;
    type?: 'submit';
    children: ReactNode;
  },
) {
  const { command, name, args, ...button } = props;
  const { t } = useMessages(applianceMessages);
  const { t: control } = useMessages(controlMessages);
  const act = lastAct(command.acts, name, args);
  const state =
    act?.state === 'underWay'
      ? ({ kind: 'busy', label: t('sending') } as const)
      : act?.state === 'done'
        ? ({ kind: 'done', label: control('carriedOut') } as const)
        : null;
  return <StatefulButton {...button} state={state} />;
}

/**
 * The button of a row. It shows what it does; who only hears it is told what is concerned as well, as several rows of a page do the
 * same.
 * @param what the row's name @param zone where the row is of one compartment
 */
export function ActButton(props: {
  orders: Orders;
  name: string;
  args?: Readonly<Record<string, unknown>>;
  act: string;
  what: string;
  zone?: ZoneNumber;
  disabled?: boolean;
  onClick: () => void;
}) {
  const { orders, act, what, zone, disabled = false, ...button } = props;
  const { t } = useMessages(controlMessages);
  const zoned = useZoned(orders.appliance);
  return (
    <CommandButton
      {...button}
      command={orders.command}
      variant="default"
      aria-label={t('actOn', { act, what: zone ? zoned(what, zone) : what })}
      disabled={orders.blocked !== undefined || disabled}
    >
      {act}
    </CommandButton>
  );
}
