import type { Setting } from '@brina/domain/appliance/families/family';
import { checkCommand } from '@brina/domain/commands/commands';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import type { ZoneNumber } from '../../../../appliance/appliance-state.ts';
import { controlMessages } from '../../../../appliance/controls.messages.ts';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { useFaultText } from '../../../../appliance/use-fault-text.ts';
import { useZoned } from '../../../../appliance/use-zoned.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { formFaults } from '../../../../lib/form-faults.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import styles from '../Controls.module.css';
import type { Orders } from '../use-orders.tsx';
import { zoneArg } from './zone-arg.ts';

const units = { setTemperature: 'Cel', setHumidity: '%' } as const;

/** A new set-point within its limits; the button names the value that is sent, which is the confirmation (S4.16). */
export function SetPointDialog(props: {
  orders: Orders;
  zone: ZoneNumber;
  command: keyof typeof units;
  setting: Setting;
  /** In force now; null: not controlled. */
  set: number | null;
  onClose: () => void;
}) {
  const { orders, zone, command, setting, set, onClose } = props;
  const { t } = useMessages(controlMessages);
  const { t: page } = useMessages(applianceMessages);
  const format = useFormat();
  const errorText = useErrorText();
  const faultText = useFaultText();
  const zoned = useZoned(orders.appliance);
  const unit = units[command];
  const [target, setTarget] = useState<number | null>(set ?? setting.default);
  const [controlled, setControlled] = useState(true);
  const [fault, setFault] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const mayBeOff = command === 'setHumidity';
  const args = { ...zoneArg(orders, zone), target: controlled ? target : null };
  const value = controlled ? format.quantity(target, unit) : t('off');

  const submit = async () => {
    setError(null);
    const [found] =
      controlled && target === null
        ? [{ path: 'target', code: 'bad_argument' } as const]
        : checkCommand(orders.model, command, args, orders.standing);
    if (found) {
      setFault(faultText(found, unit));
      return;
    }
    try {
      await orders.send(command, args);
      onClose();
    } catch (cause) {
      const { byField, rest } = formFaults(cause, ['target']);
      setFault(byField.target ?? null);
      if (rest) setError(errorText(cause));
    }
  };
  return (
    <FormDialog
      title={zoned(t(`command.${command}`), zone)}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      submitLabel={t('setTo', { value })}
      cancelLabel={page('cancel')}
      pending={orders.pending}
      error={error}
    >
      <p className={styles.hint}>
        {t('nowSet', { value: set === null ? t('notControlled') : format.quantity(set, unit) })}
      </p>
      {controlled && (
        <QuantityField
          label={t(`command.${command}`)}
          unit={unit}
          limits={setting}
          step={setting.step}
          value={target}
          error={fault}
          onChange={(next) => {
            setTarget(next);
            setFault(null);
          }}
        />
      )}
      {mayBeOff && (
        <Checkbox
          label={t('humidityOff')}
          checked={!controlled}
          onChange={(event) => setControlled(!event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
