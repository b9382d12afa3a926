import type { CommandMessage, DesiredMessage } from '@brina/contract/devices';
import { isRecord } from '@brina/domain/appliance/argument-fault';
import { startOf } from '@brina/domain/cycles/proposal';
import { second_ms } from '@brina/domain/language/durations';
import { instantOf } from '@brina/domain/language/local-minute';
import type { Appliance } from '../appliance.ts';
import type { Clock } from '../clock.ts';
import { isZone } from '../kitchen.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Random } from '../random.ts';
import { fillBeforeStart } from '../routines/filling.ts';
import { type Answer, answerPanel, answerProposal, type Commanded, lapseProposals, obey } from './commands.ts';
import type { PanelAnswers } from './panel.ts';
import { setTo } from './unit-clock.ts';
import type { UnitJournal } from './unit-journal.ts';
import type { BoardState } from './unit-state.ts';

/** What of a unit its orders act on. */
type Ordered = {
  readonly state: BoardState;
  readonly appliance: Appliance;
  readonly outbox: Outbox;
  readonly journal: UnitJournal;
  readonly clock: Clock;
  /** The hands that fill it. */
  readonly random: Random;
  /** Lives on to the present. */
  catchUp(): void;
  /** Writes the state down, and sends what is new. */
  tell(): void;
};

/** What comes to a unit from the portal, and who answers at its panel: commands, wanted settings, the server's time. */
export class UnitOrders implements Commanded {
  readonly #unit: Ordered;

  constructor(unit: Ordered) {
    this.#unit = unit;
  }

  /** A command: it is obeyed, refused, or waits for somebody at the panel. */
  command(command: CommandMessage): void {
    const { state, appliance, random } = this.#unit;
    // A unit that still produces its past lives days ago: nothing can be started there.
    if (!state.live) return;
    this.#unit.catchUp();
    if (command.name === 'startCycle') fillBeforeStart(appliance, command.args, random);
    obey(command, this, state.commands, this.#now);
    this.#unit.tell();
  }

  /** What the portal wants of its settings; what is not newer is known already. */
  desire({ desired, ver }: DesiredMessage): void {
    const { state, journal } = this.#unit;
    if (ver <= state.desiredVersion) return;
    state.desiredVersion = ver;
    const { heartbeat_s, runLiveUntil, timeZone, holder, favourites } = desired;
    if (typeof holder === 'string') this.#belongTo(holder);
    if (typeof heartbeat_s === 'number' && heartbeat_s > 0) state.heartbeat_ms = heartbeat_s * second_ms;
    if (typeof runLiveUntil === 'number') state.runLiveUntil_ms = runLiveUntil;
    if (typeof timeZone === 'string') this.#moveTo(timeZone);
    const wished = isRecord(favourites) ? favourites.ver : undefined;
    if (typeof wished === 'number') this.appliance.panel?.favourites.saw(wished);
    if (state.live) {
      journal.twin();
      journal.sample(true);
    }
    this.#unit.tell();
  }

  /** What the server's clock showed at an instant of the true clock. */
  learnTime(server_ms: number, true_ms: number): void {
    const { state } = this.#unit;
    state.serverOffset_ms = server_ms - true_ms;
    // A clock that was lost is set by the network; one that is merely wrong is the server's to correct.
    if (!state.clock.isSet) this.setClock(server_ms + (this.#now - true_ms), state.timeZone);
  }

  /** Somebody agrees at the panel, or declines; false when nothing waits. */
  answerPanel(agrees: boolean): boolean {
    this.#unit.catchUp();
    const answered = answerPanel(agrees, this, this.#unit.state.commands);
    this.#unit.tell();
    return answered;
  }

  /** Whoever was asked at the panel is gone. */
  leavePanel(): void {
    answerPanel(false, this, this.#unit.state.commands, 'panel_needed');
  }

  /** Somebody at the panel starts what was proposed, or declines it; a reason why not. */
  answerProposal(id: string, agrees: boolean): string | null {
    const { appliance, random, state } = this.#unit;
    this.#unit.catchUp();
    const proposal = state.commands.proposals.find((one) => one.id === id);
    if (agrees && proposal) fillBeforeStart(appliance, startOf(proposal.args), random);
    const refusal = answerProposal({ id, agrees }, this, state.commands);
    this.#unit.tell();
    return refusal;
  }

  /** Looks whether somebody was waited for in vain. */
  look(): void {
    const { commands, live } = this.#unit.state;
    const { asked } = commands;
    if (asked && this.#now >= asked.until_ms) this.leavePanel();
    if (!live || commands.proposals.length === 0) return;
    lapseProposals(this, commands);
    if (this.panel === 'always') this.#startProposed();
  }

  /** Who always agrees starts what is proposed when its minute has come, as soon as nothing stands in the way. */
  #startProposed(): void {
    const { state, appliance, random } = this.#unit;
    for (const { id, args } of state.commands.proposals) {
      if (instantOf(String(args.at), state.timeZone) > this.#now) continue;
      fillBeforeStart(appliance, startOf(args), random);
      answerProposal({ id, agrees: true }, this, state.commands);
    }
  }

  get appliance(): Appliance {
    return this.#unit.appliance;
  }

  get panel(): PanelAnswers {
    return this.#unit.state.panel;
  }

  serverTime(): number | null {
    const { state, journal, clock } = this.#unit;
    return state.serverOffset_ms === null ? journal.clockAt(this.#now) || null : clock.now() + state.serverOffset_ms;
  }

  setClock(utc_ms: number, timeZone: string): void {
    const { state, outbox } = this.#unit;
    outbox.seal();
    state.clock = setTo(utc_ms, this.#now);
    if (timeZone !== state.timeZone) this.#moveTo(timeZone);
  }

  answer(id: string, answer: Answer): void {
    this.#unit.journal.put('res', { id, ...answer });
  }

  reportChanges(): void {
    this.#unit.journal.changes();
  }

  reportProposals(): void {
    this.#unit.journal.twin();
  }

  get #now(): number {
    return this.#unit.appliance.state.true_ms;
  }

  /** What was kept for a former holder is nobody's business any more. */
  #belongTo(holder: string): void {
    const { state } = this.#unit;
    if (state.holder === holder) return;
    state.holder = holder;
    state.commands.proposals = [];
    this.appliance.panel?.favourites.restore();
  }

  #moveTo(timeZone: string): void {
    if (!isZone(timeZone)) return;
    this.#unit.state.timeZone = timeZone;
    this.#unit.appliance.setTimeZone(timeZone);
  }
}
