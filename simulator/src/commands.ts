/** How a unit answers commands: it checks, refuses with a reason or obeys, never twice for one id and never after the expiry. */
import type { CommandMessage } from '@brina/contract/devices';
import { checkCommand } from '@brina/domain/commands';
import type { MfCommand } from '@brina/domain/families/mf';
import type { RefusalCode } from '@brina/domain/refusals';
import type { Appliance } from './appliance.ts';

/** What was answered to a command, last answer last. */
export type Answer = { readonly result: 'accepted' | 'rejected' | 'done'; readonly reason?: RefusalCode };

/** Answers by command id, oldest first; plain data, so that they survive a reboot. */
export type Answered = [id: string, answers: Answer[]][];

/** So many commands are remembered. */
const remembered = 100;

/** What commands act on. */
export type Commanded = {
  readonly appliance: Appliance;
  /** Epoch ms as the server counts it; null while the unit cannot know. */
  serverTime(): number | null;
  setClock(utc_ms: number, timeZone: string): void;
  /** Sends an answer. */
  answer(id: string, answer: Answer): void;
  /** Reports what changed by now, before `done` is said. */
  reportChanges(): void;
};

/** Carries out a command, or repeats what was answered to it before. */
export function obey(command: CommandMessage, unit: Commanded, answered: Answered): void {
  const known = answered.find(([id]) => id === command.id);
  if (known) {
    for (const answer of known[1]) unit.answer(command.id, answer);
    return;
  }
  const answers: Answer[] = [];
  answered.push([command.id, answers]);
  if (answered.length > remembered) answered.shift();
  const say = (answer: Answer): void => {
    answers.push(answer);
    unit.answer(command.id, answer);
  };

  const refusal =
    untimely(command, unit) ?? checkCommand(unit.appliance.model, command.name, command.args)[0]?.code ?? null;
  if (refusal) {
    say({ result: 'rejected', reason: refusal });
    return;
  }
  // The effect's own facts follow the acceptance, and `done` follows them, in the order of the outbox.
  const accepted = (): void => say({ result: 'accepted' });
  const refused = carryOut(command.name as MfCommand, command, unit, accepted);
  if (refused) {
    say({ result: 'rejected', reason: refused });
    return;
  }
  unit.reportChanges();
  say({ result: 'done' });
}

/** A unit that cannot tell the time cannot tell whether a command is still wanted. */
function untimely(command: CommandMessage, unit: Commanded): RefusalCode | null {
  if (command.name === 'setClock') return null;
  const now = unit.serverTime();
  if (now === null) return 'clock_wrong';
  return now > command.exp ? 'expired' : null;
}

function carryOut(
  name: MfCommand,
  { id, args }: CommandMessage,
  unit: Commanded,
  accepted: () => void,
): RefusalCode | null {
  const { appliance } = unit;
  // The arguments have passed the family's row, which fixes their types.
  switch (name) {
    case 'startCycle': {
      const refusal = appliance.mayStart(args);
      if (refusal) return refusal;
      accepted();
      return appliance.start(args, id);
    }
    case 'stopCycle':
      if (!appliance.state.run) return 'not_running';
      accepted();
      return appliance.stop();
    case 'setLight':
      return afterwards(appliance.setLight(args.on as boolean), accepted);
    case 'silenceAlarm':
      return afterwards(appliance.silence(args.alarm as string), accepted);
    case 'identify':
      return afterwards(appliance.identify(args.seconds as number), accepted);
    case 'setClock':
      unit.setClock(args.utc_ms as number, args.timeZone as string);
      accepted();
      return null;
  }
}

/** Accepts what was not refused; these effects report nothing before {@link Commanded.reportChanges}. */
function afterwards(refusal: RefusalCode | null, accepted: () => void): RefusalCode | null {
  if (!refusal) accepted();
  return refusal;
}
