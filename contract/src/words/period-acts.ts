/** What people did in a period, who they are, and how complete the data are. */
import type { SheetPart } from '@brina/domain/paper/sheet';
import type { Action } from '../calls/record/actions.ts';
import { byOfAction, causeOfAction, saidOfAction } from './actions-sheet.ts';
import type { PeriodGiven } from './period-words.ts';

export function actionsPart({
  say,
  t,
  format,
  words,
  content: { actions },
}: Pick<PeriodGiven, 'say' | 't' | 'format' | 'words'> & {
  content: Pick<PeriodGiven['content'], 'actions'>;
}): SheetPart {
  const of = { t: say.record, action: say.action, format, time: words.time };
  // A record has a line of its own elsewhere; what is missing is said here.
  const about = ({ applianceName, missing }: Action['subjects'][number]): string =>
    missing
      ? `${applianceName}: ${say.missing(`kind.${missing.kind}`)}, ${missing.at === null ? words.day(missing.day) : words.time(missing.at)}`
      : applianceName;
  if (actions.length === 0) return { title: t('actions'), texts: [t('noActions')] };
  return {
    title: t('actions'),
    table: {
      columns: [
        { title: t('opened') },
        { title: t('about') },
        { title: t('state') },
        { title: t('cause') },
        { title: t('fate') },
        { title: t('cost'), align: 'end' },
        { title: t('doneBy') },
        { title: t('verifiedBy') },
      ],
      rows: actions.map((action) => ({
        key: action.id,
        cells: [
          words.time(action.createdAt),
          [...new Set(action.subjects.map(about))].join('; ') || '–',
          say.action(`state.${action.state}`),
          causeOfAction(of, action),
          saidOfAction(of, action).join('; ') || '–',
          words.money(action.cost ? [action.cost] : []),
          byOfAction(of, action.done),
          byOfAction(of, action.verified),
        ],
      })),
    },
  };
}

export function checksPart({ t, format, words, content: { checks } }: PeriodGiven): SheetPart {
  if (checks.length === 0) return { title: t('checks'), texts: [t('noChecks')] };
  return {
    title: t('checks'),
    table: {
      columns: [
        { title: t('checkedAt') },
        { title: t('appliance') },
        { title: t('probe'), align: 'end' },
        { title: t('method') },
        { title: t('error'), align: 'end' },
        { title: t('left'), align: 'end' },
        { title: t('result') },
        { title: t('by') },
      ],
      rows: checks.map((check) => ({
        key: check.id,
        cells: [
          words.time(check.at),
          check.applianceName,
          format.number(check.needle),
          [t(`method.${check.setting.method}`), check.instrument, check.certificate].filter(Boolean).join(', '),
          format.temperatureDelta(check.error_K),
          format.temperatureDelta(check.left_K),
          check.leftGood ? t('good') : t('bad'),
          check.by,
        ],
      })),
    },
  };
}

/** So many readings of one record stand on paper, of more the first and the last; with the report go all of them. */
const readings_max = 12;

/** What was cooled without an appliance, as somebody measured it by hand: in a report, and for who inspects. */
export function manualPart({
  say,
  t,
  format,
  words,
  content: { manual },
}: Pick<PeriodGiven, 'say' | 't' | 'format' | 'words'> & {
  content: Pick<PeriodGiven['content'], 'manual'>;
}): SheetPart {
  const title = t('manual');
  if (manual.length === 0) return { title };
  const half = readings_max / 2;
  return {
    title,
    table: {
      columns: [
        { title: t('manualBegan') },
        { title: t('food') },
        { title: t('kitchen') },
        { title: t('manualReadings') },
        { title: t('verdict') },
        { title: t('by') },
      ],
      rows: manual.map(({ id, startedAt, timeZone, product, lot, load_kg, laboratory, readings, verdict, reasons }) => {
        const told = readings.map(({ at, value_C }) => `${format.clock(at, timeZone)} ${format.temperature(value_C)}`);
        const few = told.length > readings_max ? [...told.slice(0, half), '…', ...told.slice(-half)] : told;
        return {
          key: id,
          cells: [
            words.time(startedAt, timeZone),
            [product, lot, load_kg === null ? null : format.quantity(load_kg, 'kg')].filter(Boolean).join(', '),
            laboratory ?? '–',
            few.join('; '),
            [words.verdict(verdict), ...reasons.map((one) => say.rule(`reason.${one}`))].join('. '),
            [...new Set(readings.map(({ by }) => by))].join(', '),
          ],
        };
      }),
    },
  };
}

export function probesPart({ t, format, words, content: { probes } }: PeriodGiven): SheetPart {
  return {
    title: t('probesDue'),
    table: {
      columns: [
        { title: t('appliance') },
        { title: t('probe'), align: 'end' },
        { title: t('lastCheck') },
        { title: t('result') },
        { title: t('due') },
      ],
      rows: probes.map(({ serialNumber, name, needle, last, due, state }) => ({
        key: `${serialNumber} ${needle}`,
        cells: [
          words.unit({ name, serialNumber }),
          format.number(needle),
          last ? words.time(last.at) : t('never'),
          last ? (last.good ? t('good') : t('bad')) : '–',
          [words.time(due), state !== 'ok' && t(`due.${state}`)].filter(Boolean).join(', '),
        ],
      })),
    },
  };
}

export const blanksPart = ({ t, format, words, content: { blanks } }: PeriodGiven): SheetPart => ({
  title: t('blanks'),
  table: {
    columns: [{ title: t('appliance') }, { title: t('period') }, { title: t('dayCount'), align: 'end' }],
    rows: blanks.map(({ serialNumber, name, from, to, days }) => ({
      key: `${serialNumber} ${from}`,
      cells: [
        words.unit({ name, serialNumber }),
        from === to ? words.day(from) : t('fromTo', { from: words.day(from), to: words.day(to) }),
        format.number(days),
      ],
    })),
  },
});

/** What the book lacks, with what somebody has said of it: in a report, and for who inspects. */
export function missingPart({
  say,
  t,
  words,
  content: { missing },
}: Pick<PeriodGiven, 'say' | 't' | 'words'> & { content: Pick<PeriodGiven['content'], 'missing'> }): SheetPart {
  if (missing.length === 0) return { title: t('missing'), texts: [t('noMissing')] };
  return {
    title: t('missing'),
    table: {
      columns: [
        { title: t('day') },
        { title: t('about') },
        { title: t('lacks') },
        { title: t('explanation') },
        { title: t('by') },
      ],
      rows: missing.map(({ kind, day, at, timeZone, unit, laboratory, state, explained }, place) => ({
        key: `${place}`,
        cells: [
          words.day(day),
          unit ? words.unit(unit) : (laboratory ?? '–'),
          [say.missing(`kind.${kind}`), at === null ? null : words.time(at, timeZone)].filter(Boolean).join(', '),
          explained
            ? [say.missing(`reason.${explained.reason}`), explained.text].filter(Boolean).join(': ')
            : say.missing(state === 'waiting' ? 'waiting' : 'open'),
          explained ? t('byAt', { name: explained.by, time: words.time(explained.at) }) : '–',
        ],
      })),
    },
  };
}

/** How complete the data of each unit are: of cycles by their time, of days by the time under a limit. */
export function qualityPart({ t, format, content: { batches, days } }: PeriodGiven): SheetPart {
  const told = [
    ...batches.flatMap(({ serialNumber, name, data }) => (data ? [{ serialNumber, name, ...data }] : [])),
    ...days.flatMap(({ serialNumber, name, coverage }) =>
      coverage === null ? [] : [{ serialNumber, name, continuity: coverage, gaps: 0, clockSuspect: false }],
    ),
  ];
  const units = [...Map.groupBy(told, ({ serialNumber }) => serialNumber)];
  return {
    title: t('dataQuality'),
    table: {
      columns: [
        { title: t('appliance') },
        { title: t('records'), align: 'end' },
        { title: t('covered'), align: 'end' },
        { title: t('lowestCovered'), align: 'end' },
        { title: t('gaps'), align: 'end' },
        { title: t('clock'), align: 'end' },
      ],
      rows: units.map(([serial, some]) => ({
        key: serial,
        cells: [
          some[0]?.name ?? serial,
          format.number(some.length),
          format.percent(some.reduce((sum, { continuity }) => sum + continuity, 0) / some.length, 1),
          format.percent(
            some.reduce((least, { continuity }) => Math.min(least, continuity), 100),
            1,
          ),
          format.number(some.reduce((sum, { gaps }) => sum + gaps, 0)),
          format.number(some.filter(({ clockSuspect }) => clockSuspect).length),
        ],
      })),
    },
  };
}

export const signersPart = ({ t, format, words, content: { signers } }: PeriodGiven): SheetPart => ({
  title: t('signers'),
  table: {
    columns: [
      { title: t('name') },
      { title: t('role') },
      { title: t('records'), align: 'end' },
      { title: t('first') },
      { title: t('last') },
    ],
    rows: signers.map(({ name, role, records, first, last }) => ({
      key: `${name} ${role}`,
      cells: [name, words.role(role), format.number(records), words.time(first), words.time(last)],
    })),
  },
});

export const peoplePart = ({ t, words, content: { people } }: PeriodGiven): SheetPart => ({
  title: t('people'),
  table: {
    columns: [{ title: t('name') }, { title: t('role') }, { title: t('since') }],
    rows: people.map(({ name, role, from }, place) => ({
      key: `${place}`,
      cells: [name, words.role(role), words.time(from)],
    })),
  },
  texts: people.length > 0 ? [t('accessNote')] : [],
});
