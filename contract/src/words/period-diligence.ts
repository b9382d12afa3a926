/** What an inspector asks first, answered from the data themselves, and not from what somebody says of them. */
import { minute_ms } from '@brina/domain/language/durations';
import type { SheetPart } from '@brina/domain/paper/sheet';
import type { PeriodGiven } from './period-words.ts';

export function diligencePart(given: PeriodGiven): SheetPart {
  const { t } = given;
  const answers = [
    [t('askGaps'), gapsAnswer(given)],
    [t('askSigned'), signedAnswer(given)],
    [t('askProbes'), probesAnswer(given)],
    [t('askAccess'), [t('accessOf', { n: given.content.people.length })]],
    [t('askPerfect'), perfectAnswer(given)],
  ] as const;
  return {
    title: t('diligence'),
    table: {
      columns: [{ title: t('question') }, { title: t('answer') }],
      rows: answers.map(([question, texts]) => ({ key: question, cells: [question, texts.join(' ')] })),
    },
  };
}

/** Of a time without records: the blank is the finding. */
function gapsAnswer({ t, format, content: { blanks, heldDays, batches, days } }: PeriodGiven): string[] {
  const blank = blanks.reduce((sum, one) => sum + one.days, 0);
  const unproven = [...batches, ...days].filter(({ verdict }) => verdict === 'NOT_PROVEN').length;
  const told =
    heldDays === 0
      ? t('noDaysHeld')
      : blank === 0
        ? t('noBlanks', { n: heldDays })
        : t('someBlanks', { blank: format.number(blank), n: format.number(heldDays) });
  return [told, ...(unproven > 0 ? [t('dataGaps', { n: unproven })] : [])];
}

function signedAnswer({ t, format, content: { batches, days } }: PeriodGiven): string[] {
  const all = [...batches, ...days];
  const signed = all.filter(({ signedBy }) => signedBy.length > 0).length;
  const notLooked = days.filter(({ look }) => look === null).length;
  const late = days.filter(({ look }) => look?.isLate).length;
  return [
    signed === 0 ? t('noSignatures') : t('signedOf', { signed: format.number(signed), n: format.number(all.length) }),
    ...(notLooked > 0 ? [t('notLooked', { n: notLooked })] : days.length > 0 ? [t('allLooked')] : []),
    ...(late > 0 ? [t('lookedLate', { n: late })] : []),
  ];
}

function probesAnswer({ t, format, content: { probes, heldDays, at } }: PeriodGiven): string[] {
  if (probes.length === 0) return [t(heldDays === 0 ? 'noDaysHeld' : 'noProbes')];
  const good = probes.filter(({ last, due }) => last?.good === true && due > at).length;
  return [t('probesGood', { good: format.number(good), n: format.number(probes.length) })];
}

function perfectAnswer({ t, format, content: { repeated, typed, batches, days } }: PeriodGiven): string[] {
  // Of nothing nobody can say how it scatters.
  if (batches.length === 0 && days.length === 0) return [t('nothingScatters')];
  const { lengths, readings, looks } = repeated;
  const told = [
    ...lengths.map(({ name, times, of, value }) =>
      t('sameLengths', {
        unit: name,
        times: format.number(times),
        n: format.number(of),
        length: format.quantity(value, 'min', 4),
      }),
    ),
    ...(readings
      ? [
          t('sameReadings', {
            times: format.number(readings.times),
            n: format.number(readings.of),
            value: format.temperature(readings.value),
          }),
        ]
      : []),
    ...(looks
      ? [
          t('sameLooks', {
            times: format.number(looks.times),
            n: format.number(looks.of),
            time: format.clock(looks.value * minute_ms, 'UTC'),
          }),
        ]
      : []),
  ];
  return [...(told.length > 0 ? told : [t('notPerfect')]), ...(typed > 0 ? [t('typed', { n: typed })] : [])];
}
