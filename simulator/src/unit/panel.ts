/** Who answers at a unit's panel when a command from afar needs somebody in front of it. */
import type { CommandMessage } from '@brina/contract/devices';
import { minute_ms } from '@brina/domain/language/durations';

/** `always`: somebody agrees at once, so that nothing stands still; `person`: the control page decides. */
export const panelAnswers = ['always', 'person'] as const;
export type PanelAnswers = (typeof panelAnswers)[number];

/** A command that waits for somebody, and until when by the true clock; plain data. */
export type Asked = { readonly command: CommandMessage; readonly until_ms: number };

/** After this nobody has come. */
export const panelWait_ms = 2 * minute_ms;
