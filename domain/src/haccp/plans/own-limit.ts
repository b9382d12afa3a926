/** Limits that a kitchen sets itself: those of a rule set with other numbers. */
import { type OwnLimit, type OwnStage, type Rule, ruleOfVersion } from '../rules.ts';

/** A reference to a document names it, and where it is kept. */
export const documentReference_min = 20;

/** What is wrong with a limit of a kitchen's own. */
export type OwnLimitFault = 'rule_unknown' | 'limit_looser_than_law' | 'limit_needs_document';

/** Id of what is no rule set's, but the kitchen's own. */
export const ownRuleId = 'OWN';

/**
 * The rule that an own limit is: the version, the source and the clocks of its base, and only the one way that it names. `undefined`
 * where this program does not know its base.
 */
export function ownRule(own: OwnLimit): Rule | undefined {
  const base = ruleOfVersion(own.base, own.version);
  if (!base) return undefined;
  const { alternatives: _, ifStart: __, texts: ___, ...kept } = base;
  return { ...kept, id: ownRuleId, stages: base.stages.map((stage, i) => ({ ...stage, ...own.stages[i] })), own };
}

/**
 * Whether the limit may be set. Stricter than its base it may always be. Looser needs a document, and is refused where the base is a law
 * that allows no analysis of one's own: of the laws the French and the Australian one do (arrêté du 21 décembre 2009, art. 3;
 * Standard 3.2.2, clause 7(3)).
 */
export function faultOf(own: OwnLimit): OwnLimitFault | null {
  const base = ruleOfVersion(own.base, own.version);
  if (!base || base.stages.length === 0 || base.stages.length !== own.stages.length) return 'rule_unknown';
  if (looserParts(own).length === 0) return null;
  if (base.force === 'law' && !base.allowsAnalysis) return 'limit_looser_than_law';
  return (own.document ?? '').trim().length < documentReference_min ? 'limit_needs_document' : null;
}

/** A number of a stage, by its place in the limit. */
export type OwnPart = { readonly stage: number; readonly field: keyof OwnStage };

/**
 * Which numbers are looser than those of the base; none: who keeps the limit keeps its base. Its clocks begin no later, end no warmer and
 * last no longer.
 */
export function looserParts(own: OwnLimit): readonly OwnPart[] {
  const base = ruleOfVersion(own.base, own.version);
  return (base?.stages ?? []).flatMap((asked, stage): OwnPart[] => {
    const { from = null, to = Infinity, max_min = Infinity } = own.stages[stage] ?? {};
    const looser: Readonly<Record<keyof OwnStage, boolean>> = {
      // A clock that runs from the start waits for no temperature.
      from: asked.from === null ? from !== null : from === null || from < asked.from,
      to: to > asked.to,
      max_min: max_min > asked.max_min,
    };
    return ownFields.filter((field) => looser[field]).map((field) => ({ stage, field }));
  });
}

/** The numbers of a stage. */
export const ownFields = ['from', 'to', 'max_min'] as const satisfies readonly (keyof OwnStage)[];
