import { type BookMonth, type CalendarRow, getBookMonth } from '@brina/contract/calls/record/book';
import type { MissingRecord } from '@brina/contract/calls/record/missing';
import { displayModel } from '@brina/domain/appliance/families/families';
import { holdingMessages } from '@brina/domain/haccp/holding/holding.messages';
import { missingMessages } from '@brina/domain/haccp/missing/missing.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { formatMonth } from '@brina/domain/language/time';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, type TablerIcon } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { useSearchTexts } from '../../../../lib/search-texts.ts';
import type { Tone } from '../../../../ui/tones.ts';
import { bookMessages } from '../book.messages.ts';
import { MissingIcon, useMissing } from '../use-missing.ts';
import { useNarrow } from '../use-narrow.ts';
import { isOfHolding, verdictLooks, weightiest } from '../verdict-looks.ts';
import styles from './Book.module.css';
import { BookCounters } from './BookCounters.tsx';

type Cell = BookMonth['cells'][number];

/**
 * A month by appliance, or where there are many by kitchen, and day: what its records say, and where there is none. A day that is chosen
 * narrows the list below, and a kitchen all of the book.
 */
export function BookCalendar() {
  const { labId, month } = useSearchTexts();
  const { data } = useQuery({
    ...callQuery(getBookMonth, { query: { ...(labId && { labId }), ...(month && { month }) } }),
    placeholderData: keepPreviousData,
    refetchInterval: minute_ms,
  });
  const all = useMissing();
  if (!data) return null;
  // Without a chosen month what is missing reaches back into the one before.
  const missing = all.filter(({ day }) => day.startsWith(data.month));
  const rows = withMissing(data, missing);
  return (
    <>
      <BookCounters month={data} missing={all} />
      <MonthChoice {...data} />
      {rows.length > 0 && <Month of={{ ...data, rows }} missing={missing} />}
    </>
  );
}

/** What is missing of a unit on a day stands in its place of the calendar. */
const isOfUnit = ({ kind }: MissingRecord): boolean => kind === 'batch' || kind === 'warmLoad';

/** What a row is of: a unit, or all of a kitchen. */
const keyOf = ({ unit, labId }: CalendarRow): string => unit?.serialNumber ?? `kitchen ${labId}`;

/** The row that something missing of a unit belongs to. */
const rowOf = ({ unit, labId, laboratory }: MissingRecord, by: BookMonth['by']): CalendarRow => ({
  labId,
  laboratory,
  unit: by === 'unit' ? unit : null,
});

/** The rows of a month, and those of which nothing was recorded in it and something is missing. */
function withMissing({ rows, by }: BookMonth, missing: readonly MissingRecord[]): CalendarRow[] {
  const all = new Map(rows.map((row) => [keyOf(row), row]));
  for (const one of missing.filter(isOfUnit)) {
    const row = rowOf(one, by);
    if (!all.has(keyOf(row))) all.set(keyOf(row), row);
  }
  return [...all.values()];
}

/** The first of a month, for the words of it; by UTC, as days of a calendar are. */
const firstOf = (month: string): number => Date.parse(`${month}-01T12:00Z`);
const moved = (month: string, by: number): string => {
  const [year = 0, of = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, of - 1 + by, 1)).toISOString().slice(0, 7);
};

function MonthChoice({ month, today }: Pick<BookMonth, 'month' | 'today'>) {
  const { t, locale } = useMessages(bookMessages);
  const narrow = useNarrow();
  const go = (by: number) => narrow({ month: moved(month, by), day: undefined });
  return (
    <div className={styles.month}>
      <ActionIcon variant="default" size={44} aria-label={t('former')} onClick={() => go(-1)}>
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <h2 aria-live="polite">{formatMonth(firstOf(month), locale)}</h2>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t('later')}
        disabled={month >= today.slice(0, 7)}
        onClick={() => go(1)}
      >
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </div>
  );
}

function Month(props: { of: BookMonth; missing: readonly MissingRecord[] }) {
  const { of, missing } = props;
  const { month, today, by, rows, cells } = of;
  const { t } = useMessages(bookMessages);
  const days = daysOf(month);
  const kitchens = [...new Set(rows.map(({ laboratory }) => laboratory))];
  const cellAt = new Map(cells.map((cell) => [`${cell.row} ${cell.day}`, cell]));
  const lacks = missing.filter(isOfUnit).map((one) => ({ one, key: keyOf(rowOf(one, by)) }));
  return (
    // On a phone the days of now come first.
    <div
      className={styles.scroll}
      role="region"
      aria-label={t('calendar')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard only so (WCAG 2.1.1)
      tabIndex={0}
      ref={(box) => box?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'end' })}
    >
      <table className={styles.calendar} aria-label={t('calendar')}>
        <thead>
          <tr>
            <th scope="col">{t(by === 'unit' ? 'appliance' : 'kitchen')}</th>
            {days.map((day) => (
              <th key={day} scope="col" aria-current={day === today ? 'date' : undefined}>
                {Number(day.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        {kitchens.map((kitchen) => (
          <tbody key={kitchen}>
            {by === 'unit' && kitchens.length > 1 && (
              <tr>
                <th className={styles.kitchen} scope="rowgroup" colSpan={days.length + 1}>
                  <span>{kitchen || t('noKitchen')}</span>
                </th>
              </tr>
            )}
            {rows.map(
              (row, place) =>
                row.laboratory === kitchen && (
                  <tr key={keyOf(row)}>
                    <th scope="row">
                      <RowName row={row} />
                    </th>
                    {days.map((day) => (
                      <td key={day}>
                        <Day
                          row={row}
                          day={day}
                          cell={cellAt.get(`${place} ${day}`)}
                          missing={lacks.flatMap(({ one, key }) =>
                            one.day === day && key === keyOf(row) ? [one] : [],
                          )}
                        />
                      </td>
                    ))}
                  </tr>
                ),
            )}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function useRowName(): (row: CalendarRow) => string {
  const { t } = useMessages(bookMessages);
  return ({ unit, laboratory }) => (unit ? unit.name || displayModel(unit.model) : (laboratory ?? t('noKitchen')));
}

/** What a row is called; a kitchen opens its own calendar. */
function RowName({ row }: { row: CalendarRow }) {
  const name = useRowName()(row);
  const narrow = useNarrow();
  const { unit, labId } = row;
  if (unit || labId === null) return name;
  return (
    <button type="button" className={styles.kitchenName} onClick={() => narrow({ labId })}>
      {name}
    </button>
  );
}

/** The days of a month, `2026-03-01` first. */
const daysOf = (month: string): string[] => {
  const length = new Date(Date.parse(`${moved(month, 1)}-01T12:00Z`) - day_ms).getUTCDate();
  return Array.from({ length }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`);
};

type DayOfRow = { row: CalendarRow; day: string };

/** What there is of a day of an appliance or a kitchen, or that something is missing; a blank where there is nothing to say. */
function Day(props: DayOfRow & { cell: Cell | undefined; missing: readonly MissingRecord[] }) {
  const { cell, missing, ...of } = props;
  const { t } = useMessages(bookMessages);
  const { t: rule } = useMessages(ruleMessages);
  const { t: hold } = useMessages(holdingMessages);
  const { t: word } = useMessages(missingMessages);
  const lacks = missing.map(({ kind, state, explained }) =>
    [
      word(`kind.${kind}`),
      explained ? word(`reason.${explained.reason}`) : word(state === 'waiting' ? 'waiting' : 'open'),
    ].join(', '),
  );
  const isOpen = missing.some(({ state }) => state === 'open');
  const lackLook = { tone: isOpen ? 'hot' : 'idle', icon: MissingIcon } as const;
  if (cell) {
    const look =
      verdictLooks[weightiest(cell.counts.length === 0 ? ['removed'] : cell.counts.map(({ verdict }) => verdict))];
    const what = cell.counts.map(({ verdict, records }) =>
      t('counted', {
        n: records,
        verdict:
          verdict === null
            ? t('unjudged')
            : isOfHolding(verdict)
              ? hold(`verdict.${verdict}`)
              : rule(`verdict.${verdict}`),
      }),
    );
    if (cell.removed !== undefined) what.push(t('counted', { n: cell.removed, verdict: t('removed') }));
    // What failed weighs more than what nobody has explained, and that more than the rest.
    return (
      <DayButton
        {...of}
        look={isOpen && look.tone !== 'alarm' ? lackLook : look}
        what={[...what, ...lacks].join(', ')}
      />
    );
  }
  if (lacks.length === 0) return null;
  return <DayButton {...of} look={lackLook} what={lacks.join(', ')} />;
}

function DayButton(props: DayOfRow & { look: { tone: Tone; icon: TablerIcon }; what: string }) {
  const { row, day, look, what } = props;
  const { unit, labId } = row;
  const { t } = useMessages(bookMessages);
  const name = useRowName()(row);
  const format = useFormat();
  const narrow = useNarrow();
  const chosen = useSearchTexts();
  const label = t('cell', { unit: name, day: format.date(Date.parse(`${day}T12:00Z`), 'UTC'), what });
  const looks = { className: styles.cell, 'data-tone': look.tone, 'aria-label': label, title: what };
  const icon = <look.icon size={20} stroke={2} aria-hidden />;
  // The list below has no filter for what stands in no kitchen.
  if (!unit && labId === null)
    return (
      <span role="img" {...looks}>
        {icon}
      </span>
    );
  const isChosen = chosen.day === day && unit !== null && chosen.serialNumber === unit.serialNumber;
  const of = unit ? { serialNumber: unit.serialNumber } : { labId: labId ?? undefined };
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() =>
        narrow(isChosen ? { day: undefined, serialNumber: undefined } : { day, month: day.slice(0, 7), ...of })
      }
      {...looks}
    >
      {icon}
    </button>
  );
}
