import { inZone } from '@brina/domain/appliance/metrics';
import { settingOf } from '@brina/domain/commands/commands';
import { IconDroplet, IconSnowflakeOff, IconTemperature, IconToggleLeft } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { modeOf, reportedNumber, type ZoneNumber } from '../../../../appliance/appliance-state.ts';
import { controlMessages } from '../../../../appliance/controls.messages.ts';
import { useStateWords } from '../../../../appliance/use-state-words.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { ControlRow } from '../../../../ui/ControlRow.tsx';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';
import { ActButton } from '../ActButton.tsx';
import { RowNote } from '../RowNote.tsx';
import type { Orders } from '../use-orders.tsx';
import { DefrostControl } from './DefrostControl.tsx';
import { zoneArg } from './zone-arg.ts';

const SetPointDialog = lazy(async () => ({ default: (await import('./SetPointDialog.tsx')).SetPointDialog }));
const ModeDialog = lazy(async () => ({ default: (await import('./ModeDialog.tsx')).ModeDialog }));

/** Mode, set-points and defrost of a zone (S4.16, S4.17). */
export function ZoneControls({ orders, zone }: { orders: Orders; zone: ZoneNumber }) {
  return (
    <>
      {orders.rows.setMode && <ModeControl orders={orders} zone={zone} />}
      <SetPointControl orders={orders} zone={zone} command="setTemperature" />
      <SetPointControl orders={orders} zone={zone} command="setHumidity" />
      {orders.rows.setDefrost && <DefrostControl orders={orders} zone={zone} icon={IconSnowflakeOff} />}
    </>
  );
}

function ModeControl({ orders, zone }: { orders: Orders; zone: ZoneNumber }) {
  const { appliance, family, standing } = orders;
  const { t } = useMessages(controlMessages);
  const { t: page } = useMessages(applianceMessages);
  const words = useStateWords();
  const [opened, setOpened] = useState(false);
  const mode = modeOf(appliance, zone);
  const program = typeof standing.program === 'number' ? mode?.row.programs?.[standing.program] : undefined;
  const unknown = appliance.online ? '–' : t('modeUnknown');
  const now = mode ? words.modeName(mode.row.key, program?.key) : unknown;
  const wish = orders.wish(
    'setMode',
    ({ args }) => args.mode === mode?.code && (args.program === undefined || args.program === standing.program),
    zoneArg(orders, zone),
  );
  const asked = wish && family.modes[Number(wish.command.args.mode)];
  const askedProgram = asked?.programs?.[Number(wish?.command.args.program)];
  return (
    <>
      <ControlRow
        icon={IconToggleLeft}
        label={t('mode')}
        value={now}
        note={
          <RowNote
            orders={orders}
            name="setMode"
            args={zoneArg(orders, zone)}
            wish={wish}
            wanted={asked ? words.modeName(asked.key, askedProgram?.key) : ''}
            now={now}
          />
        }
      >
        <ActButton
          orders={orders}
          name="setMode"
          args={zoneArg(orders, zone)}
          act={page('change')}
          what={t('mode')}
          zone={zone}
          onClick={() => setOpened(true)}
        />
      </ControlRow>
      {opened && (
        <DialogSlot>
          <ModeDialog orders={orders} zone={zone} onClose={() => setOpened(false)} />
        </DialogSlot>
      )}
    </>
  );
}

const kinds = {
  setTemperature: { metric: 'cellSetTemp', unit: 'Cel', icon: IconTemperature },
  setHumidity: { metric: 'cellSetHumidity', unit: '%', icon: IconDroplet },
} as const;

/**
 * A set-point with what was asked for beside what is reported; nothing where the model has none. While nothing is controlled the row
 * stays, so that a cycle that starts or ends moves no button under a finger.
 */
function SetPointControl(props: { orders: Orders; zone: ZoneNumber; command: keyof typeof kinds }) {
  const { orders, zone, command } = props;
  const { appliance, model, standing } = orders;
  const { t } = useMessages(controlMessages);
  const { t: page } = useMessages(applianceMessages);
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  const { metric, unit, icon } = kinds[command];
  if (!orders.rows[command]) return null;
  const set = reportedNumber(appliance, inZone(metric, zone));
  const setting = appliance.online ? settingOf(model, command, standing, zone) : null;
  const text = (value: unknown) => (typeof value === 'number' ? format.quantity(value, unit) : t('off'));
  const wish = orders.wish(
    command,
    ({ args }) => (args.target === null ? set === null : Math.abs(Number(args.target) - (set ?? Number.NaN)) < 0.05),
    zoneArg(orders, zone),
  );
  const now = set === null ? t('notControlled') : text(set);
  const label = t(`command.${command}`);
  return (
    <>
      <ControlRow
        icon={icon}
        label={label}
        value={now}
        note={
          <RowNote
            orders={orders}
            name={command}
            args={zoneArg(orders, zone)}
            wish={wish}
            wanted={text(wish?.command.args.target)}
            now={now}
          />
        }
      >
        {setting && (
          <ActButton
            orders={orders}
            name={command}
            args={zoneArg(orders, zone)}
            act={page('change')}
            what={label}
            zone={zone}
            onClick={() => setOpened(true)}
          />
        )}
      </ControlRow>
      {opened && setting && (
        <DialogSlot>
          <SetPointDialog
            orders={orders}
            zone={zone}
            command={command}
            setting={setting}
            set={set}
            onClose={() => setOpened(false)}
          />
        </DialogSlot>
      )}
    </>
  );
}
