import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { familyOf } from '@brina/domain/appliance/families/families';
import type { ModelRow } from '@brina/domain/appliance/families/family';
import { checkCommand, standingOf } from '@brina/domain/commands/commands';
import { timersOf } from '@brina/domain/cycles/cycle-plan';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { trayMessages } from '../../../../appliance/tray.messages.ts';
import type { Tray } from '../../../../appliance/trays.ts';
import { useFaultText } from '../../../../appliance/use-fault-text.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { formFaults } from '../../../../lib/form-faults.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import type { CommandHandle } from '../../controls/use-command.ts';

type Shown = {
  appliance: Appliance;
  model: ModelRow;
  trays: readonly Tray[];
  tray: number | null;
  command: CommandHandle;
};
type Choice = { tray: number; min: number | null; product: string };

/**
 * Sets the timer of a tray, or a trolley, anew or for the first time; it begins when the appliance has it.
 * @param tray whose; null: to be chosen, the first without a timer first
 */
export function TrayDialog(props: Shown & { of: 'tray' | 'trolley'; onClose: () => void }) {
  const { model, appliance, of, command, onClose } = props;
  const { t } = useMessages(trayMessages);
  const { t: page } = useMessages(applianceMessages);
  const format = useFormat();
  const row = familyOf(model.storedName)?.functions[appliance.cycle?.function ?? -1];
  const limits = row?.time_min;
  const places = Array.from({ length: row ? timersOf(model, row) : 0 }, (_, index) => index + 1);
  const { choice, change, faults, error, send } = useTrayForm(props, places, limits?.default ?? null);
  if (!limits) return null;
  return (
    <FormDialog
      title={t(props.tray === null ? 'set' : 'setAnew')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void send().then((isSent) => isSent && onClose());
      }}
      submitLabel={t('set')}
      cancelLabel={page('cancel')}
      pending={command.isPending}
      error={error}
    >
      <NativeSelect
        label={t(`which.${of}`)}
        value={String(choice.tray)}
        error={faults.tray}
        data={places.map((place) => ({
          value: String(place),
          label: t(`place.${of}`, { n: format.number(place) }),
        }))}
        onChange={(event) => change({ tray: Number(event.currentTarget.value) })}
        data-autofocus
      />
      <QuantityField
        label={t('time')}
        unit="min"
        limits={limits}
        step={limits.step}
        value={choice.min}
        error={faults.min}
        onChange={(min) => change({ min })}
      />
      <TextInput
        label={t('product')}
        description={t('optional')}
        maxLength={60}
        value={choice.product}
        error={faults.product}
        onChange={(event) => change({ product: event.currentTarget.value })}
      />
    </FormDialog>
  );
}

const fields = ['tray', 'min', 'product'];

/** What is chosen, what is wrong with it, and how it is sent; `send` resolves with whether the portal has taken it. */
function useTrayForm(
  { appliance, model, trays, tray, command }: Shown,
  places: readonly number[],
  fallback: number | null,
) {
  const errorText = useErrorText();
  const faultText = useFaultText();
  const [choice, setChoice] = useState<Choice>(() => {
    const known = trays.find((one) => one.tray === tray);
    const free = places.find((place) => trays.every((one) => one.tray !== place));
    return { tray: tray ?? free ?? 1, min: known?.min ?? fallback, product: known?.product ?? '' };
  });
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const [error, setError] = useState<string | null>(null);
  const change = (by: Partial<Choice>) => {
    setChoice({ ...choice, ...by });
    setFaults({});
  };
  const send = async (): Promise<boolean> => {
    setError(null);
    const product = choice.product.trim();
    const args = { tray: choice.tray, min: choice.min ?? Number.NaN, ...(product && { product }) };
    const standing = standingOf(appliance.twin.reported, appliance.package);
    const found = checkCommand(model, 'setTrayTimer', args, standing);
    setFaults(Object.fromEntries(found.map((fault) => [fault.path, faultText(fault, 'min')])));
    if (found.length > 0) return false;
    try {
      await command.send('setTrayTimer', args);
      return true;
    } catch (cause) {
      const { byField, rest } = formFaults(cause, fields);
      setFaults(byField);
      if (rest) setError(errorText(cause));
      return false;
    }
  };
  return { choice, change, faults, error, send };
}
