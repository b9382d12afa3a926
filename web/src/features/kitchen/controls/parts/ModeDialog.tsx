import type { ModeRow, Setting } from '@brina/domain/appliance/families/family';
import { checkCommand } from '@brina/domain/commands/commands';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { modeOf, type ZoneNumber } from '../../../../appliance/appliance-state.ts';
import { controlMessages } from '../../../../appliance/controls.messages.ts';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { useFaultText } from '../../../../appliance/use-fault-text.ts';
import { useStateWords } from '../../../../appliance/use-state-words.ts';
import { useZoned } from '../../../../appliance/use-zoned.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { formFaults } from '../../../../lib/form-faults.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { ChoiceCards } from '../../../../ui/ChoiceCards.tsx';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import type { Orders } from '../use-orders.tsx';
import { zoneArg } from './zone-arg.ts';

/** Settings a mode may bring along, with their units. */
const broughtUnits = { air: 'Cel', rh: '%', time_min: 'min', fan: '%' } as const;
type Brought = keyof typeof broughtUnits;

/** Chooses the mode of a zone: what it keeps is said beside it, and a program or a time is asked for where the mode has one. */
export function ModeDialog({ orders, zone, onClose }: { orders: Orders; zone: ZoneNumber; onClose: () => void }) {
  const { appliance, model, family, standing } = orders;
  const { t } = useMessages(controlMessages);
  const { t: page } = useMessages(applianceMessages);
  const words = useStateWords();
  const errorText = useErrorText();
  const faultText = useFaultText();
  const keeps = useKeeps();
  const zoned = useZoned(appliance);
  const now = modeOf(appliance, zone);
  const choices = Object.entries(family.modes)
    .map(([code, row]): [number, ModeRow] => [Number(code), row])
    .filter(([code, row]) => row.chosen && (!row.from || !now || row.from.includes(now.code) || code === now.code));
  const [mode, setMode] = useState(() => choices.find(([code]) => code === now?.code)?.[0] ?? choices[0]?.[0] ?? 0);
  const [program, setProgram] = useState(standing.program ?? 1);
  const [numbers, setNumbers] = useState<Partial<Record<Brought, number | null>>>({});
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const [error, setError] = useState<string | null>(null);

  const row = family.modes[mode];
  // What may come along is what the command's row names and the mode controls.
  const brought = (Object.keys(broughtUnits) as Brought[]).flatMap((name): [Brought, Setting][] => {
    const setting = row?.[name];
    return orders.rows.setMode?.args?.[name] && setting ? [[name, setting]] : [];
  });
  const args = {
    mode,
    ...zoneArg(orders, zone),
    ...(row?.programs ? { program } : {}),
    ...Object.fromEntries(brought.map(([name, setting]) => [name, numbers[name] ?? setting.default ?? setting.min])),
  };
  const submit = async () => {
    setError(null);
    const found = checkCommand(model, 'setMode', args, standing);
    if (found.length > 0) {
      setFaults(
        Object.fromEntries(found.map((fault) => [fault.path, faultText(fault, broughtUnits[fault.path as Brought])])),
      );
      return;
    }
    try {
      await orders.send('setMode', args);
      onClose();
    } catch (cause) {
      const { byField, rest } = formFaults(cause, ['mode', 'program', ...Object.keys(broughtUnits)]);
      setFaults(byField);
      if (rest) setError(errorText(cause));
    }
  };
  const note = orders.panelNote('setMode', args);
  return (
    <FormDialog
      title={zoned(t('command.setMode'), zone)}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      submitLabel={row ? t('setTo', { value: words.modeName(row.key) }) : page('change')}
      cancelLabel={page('cancel')}
      pending={orders.pending}
      error={error ?? faults.mode ?? null}
    >
      <ChoiceCards
        label={t('mode')}
        value={String(mode)}
        choices={choices.map(([code, one]) => ({
          value: String(code),
          label: words.modeName(one.key),
          detail: keeps(one),
        }))}
        onChange={(next) => {
          setMode(Number(next));
          setFaults({});
        }}
      />
      {row?.programs && (
        <NativeSelect
          label={t('program')}
          value={String(program)}
          error={faults.program}
          data={Object.entries(row.programs).map(([value, { key }]) => ({ value, label: words.programName(key) }))}
          onChange={(event) => setProgram(Number(event.currentTarget.value))}
        />
      )}
      {brought.map(([name, setting]) => (
        <QuantityField
          key={name}
          label={page(`arg.${name}`)}
          unit={broughtUnits[name]}
          limits={setting}
          step={setting.step}
          value={numbers[name] === undefined ? setting.default : numbers[name]}
          error={faults[name]}
          onChange={(value) => {
            setNumbers({ ...numbers, [name]: value });
            setFaults({ ...faults, [name]: undefined });
          }}
        />
      ))}
      {note && <Notice kind="info">{note}</Notice>}
    </FormDialog>
  );
}

/** What a mode keeps, in a line: the set-points it begins with. */
function useKeeps(): (row: ModeRow) => string {
  const { t } = useMessages(controlMessages);
  const format = useFormat();
  return ({ key, air, rh, programs }) => {
    if (programs) return t('keepsProgram');
    if (key === 'test') return t('keepsTest');
    if (!air) return t('keepsNothing');
    const range = t('range', { min: format.temperature(air.min), max: format.temperature(air.max) });
    return rh
      ? t('keepsBoth', { air: range, rh: t('range', { min: format.percent(rh.min), max: format.percent(rh.max) }) })
      : range;
  };
}
