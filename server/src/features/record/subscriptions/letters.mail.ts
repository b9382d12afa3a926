import type { Days, LetterPeriod } from '@brina/domain/haccp/closed-period';
import { holdVerdicts, isOfHolding } from '@brina/domain/haccp/holding/day';
import { holdingMessages } from '@brina/domain/haccp/holding/holding.messages';
import { versionToldBefore_days } from '@brina/domain/haccp/plans/coming-rules';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { askLasts_ms } from '@brina/domain/haccp/subscriptions';
import { verdicts } from '@brina/domain/haccp/verdicts';
import { day_ms } from '@brina/domain/language/durations';
import { spanOfDay } from '@brina/domain/language/local-day';
import type { Format } from '@brina/domain/language/reader';
import { type Speech, speechIn } from '@brina/domain/language/speech';
import type { Mail } from '#core/mail/mail.ts';
import { greeting, type Reader } from '#core/mail/reader.ts';
import { typed } from '#core/mail/typed.ts';
import type { PeriodFacts } from './facts.queries.ts';
import { letterMessages } from './letters.messages.ts';
import type { OffSubject } from './off-token.ts';

const catalogues = { letter: letterMessages, rule: ruleMessages, holding: holdingMessages } as const;
type Say = Speech<typeof catalogues>;

/** Who reads a letter, and by what right. */
export type LetterReader = {
  to: Reader;
  why: Exclude<OffSubject, 'ask'>;
  format: Format;
  /** The way to the records; `until` when it opens them without sign-in, epoch ms. */
  records: { url: string; until: number | null };
  /** Where the letters are switched off. */
  off: string;
};

type Given = LetterReader & {
  every: LetterPeriod;
  days: Days & { timeZone: string };
  facts: PeriodFacts;
  /** The signed checkpoint of the company’s book; null: it has none. */
  note: string | null;
  /** The page that verifies records. */
  verify: string;
  /** Of the portal, as people know it. */
  host: string;
};

const kinds = { day: 'records.daily', week: 'records.weekly', month: 'records.monthly' } as const;

/**
 * The letter about the food records of a period (B2.9): first what needs a person, then what there is, a way to the records, and the
 * checkpoint of the book, which has left the house with it.
 */
export function periodMail({ to, why, format, records, off, every, days, facts, note, verify, host }: Given): Mail {
  const say = speechIn(catalogues, format.reader);
  const t = say.letter;
  const day = (one: string): string => format.date(spanOfDay(one, days.timeZone).from, days.timeZone, 'document');
  const told = days.from === days.to ? day(days.from) : t('days', { from: day(days.from), to: day(days.to) });
  const open = openLine(say, facts.open).join(to.locale === 'ja' ? '' : ' ');
  return {
    kind: kinds[every],
    to: to.to,
    locale: to.locale,
    content: {
      subject: t('subject', { days: told }),
      title: open,
      preview: open,
      paragraphs: [
        greeting(to),
        t('about', { place: placeNameOf(facts), days: told, timeZone: days.timeZone }),
        ...(facts.counts.length === 0 ? [t('empty')] : []),
      ],
      facts: factsOf(say, format, facts),
      action: { label: t('openRecords'), url: records.url },
      after: [
        ...(records.until === null ? [] : [t('linkUntil', { time: format.dateTime(records.until, days.timeZone) })]),
        t(`why.${why}`, { host }),
        note === null ? t('noBook') : t('whyNote'),
      ],
      ...(note !== null && { verbatim: note }),
      links: [
        { label: t('verify'), url: verify },
        { label: t('off'), url: off },
      ],
      unsubscribe: off,
    },
  };
}

type PlaceNames = {
  company: string;
  place?: string | null;
  kitchen?: string | null;
  unit?: { name: string } | null;
};

/** What letters are of: a company, and its kitchen or unit, as they may stand in a letter to a stranger. */
export const placeNameOf = (of: PlaceNames): string =>
  [of.company, of.place ?? of.unit?.name ?? of.kitchen]
    .map((name) => typed(name ?? ''))
    .filter((name) => name !== '')
    .join(', ');

/** Asks an address whether it wants letters, before any is sent to it. */
export function askMail({
  to,
  company,
  place,
  every,
  url,
  never,
}: {
  to: Reader;
  company: string;
  place: string;
  every: LetterPeriod;
  url: string;
  /** Where it says that the company is not to ask again. */
  never: string;
}): Mail {
  // It names no quantity.
  const t = speechIn(catalogues, { ...to, measurement: 'metric' }).letter;
  return {
    kind: 'records.ask',
    to: to.to,
    locale: to.locale,
    content: {
      subject: t('askSubject'),
      title: t('askTitle', { company: typed(company) }),
      paragraphs: [greeting(to)],
      facts: [
        { term: t('howOften'), detail: t(`every.${every}`) },
        { term: t('aboutWhat'), detail: place },
      ],
      action: { label: t('askButton'), url },
      after: [t('askHint', { days: askLasts_ms / day_ms })],
      links: [{ label: t('askNever'), url: never }],
      unsubscribe: never,
    },
  };
}

/** What needs a person, a sentence each. */
function openLine(
  { letter: t }: Say,
  { actions, exceptions, reviews, missing, probes, rules }: PeriodFacts['open'],
): string[] {
  const lines = [
    ...(actions > 0 ? [t('openActions', { n: actions })] : []),
    ...(exceptions > 0 ? [t('openExceptions', { n: exceptions })] : []),
    ...(reviews > 0 ? [t('openReviews', { n: reviews })] : []),
    ...(missing > 0 ? [t('openMissing', { n: missing })] : []),
    ...(probes > 0 ? [t('openProbes', { n: probes })] : []),
    ...(rules > 0 ? [t('openRules', { n: rules, days: versionToldBefore_days })] : []),
  ];
  return lines.length > 0 ? lines : [t('nothingOpen')];
}

const order = [...verdicts, ...holdVerdicts.filter((one) => one !== 'NOT_PROVEN'), null];

/** How many records came to which verdict, cycles and days apart, and what was thrown away. */
function factsOf(say: Say, format: Format, { counts, discarded_kg }: PeriodFacts): { term: string; detail: string }[] {
  const t = say.letter;
  const rows = (['batch', 'day'] as const).flatMap((kind) =>
    order.flatMap((verdict) => {
      const records = counts.find((one) => one.kind === kind && one.verdict === verdict)?.records ?? 0;
      const told = { kind: t(kind === 'batch' ? 'cycles' : 'dayRecords'), verdict: verdictOf(say, verdict) };
      return records === 0 ? [] : [{ term: t('countOf', told), detail: format.number(records) }];
    }),
  );
  return discarded_kg === 0 ? rows : [...rows, { term: t('discarded'), detail: format.quantity(discarded_kg, 'kg') }];
}

const verdictOf = (say: Say, verdict: PeriodFacts['counts'][number]['verdict']): string =>
  verdict === null
    ? say.letter('running')
    : isOfHolding(verdict)
      ? say.holding(`verdict.${verdict}`)
      : say.rule(`verdict.${verdict}`);
