import { messages } from '../language/messages.ts';
import texts from './rules.texts.json' with { type: 'json' };

/** Words of the food-safety rules: limits and their sources, verdicts, reasons, versions of the judge, gaps. */
export const ruleMessages = messages(
  'domain/haccp/rules',
  {
    // Rules
    'rule.CHILL_90': 'Chilling to [3 Cel] in 90 minutes',
    'rule.FREEZE_240': 'Freezing to [−18 Cel] in 240 minutes',
    'rule.REHEAT_IE_FSAI': 'Reheating to [70 Cel]',
    'rule.THAW_5': 'Thawing at [5 Cel] or colder',
    'force.law': 'Law',
    'force.guideline': 'Guideline',
    'force.industry': 'Industry practice',
    'source.CHILL_90': 'UK Department of Health guidelines on cook-chill, 1989, and practice of the makers',
    'source.THAW_5': 'Practice of kitchens, with the number of the FDA Food Code, 3-501.13',
    'source.FREEZE_240': 'Practice of the makers',
    // Verdicts: they speak of the limit, not of the food or the cook
    'verdict.PASS': 'PASS',
    'verdict.FAIL': 'FAIL',
    'verdict.NOT_PROVEN': 'NOT PROVEN',
    'verdict.PASS_WITH_GAP': 'PASS WITH GAP',
    'verdict.ABORTED': 'ENDED EARLY',
    'verdict.NOT_APPLICABLE': 'NO LIMIT APPLIES',
    // Why a verdict is what it is
    'reason.time_exceeded': 'A stage took longer than its limit.',
    'reason.target_not_reached': 'The cycle ended before the core reached the target.',
    'reason.no_core': 'No valid core temperature was recorded.',
    'reason.rose_again': 'The food reached the target and warmed again; the last time counts.',
    'reason.fell_again': 'The food reached the target and cooled again; the last time counts.',
    'reason.started_late': 'The cycle began later after cooking than the rule allows.',
    'reason.core_below_air':
      'The core was colder than the air around it: the probe was not in the food that was loaded.',
    'reason.core_above_air':
      'The core was warmer than the air around it: the probe was not in the food that was loaded.',
    'reason.start_not_seen': 'The first value is already at the target: nobody measured how the food got there.',
    'reason.start_not_read':
      'The first reading by hand is colder than a stage begins: how long it had cooled before is not known.',
    'reason.clock_changed': 'The clock of the appliance changed in between: the time is not known.',
    'reason.probe_failed_check': 'The core probe failed its check.',
    'reason.by_time': 'The tray had no core probe: only its time is known.',
    'reason.loaded_cold': 'The food was already cold when it was loaded.',
    'reason.loaded_hot': 'The food was already hot when it was loaded.',
    'reason.warmed_since': 'It warmed above the target while the cycle ran.',
    'reason.cooled_since': 'It cooled below the target while the cycle ran.',
    'reason.too_warm': 'It was warmer than the limit for longer than is allowed.',
    'reason.no_limit': 'This rule names no limit.',
    'reason.probe_fault': 'The warmest core probe gave no value.',
    'reason.probe_in_air': 'The core probe hung in air.',
    'reason.probe_not_in_food': 'The core probe was put into the food late.',
    'reason.probe_moved': 'The core probe was moved to other food.',
    'reason.probe_removed': 'The core probe was taken out of the food.',
    'reason.core_follows_air': 'The core probe followed the air: it was not inserted in the food.',
    'reason.gap_bounded': 'Data are missing for some minutes, but both sides of the gap bound the curve.',
    'reason.gap_unbounded': 'Data are missing where the limit had to be proven.',
    // What the judge did wrong before it came to a version
    'before.2': 'Only the first of the two core probes was judged.',
    'before.3':
      'Values of a core probe counted even when it was not in the food, and the first moment at the target, not the last.',
    'before.4': 'A core probe that hung in air, or was moved to colder food, was not always recognised.',
    'before.5':
      'A core probe that was moved slowly, and food that warmed again for moments, were not always recognised.',
    'before.6':
      'A core probe that was moved to colder food after it had been taken out several times was not always recognised.',
    // Why data are missing
    'gap.unit_silent': 'The appliance sent nothing',
    'gap.link_lost': 'The connection was lost',
    'gap.portal_down': 'The portal was not reachable',
    'gap.dropped': 'The appliance’s memory was full',
    'gap.power_lost': 'The appliance had no power',
    'gap.between_cycles': 'Between two cycles',
    'gap.probe_fault': 'The core probe gave no value',
    'gap.probe_in_air': 'The core probe hung in air',
    'gap.probe_not_in_food': 'The core probe was not in the food yet',
    'gap.probe_moved': 'The core probe was moved',
    'gap.probe_removed': 'The core probe was taken out',
    'gap.untimed': 'The time of the data is not known',
    'gap.unknown': 'The cause is not known',
  },
  texts,
);
