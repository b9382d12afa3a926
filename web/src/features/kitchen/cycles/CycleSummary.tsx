import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { FamilyRow, ModelRow } from '@brina/domain/appliance/families/family';
import { needsPanel } from '@brina/domain/commands/commands';
import { minute_ms } from '@brina/domain/language/durations';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { controlMessages } from '../../../appliance/controls.messages.ts';
import { OpenDoor } from '../../../appliance/OpenDoor.tsx';
import { trayMessages } from '../../../appliance/tray.messages.ts';
import { useStateWords } from '../../../appliance/use-state-words.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { DefinitionList } from '../../../ui/DefinitionList.tsx';
import styles from './CycleForm.module.css';
import { argsOf, type CycleChoice, hasFood, type NumberArg, numberUnits, planOf } from './cycle-form.ts';
import { airText, usePhaseEnd } from './phase-words.ts';
import { useTimersText } from './use-timers-text.ts';

/** The cycle as it will run, phase by phase, for a last look before it starts. */
export function CycleSummary(props: { appliance: Appliance; model: ModelRow; family: FamilyRow; choice: CycleChoice }) {
  const { appliance, model, family, choice } = props;
  const { t } = useMessages(applianceMessages);
  const { t: control } = useMessages(controlMessages);
  const words = useStateWords();
  const format = useFormat();
  const args = argsOf(model, choice);
  const { t: tray } = useMessages(trayMessages);
  const timersText = useTimersText(family.functions[choice.function]);

  const endOf = usePhaseEnd();
  const panel = needsPanel(model, 'startCycle', args);

  return (
    <>
      <DefinitionList
        items={[
          { term: t('function'), detail: words.functionName(appliance.model, choice.function) },
          { term: t('by'), detail: t(`by.${choice.by}`) },
          ...(args.readyAt
            ? [{ term: t('readyAt'), detail: format.dateTime(Date.parse(`${args.readyAt}Z`), 'UTC') }]
            : []),
          ...(Object.keys(numberUnits) as NumberArg[]).flatMap((arg) => {
            const value = args[arg];
            if (value === undefined) return [];
            const unit = numberUnits[arg];
            const detail = unit === 'min' ? format.duration(value * minute_ms) : format.quantity(value, unit);
            return [{ term: t(`arg.${arg}`), detail }];
          }),
          ...(args.trays ? [{ term: tray('timers'), detail: timersText(args.trays) }] : []),
          ...(args.product ? [{ term: t('arg.product'), detail: args.product }] : []),
          ...(args.lot ? [{ term: t('arg.lot'), detail: args.lot }] : []),
        ]}
      />
      <ol className={styles.plan}>
        {planOf(model, choice).map((phase, index) => (
          // A plan may hold the same phase twice; its place is its identity.
          <li key={index}>
            <strong>{words.phaseName(appliance.model, phase.phase)}</strong>
            {airText(phase, format)}
            <span>{endOf(phase)}</span>
          </li>
        ))}
      </ol>
      <OpenDoor appliance={appliance} />
      <p className={styles.note}>{t(hasFood(family.functions[choice.function]) ? 'checkNote' : 'checkNoteEmpty')}</p>
      {panel && <p className={styles.note}>{control('panelNote')}</p>}
    </>
  );
}
