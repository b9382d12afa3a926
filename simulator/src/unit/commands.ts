/**
 * How a unit answers commands: it checks, refuses with a reason or obeys, never twice for one id and never after the expiry. What
 * needs somebody at the panel waits for an answer there.
 */
import type { CommandMessage } from '@brina/contract/devices';
import type { RefusalCode } from '@brina/domain/appliance/refusals';
import { checkCommand, needsPanel } from '@brina/domain/commands/commands';
import { startOf } from '@brina/domain/cycles/proposal';
import type { Appliance } from '../appliance.ts';
import { cycleCode } from '../appliance-state.ts';
import type { Prepared } from '../machine.ts';
import { type Asked, type PanelAnswers, panelWait_ms } from './panel.ts';

/** What was answered to a command, last answer last. */
export type Answer = { readonly result: 'accepted' | 'rejected' | 'done'; readonly reason?: RefusalCode };

/** Answers by command id, oldest first, what waits at the panel; plain data, so that they survive a reboot. */
export type CommandMemory = {
  answered: [id: string, answers: Answer[]][];
  asked: Asked | null;
  /** Planned starts that wait at the panel, in the order in which they came. */
  proposals: CommandMessage[];
};

/** So many commands are remembered. */
const remembered = 100;

/** What commands act on. */
export type Commanded = {
  readonly appliance: Appliance;
  readonly panel: PanelAnswers;
  /** Epoch ms as the server counts it; null while the unit cannot know. */
  serverTime(): number | null;
  setClock(utc_ms: number, timeZone: string): void;
  /** Sends an answer. */
  answer(id: string, answer: Answer): void;
  /** Reports what changed by now, before `done` is said. */
  reportChanges(): void;
  /** Reports the whole state: proposals have come or gone. */
  reportProposals(): void;
};

/** Carries out a command, or repeats what was answered to it before. */
export function obey(command: CommandMessage, unit: Commanded, memory: CommandMemory, true_ms: number): void {
  const known = memory.answered.find(([id]) => id === command.id);
  if (known) {
    for (const answer of known[1]) unit.answer(command.id, answer);
    return;
  }
  memory.answered.push([command.id, []]);
  if (memory.answered.length > remembered) memory.answered.shift();

  const { appliance } = unit;
  if (command.name === 'proposeStart') return take(command, unit, memory);
  if (command.name === 'withdrawStart') return giveBack(command, unit, memory);
  const prepared = untimely(command, unit) ?? fault(command, appliance) ?? prepare(command, unit);
  const asks =
    typeof prepared === 'function' &&
    unit.panel === 'person' &&
    needsPanel(appliance.model, command.name, command.args, appliance.standing);
  if (!asks) return conclude(command, unit, memory, prepared);
  // Nobody stands before two questions.
  answerPanel(false, unit, memory, 'panel_needed');
  memory.asked = { command, until_ms: true_ms + panelWait_ms };
  const { state } = appliance;
  if (command.name === 'startCycle' && !state.run) state.cycleState = cycleCode.waiting;
  unit.reportChanges();
}

/** Somebody at the panel agrees, or not; false when nothing waits for it. */
export function answerPanel(
  agrees: boolean,
  unit: Commanded,
  memory: CommandMemory,
  refusal: RefusalCode = 'panel_refused',
): boolean {
  const { asked } = memory;
  if (!asked) return false;
  memory.asked = null;
  const { state } = unit.appliance;
  if (state.cycleState === cycleCode.waiting) state.cycleState = cycleCode.standby;
  conclude(asked.command, unit, memory, agrees ? prepare(asked.command, unit) : refusal);
  return true;
}

/** A proposal waits at the panel, whatever runs now: it is for later. */
function take(command: CommandMessage, unit: Commanded, memory: CommandMemory): void {
  const refusal = untimely(command, unit) ?? fault(command, unit.appliance);
  if (refusal) return conclude(command, unit, memory, refusal);
  memory.proposals.push(command);
  say(command, unit, memory, { result: 'accepted' });
  unit.reportProposals();
}

/** The portal wants a proposal no more: the panel forgets it, whatever else it does. */
function giveBack(command: CommandMessage, unit: Commanded, memory: CommandMemory): void {
  const refusal = untimely(command, unit) ?? fault(command, unit.appliance);
  const proposal = memory.proposals.find(({ id }) => id === command.args.proposal);
  if (refusal || !proposal) return conclude(command, unit, memory, refusal ?? 'not_running');
  conclude(command, unit, memory, () => withdraw(proposal, unit, memory, 'newer_command'));
}

/**
 * Somebody at the panel starts what was proposed, or declines it. What stands in the way of the start is told to whom stands there, and
 * the proposal goes on waiting.
 * @returns why not; null when it is done
 */
export function answerProposal(
  { id, agrees }: { readonly id: string; readonly agrees: boolean },
  unit: Commanded,
  memory: CommandMemory,
): string | null {
  const proposal = memory.proposals.find((one) => one.id === id);
  if (!proposal) return 'no such proposal';
  const prepared = agrees ? unit.appliance.prepare('startCycle', startOf(proposal.args), id) : 'panel_refused';
  if (agrees && typeof prepared === 'string') return prepared;
  withdraw(proposal, unit, memory, prepared);
  return null;
}

/** Proposals nobody has answered until their end lapse. */
export function lapseProposals(unit: Commanded, memory: CommandMemory): void {
  const now = unit.serverTime();
  for (const proposal of memory.proposals.filter(({ exp }) => now !== null && now > exp))
    withdraw(proposal, unit, memory, 'expired');
}

function withdraw(proposal: CommandMessage, unit: Commanded, memory: CommandMemory, prepared: Prepared): void {
  memory.proposals = memory.proposals.filter((one) => one !== proposal);
  conclude(proposal, unit, memory, prepared);
  unit.reportProposals();
}

/** Answers, and remembers the answer. */
function say({ id }: CommandMessage, unit: Commanded, memory: CommandMemory, answer: Answer): void {
  memory.answered.find(([known]) => known === id)?.[1].push(answer);
  unit.answer(id, answer);
}

/** The effect's own facts follow the acceptance, and `done` follows them, in the order of the outbox. */
function conclude(command: CommandMessage, unit: Commanded, memory: CommandMemory, prepared: Prepared): void {
  if (typeof prepared === 'string') {
    say(command, unit, memory, { result: 'rejected', reason: prepared });
    unit.reportChanges();
    return;
  }
  // A proposal was accepted when it came.
  if (command.name !== 'proposeStart') say(command, unit, memory, { result: 'accepted' });
  prepared();
  unit.reportChanges();
  say(command, unit, memory, { result: 'done' });
}

/** A unit that cannot tell the time cannot tell whether a command is still wanted. */
function untimely(command: CommandMessage, unit: Commanded): RefusalCode | null {
  if (command.name === 'setClock') return null;
  const now = unit.serverTime();
  if (now === null) return 'clock_wrong';
  return now > command.exp ? 'expired' : null;
}

const fault = ({ name, args }: CommandMessage, { model, standing }: Appliance): RefusalCode | null =>
  checkCommand(model, name, args, standing)[0]?.code ?? null;

function prepare({ id, name, args }: CommandMessage, unit: Commanded): Prepared {
  // The arguments have passed the family's row, which fixes their types.
  if (name === 'setClock') return () => unit.setClock(args.utc_ms as number, args.timeZone as string);
  return unit.appliance.prepare(name, args, id);
}
