/** What was done about the food of a record: the same table on a screen, on paper and for who inspects it. */
import type { actionWords } from '@brina/domain/haccp/actions/actions.messages';
import type { Speech } from '@brina/domain/language/speech';
import type { SheetPart } from '@brina/domain/paper/sheet';
import type { Action, ActionOfRecord } from '../calls/record/actions.ts';
import type { RemarkWords } from './remarks-sheet.ts';

type ActionsWords = RemarkWords & { action: Speech<{ action: typeof actionWords }>['action'] };

/**
 * Corrective actions (B2.5): state and cause, what became of the food, what was measured, who did it and who found it enough.
 * @param inFull as far as the reader has them; of others their state and cause are told
 */
export function actionsPart(
  { t, action, format, time }: ActionsWords,
  actions: readonly ActionOfRecord[],
  inFull: readonly Action[],
): SheetPart {
  /** To which core it was heated, where it was moved, until when it is held, why it is kept: as it was signed. */
  const belonging = ({ core_C, where, decideBy, reason }: Partial<Action['dispositions'][number]>): string[] => [
    ...(core_C == null ? [] : [format.temperature(core_C)]),
    ...(where ? [where] : []),
    ...(decideBy == null ? [] : [t('until', { time: time(decideBy) })]),
    ...(reason ? [reason] : []),
  ];
  const by = (one: { by: string; at: number } | null | undefined): string =>
    one ? t('byAt', { name: one.by, time: time(one.at) }) : '–';
  return {
    title: t('actions'),
    table: {
      columns: [
        { title: t('state') },
        { title: t('cause') },
        { title: t('fate') },
        { title: t('doneBy') },
        { title: t('verifiedBy') },
      ],
      rows: actions.map(({ id, state, cause }) => {
        const full = inFull.find((one) => one.id === id);
        const fates = full?.dispositions.map(({ fate, kg, ...more }) =>
          [action(`fate.${fate}`), format.quantity(kg, 'kg'), ...belonging(more)].join(', '),
        );
        const measured = full?.measured && `${t('temperature')}: ${format.temperature(full.measured.value_C)}`;
        const prevention = full?.prevention && `${t('prevention')}: ${full.prevention}`;
        return {
          key: id,
          cells: [
            action(`state.${state}`),
            [cause && action(`cause.${cause}`), full?.causeText].filter(Boolean).join(': ') || '–',
            [...(fates ?? []), measured, prevention].filter(Boolean).join('; ') || '–',
            by(full?.done),
            by(full?.verified),
          ],
        };
      }),
    },
  };
}
