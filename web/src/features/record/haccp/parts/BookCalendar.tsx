import { type BookMonth, getBookMonth } from '@brina/contract/calls/record/book';
import { displayModel } from '@brina/domain/appliance/families/families';
import { holdingMessages } from '@brina/domain/haccp/holding/holding.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { formatMonth } from '@brina/domain/language/time';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { useSearchTexts } from '../../../../lib/search-texts.ts';
import { bookMessages } from '../book.messages.ts';
import { isOfHolding, verdictLooks, weightiest } from '../verdict-looks.ts';
import styles from './Book.module.css';

/** More appliances than this are nothing to look at: somebody chooses a kitchen. */
const shownUnits_max = 40;

type Cell = BookMonth['cells'][number];

/** A month by appliance and day: what its records say, and where there is none. A day that is chosen narrows the list below. */
export function BookCalendar() {
  const { t } = useMessages(bookMessages);
  const { labId, month } = useSearchTexts();
  const { data } = useQuery({
    ...callQuery(getBookMonth, { query: { ...(labId && { labId }), ...(month && { month }) } }),
    placeholderData: keepPreviousData,
    refetchInterval: minute_ms,
  });
  if (!data) return null;
  return (
    <>
      <Today month={data} />
      <MonthChoice {...data} />
      {data.units.length > shownUnits_max ? <p>{t('manyUnits')}</p> : data.units.length > 0 && <Month of={data} />}
    </>
  );
}

/** What today's records come to. */
function Today({ month: { today, cells } }: { month: BookMonth }) {
  const { t } = useMessages(bookMessages);
  const ofToday = cells.filter(({ day }) => day === today);
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  const n = sum(ofToday.flatMap(({ counts }) => counts.map(({ records }) => records)));
  const needs = sum(ofToday.map((one) => one.needs));
  if (ofToday.length === 0) return null;
  return (
    <p className={styles.today}>
      {t('today', { n })}, {needs > 0 ? <strong>{t('needs', { n: needs })}</strong> : t('allWell')}
    </p>
  );
}

function useNarrow(): (by: Readonly<Record<string, string | undefined>>) => void {
  const navigate = useNavigate();
  return (by) =>
    void navigate({
      to: '.',
      search: (now: Record<string, unknown>) => ({ ...now, page: undefined, ...by }),
      replace: true,
    });
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

function Month({ of: { month, today, units, cells } }: { of: BookMonth }) {
  const { t } = useMessages(bookMessages);
  const days = daysOf(month);
  const kitchens = [...new Set(units.map(({ laboratory }) => laboratory ?? ''))];
  return (
    // On a phone the days of now come first.
    <div
      className={styles.scroll}
      ref={(box) => box?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'end' })}
    >
      <table className={styles.calendar} aria-label={t('calendar')}>
        <thead>
          <tr>
            <th scope="col">{t('appliance')}</th>
            {days.map((day) => (
              <th key={day} scope="col" aria-current={day === today ? 'date' : undefined}>
                {Number(day.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        {kitchens.map((kitchen) => (
          <tbody key={kitchen}>
            {kitchens.length > 1 && (
              <tr>
                <th className={styles.kitchen} scope="rowgroup" colSpan={days.length + 1}>
                  {kitchen || t('noKitchen')}
                </th>
              </tr>
            )}
            {units.map((unit, place) =>
              unit.laboratory === (kitchen || null) ? (
                <tr key={unit.serialNumber}>
                  <th scope="row">{unit.name || displayModel(unit.model)}</th>
                  {days.map((day) => (
                    <td key={day}>
                      <Day unit={unit} day={day} cell={cells.find((one) => one.unit === place && one.day === day)} />
                    </td>
                  ))}
                </tr>
              ) : null,
            )}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** The days of a month, `2026-03-01` first. */
const daysOf = (month: string): string[] => {
  const length = new Date(Date.parse(`${moved(month, 1)}-01T12:00Z`) - day_ms).getUTCDate();
  return Array.from({ length }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`);
};

function Day(props: { unit: BookMonth['units'][number]; day: string; cell: Cell | undefined }) {
  const { unit, day, cell } = props;
  const { serialNumber } = unit;
  const { t } = useMessages(bookMessages);
  const { t: rule } = useMessages(ruleMessages);
  const { t: hold } = useMessages(holdingMessages);
  const format = useFormat();
  const narrow = useNarrow();
  const chosen = useSearchTexts();
  // A blank is a day without a record.
  if (!cell) return null;
  const isChosen = chosen.day === day && chosen.serialNumber === serialNumber;
  const look = verdictLooks[weightiest(cell.counts.map(({ verdict }) => verdict))];
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
  return (
    <button
      type="button"
      className={styles.cell}
      data-tone={look.tone}
      aria-pressed={isChosen}
      aria-label={t('cell', {
        unit: unit.name || displayModel(unit.model),
        day: format.date(Date.parse(`${day}T12:00Z`), 'UTC'),
        what: what.join(', '),
      })}
      title={what.join(', ')}
      onClick={() =>
        narrow(isChosen ? { day: undefined, serialNumber: undefined } : { day, serialNumber, month: day.slice(0, 7) })
      }
    >
      <look.icon size={20} stroke={2} aria-hidden />
    </button>
  );
}
