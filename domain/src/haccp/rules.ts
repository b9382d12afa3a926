/**
 * Rule sets by which a batch is judged. A stored verdict keeps the id and version it was judged by; a changed rule is a new version,
 * never an edit. Temperatures in °C on the core, times in minutes.
 */

import type { RecordKind } from '../appliance/families/family.ts';
import type { ruleMessages } from './rules.messages.ts';

type TextKey = keyof (typeof ruleMessages)['texts'];

/** Binding law, official guideline, or what the industry does. */
export const ruleForces = ['law', 'guideline', 'industry'] as const;
export type RuleForce = (typeof ruleForces)[number];

/** One stretch of the curve and the time it may take. */
export type RuleStage = {
  /** Where its clock starts; null where that is no temperature. */
  readonly from: number | null;
  readonly to: number;
  readonly max_min: number;
  /**
   * What starts its clock: the curve's fall through this stage's `from`, the fall through the first stage's, or the moment the food was
   * cooked, as far as that is known, and else the start of the cycle.
   */
  readonly clock: 'stage' | 'cumulative' | 'start';
};

/** Storage after it, °C on the food. `days`: how long, the day of cooking and the day of eating included. */
type Storage = {
  readonly min?: number;
  readonly max: number;
  readonly days?: number;
  /** What suffices for no longer than a day. */
  readonly dayMax?: number;
};

/** Numbers of one stage of a limit that a kitchen set itself; its clock is that of the same stage of the base. */
export type OwnStage = Pick<RuleStage, 'from' | 'to' | 'max_min'>;

/** A rule set with numbers of the kitchen's own: as many stages as the base has. */
export type OwnLimit = {
  /** Id and version of the rule set. */
  readonly base: string;
  readonly version: string;
  readonly stages: OwnStage[];
  /** The analysis, or the letter of the authority, that a looser limit rests on. */
  readonly document: string | null;
};

/** A rule set. */
export type Rule = {
  readonly id: string;
  readonly version: string;
  /** What it judges. */
  readonly kind: RecordKind;
  readonly force: RuleForce;
  /** The first local day that it judges; null: always. */
  readonly from: string | null;
  /** All of them are to be kept; none: the rule names no number, and one that does has to stand beside it. */
  readonly stages: readonly RuleStage[];
  /** Other ways to keep it: one suffices. */
  readonly alternatives?: readonly (readonly RuleStage[])[];
  /** What holds instead for food that is at or below a temperature when it is loaded. */
  readonly ifStart?: { readonly atMost: number; readonly stages: readonly RuleStage[] };
  /** To be held without a break; one of them suffices. */
  readonly holds?: readonly { readonly to: number; readonly for_min: number; readonly certain?: false }[];
  /** For which pieces it is meant; nothing measures them. */
  readonly pieces?: { readonly max_kg: number; readonly max_mm: number };
  /** No food is to be added while it runs; nothing measures that either. */
  readonly nothingAdded?: true;
  /** How soon after cooking it has to begin. */
  readonly startWithin_min?: number;
  readonly hold?: Storage;
  readonly hotHold_min_C?: number;
  /** What is judged is that food stays within `hold`, above it for no longer than so at a time: `stages` are empty. */
  readonly grace_min?: number;
  /** The air of the cell, too, has to stay within `hold`. */
  readonly holdsAir?: true;
  /** Whether number and source stand; otherwise it is an editable default, printed as the kitchen's own limit. */
  readonly certain: boolean;
  /** Where it stands, cited as it calls itself. */
  readonly cite: string;
  /** Where it holds: a country, or EU; absent: anywhere. */
  readonly area?: string;
  /** A law that lets a kitchen show by an analysis of its own that a longer way is as safe. */
  readonly allowsAnalysis?: true;
  /** Of a limit that a kitchen set itself: its base and its numbers. */
  readonly own?: OwnLimit;
  /** Keys of its shown name and of the words about its source; others are named by their area and their numbers. */
  readonly texts?: {
    readonly name: Extract<TextKey, `rule.${string}`>;
    /** Absent: its citation. */
    readonly source?: Extract<TextKey, `source.${string}`>;
  };
};

const stage = (from: number, to: number, max_min: number): RuleStage => ({ from, to, max_min, clock: 'stage' });
const inTotal = (from: number, to: number, max_min: number): RuleStage => ({ from, to, max_min, clock: 'cumulative' });
const sinceStart = (to: number, max_min: number): RuleStage => ({ from: null, to, max_min, clock: 'start' });

const day_min = 24 * 60;

type Fields = Omit<Rule, 'id' | 'version' | 'from'> & { readonly version?: string; readonly from?: string };

const row = (id: string, { version = '1', from, ...fields }: Fields): Rule => ({
  id,
  version,
  from: from ?? null,
  ...fields,
});

/** The rule sets this version knows, by id. */
export const rules = {
  CHILL_90: row('CHILL_90', {
    kind: 'chill',
    force: 'industry',
    stages: [stage(70, 3, 90)],
    hold: { max: 3 },
    certain: true,
    cite: 'UK Department of Health guidelines, 1989; practice of the makers',
    texts: { name: 'rule.CHILL_90', source: 'source.CHILL_90' },
  }),
  FREEZE_240: row('FREEZE_240', {
    kind: 'freeze',
    force: 'industry',
    stages: [stage(70, -18, 240)],
    hold: { max: -18 },
    certain: true,
    cite: 'Practice of the makers',
    texts: { name: 'rule.FREEZE_240', source: 'source.FREEZE_240' },
  }),
  UK_COOKCHILL_1989: row('UK_COOKCHILL_1989', {
    area: 'GB',
    from: '1989-01-01',
    kind: 'chill',
    force: 'guideline',
    stages: [stage(70, 3, 90)],
    pieces: { max_kg: 2.5, max_mm: 100 },
    startWithin_min: 30,
    hold: { min: 0, max: 3, days: 5 },
    certain: true,
    cite: 'UK Department of Health guidelines on cook-chill, 1989',
  }),
  UK_COOKFREEZE: row('UK_COOKFREEZE', {
    area: 'GB',
    from: '1989-01-01',
    kind: 'freeze',
    force: 'guideline',
    stages: [stage(70, -18, 240)],
    startWithin_min: 30,
    hold: { max: -18 },
    certain: true,
    cite: 'UK Department of Health guidelines on cook-freeze, 1989',
  }),
  UK_LAW: row('UK_LAW', {
    area: 'GB',
    from: '2006-01-01',
    kind: 'chill',
    force: 'law',
    stages: [],
    hold: { max: 8 },
    hotHold_min_C: 63,
    certain: true,
    cite: 'Regulation (EC) 852/2004 as retained, annex II, chapter IX; UK SI 2013/2996, schedule 4',
  }),
  EU_852: row('EU_852', {
    area: 'EU',
    from: '2006-01-01',
    kind: 'chill',
    force: 'law',
    stages: [],
    certain: true,
    cite: 'Regulation (EC) 852/2004, annex II, chapter IX',
  }),
  CH: row('CH', {
    area: 'CH',
    from: '2006-01-01',
    kind: 'chill',
    force: 'law',
    stages: [],
    hold: { max: 5 },
    certain: false,
    cite: 'Swiss hygiene ordinance, articles 24 and 27',
  }),
  IE_FSAI_15: row('IE_FSAI_15', {
    area: 'IE',
    from: '2006-01-01',
    kind: 'chill',
    force: 'guideline',
    stages: [sinceStart(3, 150)],
    hold: { max: 3, days: 5 },
    certain: true,
    cite: 'Food Safety Authority of Ireland, Guidance Note 15, 2006',
  }),
  FR_2009: row('FR_2009', {
    area: 'FR',
    from: '2010-01-01',
    kind: 'chill',
    force: 'law',
    stages: [stage(63, 10, 120)],
    // J+3: three days after the day of cooking.
    hold: { min: 0, max: 3, days: 4 },
    hotHold_min_C: 63,
    allowsAnalysis: true,
    certain: true,
    cite: 'Arrêté du 21 décembre 2009, annexe IV',
  }),
  IT_HACCP: row('IT_HACCP', {
    area: 'IT',
    kind: 'chill',
    force: 'guideline',
    stages: [stage(65, 10, 120)],
    alternatives: [[stage(65, 3, 90)]],
    hold: { max: 4 },
    certain: true,
    cite: 'Italian manuals of good practice; DPR 327/80 for storage',
  }),
  IT_FREEZE: row('IT_FREEZE', {
    area: 'IT',
    kind: 'freeze',
    force: 'guideline',
    stages: [inTotal(70, 3, 90), inTotal(70, -18, 240)],
    nothingAdded: true,
    hold: { max: -18 },
    certain: true,
    cite: 'Requirements of Italian local health authorities',
  }),
  ES_RD1021: row('ES_RD1021', {
    area: 'ES',
    from: '2022-12-22',
    kind: 'chill',
    force: 'law',
    stages: [stage(60, 10, 120)],
    hold: { max: 4, dayMax: 8 },
    hotHold_min_C: 63,
    certain: false,
    cite: 'Real Decreto 1021/2022; the cooling limit is from practice',
  }),
  DE_DIN10536: row('DE_DIN10536', {
    area: 'DE',
    version: '2',
    from: '2023-03-01',
    kind: 'chill',
    force: 'guideline',
    stages: [stage(65, 3, 90)],
    hold: { min: 0, max: 3 },
    hotHold_min_C: 60,
    certain: false,
    cite: 'DIN 10536:2023, by the trade press',
  }),
  NL_HORECA: row('NL_HORECA', {
    area: 'NL',
    from: '2016-04-01',
    kind: 'chill',
    force: 'guideline',
    stages: [sinceStart(7, 300)],
    hold: { max: 7 },
    hotHold_min_C: 60,
    certain: false,
    cite: 'Hygiënecode voor de horeca, 2016, from a secondary source',
  }),
  US_FDA: row('US_FDA', {
    area: 'US',
    version: '2022',
    kind: 'chill',
    force: 'law',
    stages: [inTotal(57, 21, 120), inTotal(57, 5, 360)],
    ifStart: { atMost: 21, stages: [sinceStart(5, 240)] },
    hold: { max: 5 },
    hotHold_min_C: 57,
    certain: true,
    cite: 'FDA Food Code 2022, 3-501.14(A) and (B)',
  }),
  US_FSIS_B: row('US_FSIS_B', {
    area: 'US',
    version: '2021',
    from: '2022-12-14',
    kind: 'chill',
    force: 'guideline',
    stages: [stage(54.4, 26.7, 90), stage(26.7, 4.4, 300)],
    hold: { max: 4.4 },
    certain: false,
    cite: 'USDA FSIS Appendix B, option 1, 2021, from a secondary source',
  }),
  CA: row('CA', {
    area: 'CA',
    from: '2016-02-01',
    kind: 'chill',
    force: 'guideline',
    stages: [stage(60, 20, 120), stage(20, 4, 240)],
    hold: { max: 4 },
    hotHold_min_C: 60,
    certain: false,
    cite: 'Food Retail and Food Services Code, 2016, from a secondary source',
  }),
  AU_322: row('AU_322', {
    area: 'AU',
    kind: 'chill',
    force: 'law',
    stages: [stage(60, 21, 120), stage(21, 5, 240)],
    hold: { max: 5 },
    hotHold_min_C: 60,
    allowsAnalysis: true,
    certain: true,
    cite: 'Food Standards Code, Standard 3.2.2, clause 7(3)',
  }),
  JP_MHLW: row('JP_MHLW', {
    area: 'JP',
    version: '2017-06',
    from: '2017-06-01',
    kind: 'chill',
    force: 'guideline',
    stages: [sinceStart(20, 30)],
    alternatives: [[sinceStart(10, 60)]],
    hold: { max: 10 },
    hotHold_min_C: 65,
    certain: true,
    cite: 'Ministry of Health, Labour and Welfare, manual for large-scale cooking, June 2017',
  }),
  RU_SANPIN: row('RU_SANPIN', {
    area: 'RU',
    kind: 'chill',
    force: 'law',
    stages: [sinceStart(8, 120)],
    hold: { min: 2, max: 6 },
    certain: false,
    cite: 'Sanitary rules, not confirmed',
  }),
  FISH_RAW: row('FISH_RAW', {
    area: 'EU',
    kind: 'parasite',
    force: 'law',
    stages: [],
    holds: [
      { to: -20, for_min: day_min },
      { to: -35, for_min: 15 * 60, certain: false },
    ],
    certain: true,
    cite: 'Regulation (EC) 853/2004, annex III, section VIII; the second from a secondary source',
  }),
  REHEAT_FR_2009: row('REHEAT_FR_2009', {
    area: 'FR',
    from: '2010-01-01',
    kind: 'reheat',
    force: 'law',
    stages: [stage(10, 63, 60)],
    hotHold_min_C: 63,
    certain: true,
    cite: 'Arrêté du 21 décembre 2009, annexe IV',
  }),
  REHEAT_IE_FSAI: row('REHEAT_IE_FSAI', {
    area: 'IE',
    from: '2006-01-01',
    kind: 'reheat',
    force: 'guideline',
    // No time is named: a day is longer than any reheating.
    stages: [sinceStart(70, day_min)],
    certain: true,
    cite: 'Food Safety Authority of Ireland, Guidance Note 15, 2006',
    texts: { name: 'rule.REHEAT_IE_FSAI' },
  }),
  REHEAT_US_FDA: row('REHEAT_US_FDA', {
    area: 'US',
    version: '2022',
    kind: 'reheat',
    force: 'law',
    // Held for 15 s, which is less than what counts as reached.
    stages: [sinceStart(74, 120)],
    certain: true,
    cite: 'FDA Food Code 2022, 3-403.11',
  }),
  THAW_US: row('THAW_US', {
    area: 'US',
    version: '2022',
    kind: 'thaw',
    force: 'law',
    stages: [],
    // What it says, it says of the food.
    hold: { max: 5 },
    grace_min: 15,
    certain: true,
    cite: 'FDA Food Code 2022, 3-501.13',
  }),
  THAW_5: row('THAW_5', {
    kind: 'thaw',
    force: 'industry',
    stages: [],
    hold: { max: 5 },
    grace_min: 15,
    certain: true,
    cite: 'Practice of kitchens; the number of the FDA Food Code, 3-501.13',
    texts: { name: 'rule.THAW_5', source: 'source.THAW_5' },
  }),
  THAW_FR: row('THAW_FR', {
    area: 'FR',
    from: '2010-01-01',
    kind: 'thaw',
    force: 'law',
    stages: [],
    // What it says, it says of the chamber.
    hold: { max: 4 },
    holdsAir: true,
    grace_min: 15,
    certain: true,
    cite: 'Arrêté du 21 décembre 2009, annexe I',
  }),
} satisfies Readonly<Record<string, Rule>>;

/** The ways to keep a rule, one of which suffices; of food that was loaded as cold as `ifStart` says there is the one. */
export const waysOf = (
  { stages, alternatives = [], ifStart }: Rule,
  isLoadedCold: boolean,
): readonly (readonly RuleStage[])[] => (isLoadedCold && ifStart ? [ifStart.stages] : [stages, ...alternatives]);

/** Id of a rule set. */
export type RuleId = keyof typeof rules;

export const isRuleId = (id: string): id is RuleId => Object.hasOwn(rules, id);

/** Versions that newer rows have replaced: what was judged by them is judged again by them. */
const replacedRules: readonly Rule[] = [
  {
    ...rules.DE_DIN10536,
    version: '1',
    from: '2016-03-01',
    stages: [stage(65, 10, 120)],
    cite: 'DIN 10536:2016, by the trade press',
  },
];

/** All versions of a rule set, the newest first. */
export const versionsOf = (id: RuleId): readonly Rule[] => [
  rules[id],
  ...replacedRules.filter((rule) => rule.id === id),
];

/** A rule set in one version; `undefined` where this program does not know it. */
export const ruleOfVersion = (id: string, version: string): Rule | undefined =>
  isRuleId(id) ? versionsOf(id).find((rule) => rule.version === version) : undefined;

/**
 * Limits of storage where a kitchen has chosen no rule set of its own, in °C on the food: chilled (EU 853/2004 leaves it to the food;
 * +5 is what most kitchens' plans say), frozen (89/108/EEC, art. 5) and hot (UK SI 2013/2996, schedule 4).
 */
export const storageLimits = { chilled_max_C: 5, frozen_max_C: -18, hot_min_C: 63 } as const;
