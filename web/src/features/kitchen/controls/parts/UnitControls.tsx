import { gradeOf } from '@brina/domain/alarms/alarms';
import { doorsOf } from '@brina/domain/appliance/families/family';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { sanigenLevelOf } from '@brina/domain/appliance/sanigen';
import { states } from '@brina/domain/appliance/states';
import { IconBell, IconBulb, IconDoor, IconEye, IconPower, IconSparkles } from '@tabler/icons-react';
import { activeAlarms, hasModes, isSwitchedOn, reportedNumber } from '../../../../appliance/appliance-state.ts';
import { controlMessages } from '../../../../appliance/controls.messages.ts';
import { LoadNow } from '../../../../appliance/LoadNow.tsx';
import { useApplianceWords } from '../../../../appliance/use-appliance-words.ts';
import { useSanigenWord } from '../../../../appliance/use-sanigen-word.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { ControlRow } from '../../../../ui/ControlRow.tsx';
import { Segments } from '../../../../ui/Segments.tsx';
import { ActButton } from '../ActButton.tsx';
import { ActNote } from '../ActNote.tsx';
import { lastAct } from '../acts.ts';
import { RowNote } from '../RowNote.tsx';
import type { Orders } from '../use-orders.tsx';

/** How long the lamp blinks when somebody looks for the appliance. */
const identify_s = 20;
/** Levels on the common scale, whatever a family's wire calls them. */
const levels = Object.keys(states.sanigenLevel).map(Number) as (keyof typeof states.sanigenLevel)[];

/** What concerns the whole appliance, as far as its model is fitted for it. */
export function UnitControls({ orders }: { orders: Orders }) {
  const { rows } = orders;
  return (
    <>
      {rows.setSanigen && <SanigenControl orders={orders} />}
      {rows.setLight && <LightControl orders={orders} />}
      {rows.resetDoorCounter && <DoorControls orders={orders} />}
      {rows.setPower && <PowerControl orders={orders} />}
      {rows.identify && <SmallControls orders={orders} />}
    </>
  );
}

/** Sanigen by name, from not active to very high; the codes of the wire stay hidden (S4.18). */
function SanigenControl({ orders }: { orders: Orders }) {
  const { appliance, family } = orders;
  const { t } = useMessages(controlMessages);
  const name = useSanigenWord();
  const raw = reportedNumber(appliance, 'sanigenLevel');
  const level = raw === null ? undefined : sanigenLevelOf(family.code, raw);
  const act = lastAct(orders.command.acts, 'setSanigen');
  const acting =
    act?.state === 'underWay' || act?.state === 'done'
      ? { value: String(act.args.level), kind: act.state === 'done' ? ('done' as const) : ('busy' as const) }
      : null;
  const wish = orders.wish('setSanigen', ({ args }) => args.level === level);
  return (
    <ControlRow
      icon={IconSparkles}
      label={t('command.setSanigen')}
      value={appliance.online ? name(level) : '–'}
      note={
        <RowNote
          orders={orders}
          name="setSanigen"
          wish={wish}
          wanted={name(wish?.command.args.level)}
          now={name(level)}
        />
      }
      wide={
        <Segments
          label={t('command.setSanigen')}
          hideLabel
          disabled={orders.blocked !== undefined || orders.pending}
          acting={acting}
          value={appliance.online && level !== undefined ? String(level) : null}
          segments={levels.map((value) => ({ value: String(value), label: name(value) }))}
          onChange={(value) =>
            orders.order(
              'setSanigen',
              { level: Number(value) },
              { title: t('command.setSanigen'), body: '', confirm: name(value) },
            )
          }
        />
      }
    />
  );
}

function LightControl({ orders }: { orders: Orders }) {
  const { appliance } = orders;
  const { t } = useMessages(controlMessages);
  const lit = reportedNumber(appliance, 'lightState');
  const on = lit === 1;
  const now = lit === null ? '–' : t(on ? 'on' : 'off');
  const wish = orders.wish('setLight', ({ args }) => args.on === on);
  return (
    <ControlRow
      icon={IconBulb}
      label={t('command.setLight')}
      value={now}
      note={
        <RowNote
          orders={orders}
          name="setLight"
          wish={wish}
          wanted={t(wish?.command.args.on ? 'on' : 'off')}
          now={now}
        />
      }
    >
      <ActButton
        orders={orders}
        name="setLight"
        act={t(on ? 'lightOff' : 'lightOn')}
        what={t('command.setLight')}
        onClick={() => orders.order('setLight', { on: !on }, { title: '', body: '', confirm: '' })}
      />
    </ControlRow>
  );
}

/** Openings of each door since the counter was reset (S4.16). */
function DoorControls({ orders }: { orders: Orders }) {
  const { appliance, model } = orders;
  const { t } = useMessages(controlMessages);
  const format = useFormat();
  const doors = doorsOf(model) === 2 ? ([1, 2] as const) : ([1] as const);
  return doors.map((door) => {
    const count = reportedNumber(appliance, `dailyOpenDoor${door}Counter`);
    const label = doors.length === 1 ? t('doorCounter') : t('doorCounterOf', { door });
    // Once it was set to 0 it counts on: what it says after that is no answer to the wish.
    const wish = orders.wish('resetDoorCounter', ({ state }) => count === 0 || state === 'done', { door });
    return (
      <ControlRow
        key={door}
        icon={IconDoor}
        label={label}
        value={format.number(count)}
        note={
          <RowNote
            orders={orders}
            name="resetDoorCounter"
            args={{ door }}
            wish={wish}
            wanted={format.number(0)}
            now={format.number(count)}
          />
        }
      >
        <ActButton
          orders={orders}
          name="resetDoorCounter"
          args={{ door }}
          act={t('reset')}
          what={label}
          disabled={count === 0}
          onClick={() =>
            orders.order(
              'resetDoorCounter',
              { door },
              { title: t('resetTitle'), body: t('resetBody', { count: format.number(count) }), confirm: t('reset') },
            )
          }
        />
      </ControlRow>
    );
  });
}

function PowerControl({ orders }: { orders: Orders }) {
  const { appliance, family } = orders;
  const { t } = useMessages(controlMessages);
  const { t: refusal } = useMessages(refusalMessages);
  const on = isSwitchedOn(appliance);
  // The unit would refuse: who wants it off has to end the cycle, and is told then what that does to the food.
  const runs = on && !hasModes(appliance) && appliance.status === 'running';
  const now = reportedNumber(appliance, 'powerState') === null ? '–' : t(on ? 'on' : 'off');
  const wish = orders.wish('setPower', ({ args }) => args.on === on);
  const holds = family.gamma !== 'ABBATTITORE';
  const press = () =>
    orders.order(
      'setPower',
      { on: !on },
      {
        title: t(on ? 'powerOffTitle' : 'powerOnTitle'),
        body: (
          <>
            {on && <LoadNow appliance={appliance} />}
            <p>{t(on ? (holds ? 'powerOffHolding' : 'powerOffBody') : 'powerOnBody')}</p>
          </>
        ),
        confirm: t(on ? 'powerOff' : 'powerOn'),
        ...(on ? { tone: 'danger' as const } : {}),
      },
    );
  return (
    <ControlRow
      icon={IconPower}
      label={t('command.setPower')}
      value={runs ? `${now} · ${refusal('cycle_running')}` : now}
      note={
        <RowNote
          orders={orders}
          name="setPower"
          wish={wish}
          wanted={t(wish?.command.args.on ? 'on' : 'off')}
          now={now}
        />
      }
    >
      <ActButton
        orders={orders}
        name="setPower"
        disabled={runs}
        act={t(on ? 'powerOff' : 'powerOn')}
        what={t('command.setPower')}
        onClick={press}
      />
    </ControlRow>
  );
}

/** Finds the appliance among its neighbours, and quietens its buzzer while an alarm stands. */
function SmallControls({ orders }: { orders: Orders }) {
  const { appliance, rows } = orders;
  const { t } = useMessages(controlMessages);
  const words = useApplianceWords();
  const nothing = { title: '', body: '', confirm: '' };
  // Upkeep can wait: it calls nobody.
  const loudest = activeAlarms(appliance).find(({ name }) => gradeOf(name) !== 'upkeep');
  return (
    <>
      <ControlRow
        icon={IconEye}
        label={t('command.identify')}
        value={t('identifyHint')}
        note={<ActNote appliance={appliance} command={orders.command} name="identify" />}
      >
        <ActButton
          orders={orders}
          name="identify"
          act={t('identify')}
          what={t('command.identify')}
          onClick={() => orders.order('identify', { seconds: identify_s }, nothing)}
        />
      </ControlRow>
      {rows.silenceAlarm && loudest && (
        <ControlRow
          icon={IconBell}
          label={t('command.silenceAlarm')}
          value={words.alarmName(loudest)}
          note={<ActNote appliance={appliance} command={orders.command} name="silenceAlarm" />}
        >
          <ActButton
            orders={orders}
            name="silenceAlarm"
            act={t('silence')}
            what={t('command.silenceAlarm')}
            onClick={() => orders.order('silenceAlarm', { alarm: loudest.name }, nothing)}
          />
        </ControlRow>
      )}
    </>
  );
}
