import { messages } from '../language/messages.ts';
import texts from './rules.texts.json' with { type: 'json' };

/** Words of the food-safety rules: limits and their sources, verdicts, reasons, versions of the judge, gaps. */
export const ruleMessages = messages(
  'domain/haccp/rules',
  {
    // Rules
    'rule.CHILL_90': 'Chilling to +3°C in 90 minutes',
    'rule.FREEZE_240': 'Freezing to −18°C in 240 minutes',
    'force.law': 'Law',
    'force.guideline': 'Guideline',
    'force.industry': 'Industry practice',
    'source.CHILL_90': 'UK Department of Health guidelines on cook-chill, 1989, and practice of the makers',
    'source.FREEZE_240': 'Practice of the makers',
    // Verdicts: they speak of the limit, not of the food or the cook
    'verdict.PASS': 'PASS',
    'verdict.FAIL': 'FAIL',
    'verdict.NOT_PROVEN': 'NOT PROVEN',
    'verdict.PASS_WITH_GAP': 'PASS WITH GAP',
    // Why a verdict is what it is
    'reason.time_exceeded': 'A stage took longer than its limit.',
    'reason.target_not_reached': 'The cycle ended before the core reached the target.',
    'reason.no_core': 'No valid core temperature was recorded.',
    'reason.core_follows_air': 'The core probe followed the air: it was not inserted in the food.',
    'reason.gap_bounded': 'Data are missing for some minutes, but both sides of the gap bound the curve.',
    'reason.gap_unbounded': 'Data are missing where the limit had to be proven.',
    // What the judge did wrong before it came to a version
    'before.2': 'Only the first of the two core probes was judged.',
    // Why data are missing
    'gap.unit_silent': 'The appliance sent nothing',
    'gap.link_lost': 'The connection was lost',
    'gap.portal_down': 'The portal was not reachable',
    'gap.dropped': 'The appliance’s memory was full',
    'gap.probe_fault': 'The core probe gave no value',
    'gap.untimed': 'The time of the data is not known',
    'gap.unknown': 'The cause is not known',
  },
  texts,
);
