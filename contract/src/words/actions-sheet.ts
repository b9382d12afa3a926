/** What was done about the food of a record: the same table on a screen, on paper and for who inspects it. */
import type { actionWords } from '@brina/domain/haccp/actions/actions.messages';
import { formatMoneyOf } from '@brina/domain/language/numbers';
import type { Speech } from '@brina/domain/language/speech';
import type { SheetPart } from '@brina/domain/paper/sheet';
import type { Action, ActionOfRecord } from '../calls/record/actions.ts';
import type { RemarkWords } from './remarks-sheet.ts';

type ActionsWords = RemarkWords & { action: Speech<{ action: typeof actionWords }>['action'] };

/** To which core it was heated, where it was moved, until when it is held, why it is kept: as it was signed. */
const belonging = (
  { t, format, time }: ActionsWords,
  { core_C, where, decideBy, reason }: Action['dispositions'][number],
): string[] => [
  ...(core_C == null ? [] : [format.temperature(core_C)]),
  ...(where ? [where] : []),
  ...(decideBy == null ? [] : [t('until', { time: time(decideBy) })]),
  ...(reason ? [reason] : []),
];

/** With what and when it was measured: a number alone could be of anything. */
const measuredOf = (
  { t, format, time }: ActionsWords,
  { value_C, at, instrument }: NonNullable<Action['measured']>,
): string =>
  `${t('temperature')}: ${[format.temperature(value_C), time(at), instrument].filter((part) => part !== '').join(', ')}`;

/** What became of the food, and all that belongs to it but its cost: what was measured, what is done against it, why it came late. */
export function saidOfAction(words: ActionsWords, action: Action): string[] {
  const { t, action: word, format, time } = words;
  const { dispositions, measured, prevention, lateReason, reason, at } = action;
  return [
    ...dispositions.map((one) =>
      [word(`fate.${one.fate}`), format.quantity(one.kg, 'kg'), ...belonging(words, one)].join(', '),
    ),
    ...(measured ? [measuredOf(words, measured)] : []),
    ...(prevention ? [`${t('prevention')}: ${prevention}`] : []),
    ...(lateReason ? [t('toldLater', { time: time(at), reason: lateReason })] : []),
    ...(reason ? [`${t('why')}: ${reason}`] : []),
  ];
}

/** What the food that was thrown away cost; empty: it cost nothing, or nobody knows. */
export const costOfAction = ({ t, format }: RemarkWords, { cost }: Pick<Action, 'cost'>): string[] =>
  cost ? [`${t('cost')}: ${formatMoneyOf(cost.amount, cost.currency, format.reader.locale)}`] : [];

export const causeOfAction = (
  { action: word }: Pick<ActionsWords, 'action'>,
  { cause, causeText }: Pick<Action, 'cause'> & Partial<Pick<Action, 'causeText'>>,
): string => [cause && word(`cause.${cause}`), causeText].filter(Boolean).join(': ') || '–';

/** Who has done it, and who has found it enough: where there was nobody else, it says so. */
export function byOfAction({ t, time }: RemarkWords, one: Action['done'] | Action['verified'] | undefined): string {
  if (!one) return '–';
  const isOwn = 'samePerson' in one && one.samePerson;
  return t(isOwn ? 'samePerson' : 'byAt', { name: one.by, time: time(one.at) });
}

/**
 * Corrective actions (B2.5): state and cause, what became of the food, what was measured, who did it and who found it enough.
 * @param inFull as far as the reader has them; of others their state and cause are told
 */
export function actionsPart(
  words: ActionsWords,
  actions: readonly ActionOfRecord[],
  inFull: readonly Action[],
): SheetPart {
  const { t, action: word } = words;
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
      rows: actions.map((one) => {
        const full = inFull.find(({ id }) => id === one.id);
        const said = full ? [...saidOfAction(words, full), ...costOfAction(words, full)] : [];
        return {
          key: one.id,
          cells: [
            word(`state.${one.state}`),
            causeOfAction(words, { cause: one.cause, causeText: full?.causeText ?? '' }),
            said.join('; ') || '–',
            byOfAction(words, full?.done),
            byOfAction(words, full?.verified),
          ],
        };
      }),
    },
  };
}
