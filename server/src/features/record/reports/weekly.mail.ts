import type { Week } from '@brina/domain/haccp/closed-week';
import { holdVerdicts, isOfHolding } from '@brina/domain/haccp/holding/day';
import { holdingMessages } from '@brina/domain/haccp/holding/holding.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { verdicts } from '@brina/domain/haccp/verdicts';
import { spanOfDay } from '@brina/domain/language/local-day';
import type { Format } from '@brina/domain/language/reader';
import { type Speech, speechIn } from '@brina/domain/language/speech';
import type { Mail } from '#core/mail/mail.ts';
import { greeting, type Reader } from '#core/mail/reader.ts';
import { typed } from '#core/mail/typed.ts';
import { weeklyMessages } from './weekly.messages.ts';
import type { WeekFacts } from './weekly.queries.ts';

const catalogues = { weekly: weeklyMessages, rule: ruleMessages, holding: holdingMessages } as const;
type Say = Speech<typeof catalogues>;

type Given = {
  to: Reader;
  format: Format;
  week: Week & { timeZone: string };
  facts: WeekFacts;
  /** The signed checkpoint of the company’s book; null: it has none. */
  note: string | null;
  urls: { records: string; verify: string; off: string };
  /** Of the portal, as people know it. */
  host: string;
};

/**
 * The weekly letter about the food records of a company (B2.9): first what needs a person, then what there is, a way to the records, and the
 * checkpoint of the book, which has left the house with it.
 */
export function weeklyMail({ to, format, week, facts, note, urls, host }: Given): Mail {
  const say = speechIn(catalogues, format.reader);
  const t = say.weekly;
  const day = (one: string): string => format.date(spanOfDay(one, week.timeZone).from, week.timeZone, 'document');
  const days = { from: day(week.from), to: day(week.to) };
  const company = typed(facts.company);
  const open = openLine(say, facts.open).join(to.locale === 'ja' ? '' : ' ');
  return {
    kind: 'records.weekly',
    to: to.to,
    locale: to.locale,
    content: {
      subject: t('subject', days),
      title: open,
      preview: open,
      paragraphs: [
        greeting(to),
        t('week', { ...days, company, timeZone: week.timeZone }),
        ...(facts.counts.length === 0 ? [t('empty')] : []),
      ],
      facts: factsOf(say, format, facts),
      action: { label: t('openRecords'), url: urls.records },
      after: [t('whyYou', { host }), note === null ? t('noBook') : t('whyNote')],
      ...(note !== null && { verbatim: note }),
      links: [
        { label: t('verify'), url: urls.verify },
        { label: t('off'), url: urls.off },
      ],
      unsubscribe: urls.off,
    },
  };
}

/** What needs a person, a sentence each. */
function openLine({ weekly: t }: Say, { actions, exceptions, reviews, missing, probes }: WeekFacts['open']): string[] {
  const lines = [
    ...(actions > 0 ? [t('openActions', { n: actions })] : []),
    ...(exceptions > 0 ? [t('openExceptions', { n: exceptions })] : []),
    ...(reviews > 0 ? [t('openReviews', { n: reviews })] : []),
    ...(missing > 0 ? [t('openMissing', { n: missing })] : []),
    ...(probes > 0 ? [t('openProbes', { n: probes })] : []),
  ];
  return lines.length > 0 ? lines : [t('nothingOpen')];
}

const order = [...verdicts, ...holdVerdicts.filter((one) => one !== 'NOT_PROVEN'), null];

/** How many records came to which verdict, cycles and days apart, and what was thrown away. */
function factsOf(say: Say, format: Format, { counts, discarded_kg }: WeekFacts): { term: string; detail: string }[] {
  const t = say.weekly;
  const rows = (['batch', 'day'] as const).flatMap((kind) =>
    order.flatMap((verdict) => {
      const records = counts.find((one) => one.kind === kind && one.verdict === verdict)?.records ?? 0;
      const told = { kind: t(kind === 'batch' ? 'cycles' : 'days'), verdict: verdictOf(say, verdict) };
      return records === 0 ? [] : [{ term: t('countOf', told), detail: format.number(records) }];
    }),
  );
  return discarded_kg === 0 ? rows : [...rows, { term: t('discarded'), detail: format.quantity(discarded_kg, 'kg') }];
}

const verdictOf = (say: Say, verdict: WeekFacts['counts'][number]['verdict']): string =>
  verdict === null
    ? say.weekly('running')
    : isOfHolding(verdict)
      ? say.holding(`verdict.${verdict}`)
      : say.rule(`verdict.${verdict}`);
