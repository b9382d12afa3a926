/**
 * What somebody of a kitchen should be told though nothing is wrong with the appliance. A notice is a fact with its details; its words stand
 * in `notices.messages.ts`.
 */

/** Kinds of notices: what a reader chooses by. */
export type NoticeKind = 'cycle' | 'records';

/** Notices by name. `lasts`: it is told until what it asks for is done; any other is history after a day. */
export const notices = {
  /** A timer of a tray has run out: `tray`, `product` where it was told, `of` trolley where it is one. */
  tray_done: { kind: 'cycle' },
  /** Nobody confirmed a planned start at the panel, or the unit was not to be reached: `title`, `minute`, `reason` as the plan has it. */
  start_missed: { kind: 'cycle' },
  /** A planned start could not be proposed: `title`, `minute`, `reason` likewise. */
  start_not_possible: { kind: 'cycle' },
  /** A planned start was declined at the panel: `title`, `minute`. */
  start_declined: { kind: 'cycle' },
  /** Food that was expected to be cold too late will be cold in time after all (B2.14). */
  cold_in_time: { kind: 'records' },
  /** Nobody has said for hours what became of the food of a record that went wrong (B2.5). */
  record_waits: { kind: 'records', lasts: true },
  /** A core probe has to be checked soon: `needle` from 1, `day` of the kitchen's calendar by which. */
  probe_check_due: { kind: 'records', lasts: true },
} as const satisfies Readonly<Record<string, { kind: NoticeKind; lasts?: true }>>;

/** Name of a notice. */
export type NoticeName = keyof typeof notices;

/** Names of what is told until it is done. */
export const lastingNotices = (Object.keys(notices) as NoticeName[]).filter((name) => 'lasts' in notices[name]);

/** What the words of a notice need: texts as people wrote them, numbers, `minute` as a minute of the kitchen's clock. */
export type NoticeDetail = Readonly<Record<string, string | number>>;

/** Whether a received name is a notice that this version knows. */
export const isNotice = (name: string): name is NoticeName => Object.hasOwn(notices, name);
