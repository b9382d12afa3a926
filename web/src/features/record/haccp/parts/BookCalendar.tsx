import { type BookMonth, getBookMonth } from '@brina/contract/calls/record/book';
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
import { useNavigate } from '@tanstack/react-router';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { useSearchTexts } from '../../../../lib/search-texts.ts';
import type { Tone } from '../../../../ui/tones.ts';
import { bookMessages } from '../book.messages.ts';
import { useDueProbes } from '../use-due-probes.ts';
import { MissingIcon, useMissing } from '../use-missing.ts';
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
  const all = useMissing();
  if (!data) return null;
  // Without a chosen month what is missing reaches back into the one before.
  const missing = all.filter(({ day }) => day.startsWith(data.month));
  const units = withMissing(data.units, missing);
  return (
    <>
      <Today month={data} missing={all} />
      <MonthChoice {...data} />
      {units.length > shownUnits_max ? (
        <p>{t('manyUnits')}</p>
      ) : (
        units.length > 0 && <Month of={{ ...data, units }} missing={missing} />
      )}
    </>
  );
}

/** What is missing of a unit on a day stands in its place of the calendar. */
const isOfUnit = ({ kind }: MissingRecord): boolean => kind === 'batch' || kind === 'warmLoad';

/** The units of a month, and those of which nothing was recorded in it and something is missing. */
function withMissing(units: BookMonth['units'], missing: readonly MissingRecord[]): BookMonth['units'] {
  const all = [...units];
  for (const { unit, labId, laboratory } of missing.filter(isOfUnit))
    if (unit && !all.some(({ serialNumber }) => serialNumber === unit.serialNumber))
      all.push({ ...unit, labId, laboratory });
  return all;
}

/** What today's records come to, and how much of them and of what is missing waits for somebody. */
function Today(props: { month: BookMonth; missing: readonly MissingRecord[] }) {
  const { month, missing } = props;
  const { today, cells } = month;
  const { t } = useMessages(bookMessages);
  const ofToday = cells.filter(({ day }) => day === today);
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  const n = sum(ofToday.flatMap(({ counts }) => counts.map(({ records }) => records)));
  const open = missing.filter(({ state }) => state === 'open').length + useDueProbes().length;
  const needs = sum(ofToday.map((one) => one.needs)) + open;
  if (month.month !== today.slice(0, 7) || ofToday.length + open === 0) return null;
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

function Month(props: { of: BookMonth; missing: readonly MissingRecord[] }) {
  const { of, missing } = props;
  const { month, today, units, cells } = of;
  const { t } = useMessages(bookMessages);
  const days = daysOf(month);
  const kitchens = [...new Set(units.map(({ laboratory }) => laboratory ?? ''))];
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
                      <Day
                        unit={unit}
                        day={day}
                        cell={cells.find((one) => one.unit === place && one.day === day)}
                        missing={missing.filter(
                          (one) => isOfUnit(one) && one.day === day && one.unit?.serialNumber === unit.serialNumber,
                        )}
                      />
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

type DayOfUnit = { unit: BookMonth['units'][number]; day: string };

/** What there is of a day of an appliance, or that something is missing; a blank where there is nothing to say. */
function Day(props: DayOfUnit & { cell: Cell | undefined; missing: readonly MissingRecord[] }) {
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

function DayButton(props: DayOfUnit & { look: { tone: Tone; icon: TablerIcon }; what: string }) {
  const { unit, day, look, what } = props;
  const { serialNumber } = unit;
  const { t } = useMessages(bookMessages);
  const format = useFormat();
  const narrow = useNarrow();
  const chosen = useSearchTexts();
  const isChosen = chosen.day === day && chosen.serialNumber === serialNumber;
  return (
    <button
      type="button"
      className={styles.cell}
      data-tone={look.tone}
      aria-pressed={isChosen}
      aria-label={t('cell', {
        unit: unit.name || displayModel(unit.model),
        day: format.date(Date.parse(`${day}T12:00Z`), 'UTC'),
        what,
      })}
      title={what}
      onClick={() =>
        narrow(isChosen ? { day: undefined, serialNumber: undefined } : { day, serialNumber, month: day.slice(0, 7) })
      }
    >
      <look.icon size={20} stroke={2} aria-hidden />
    </button>
  );
}
