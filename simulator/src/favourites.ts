/** The 24 numbered places at the panel of a blast chiller: cycles that are started there by one touch. */
import type { Favourites as FavouritesOnWire, PanelTold } from '@brina/contract/devices';
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { canonical } from '@brina/domain/canonical';
import type { CycleSource } from '@brina/domain/cycles/cycle-definition';
import { planFor, type StartCycleArgs } from '@brina/domain/cycles/cycle-plan';
import { checkSlot, type LoadPresetArgs } from '@brina/domain/cycles/slots';
import { compatibility } from '@brina/domain/recipes/compatibility';
import { presets } from '@brina/domain/recipes/presets';
import { presetMessages } from '@brina/domain/recipes/presets.messages';
import { presetCount } from '@brina/domain/recipes/recipe';
import { cycleCode, type Done, type FavouritesState, type Slot } from './appliance-state.ts';
import { cycleHash } from './cycle-hash.ts';
import { wirePhase } from './cycle-run.ts';
import type { Machine, Prepared } from './machine.ts';

/** What a person changes of a place; what is absent stays, and an empty place needs all but the number. */
export type SlotEdit = { readonly title?: string; readonly function?: number; readonly phases?: readonly PhasePlan[] };

/** Every preset is at its first version: who changes one makes a cycle of one's own. */
const presetVersion = 1;

/** The favourites of an appliance. */
export class Favourites {
  readonly #machine: Machine;

  constructor(machine: Machine) {
    this.#machine = machine;
    machine.state.favourites ??= { ver: 0, slots: factorySlots(machine) };
  }

  get slots(): Readonly<Record<string, Slot>> {
    return this.#state.slots;
  }

  /** The command `loadPreset`, whose arguments have passed its check. */
  load(args: LoadPresetArgs): Prepared {
    if (this.#machine.state.cycleState === cycleCode.running) return 'cycle_running';
    const before = this.slots[args.slot];
    const isNew = args.id === null || !('phases' in args) || before?.h !== args.h;
    const mayGo = args.replace === true && (args.over === undefined || before?.h === args.over);
    if (before && isNew && !mayGo) return 'slot_taken';
    return () => {
      if (args.id === null || !('phases' in args)) this.#put(args.slot, null);
      else {
        const { slot, replace: _replace, over: _over, ...cycle } = args;
        this.#put(slot, { ...cycle, isOwn: false });
      }
    };
  }

  /** Arguments that start the cycle of a place; null: nothing is there. */
  startOf(slot: number): StartCycleArgs | null {
    const cycle = this.slots[slot];
    if (!cycle) return null;
    const { id, v, h, function: code, phases, sanigen, trays } = cycle;
    const source: CycleSource | null = id === null ? null : { id, v, h };
    return {
      function: code,
      phases,
      ...(sanigen === undefined ? {} : { sanigen }),
      ...(trays === undefined ? {} : { trays }),
      ...(source === null ? {} : { source }),
    };
  }

  /** Arguments that start the place which does the same as a start by its function; null: none does. */
  sameAs(args: StartCycleArgs): StartCycleArgs | null {
    const { family, model, unitPackage } = this.#machine;
    const plan = canonical(planFor(family, args, model, unitPackage));
    const found = Object.entries(this.slots).find(
      ([, cycle]) => cycle.function === args.function && canonical(cycle.phases) === plan,
    );
    return found ? this.startOf(Number(found[0])) : null;
  }

  /** Somebody changes a place at the panel, or fills an empty one; a reason why not. A preset that is changed is a cycle of one's own. */
  edit(slot: number, change: SlotEdit): string | null {
    const { family, model, unitPackage, ends } = this.#machine;
    const before = this.slots[slot];
    const title = change.title ?? before?.title;
    const does = { ...(before && doneBy(before)), ...withoutTitle(change) };
    const fault = checkSlot(model, { slot, id: 0, v: 1, h: '0'.repeat(16), title, ...does }, unitPackage, ends)[0];
    if (fault) return fault.code;
    const isChanged = !before || canonical(does) !== canonical(doneBy(before));
    const isLibrary = before?.id != null && (!isChanged || before.id >= presetCount);
    this.#put(slot, {
      ...(does as Done),
      title: title as string,
      id: isLibrary ? before.id : null,
      v: isLibrary ? before.v : 0,
      h: isChanged ? cycleHash(family.code, does as Done) : before.h,
      isOwn: isChanged || before.isOwn || change.title !== undefined,
    });
    return null;
  }

  /** Somebody empties a place at the panel. */
  empty(slot: number): void {
    this.#put(slot, null);
  }

  /** The unit has another holder: what is not a preset goes, and the places are as when it left the factory. */
  restore(): void {
    Object.assign(this.#state, { ver: 0, slots: factorySlots(this.#machine) });
    this.#machine.state.panelChanges++;
  }

  /** The portal's wish of this version was seen. */
  saw(ver: number): void {
    if (ver === this.#state.ver) return;
    this.#state.ver = ver;
    this.#machine.state.panelChanges++;
  }

  /** What the unit tells of them. */
  get told(): Pick<PanelTold, 'favourites' | 'favouriteDefs'> {
    const slots = Object.entries(this.slots);
    const onWire: FavouritesOnWire['slots'] = Object.fromEntries(
      slots.map(([slot, { id, v, h }]) => [slot, [id, v, h]]),
    );
    const own = slots.filter(([, { isOwn }]) => isOwn);
    return {
      favourites: { ver: this.#state.ver, slots: onWire },
      favouriteDefs: Object.fromEntries(
        own.map(([slot, { title, function: code, phases, sanigen, trays }]) => [
          slot,
          {
            title,
            function: code,
            phases: phases.map(wirePhase),
            ...(sanigen === undefined ? {} : { sanigen }),
            ...(trays === undefined ? {} : { trays: [...trays] }),
          },
        ]),
      ),
    };
  }

  get #state(): FavouritesState {
    return this.#machine.state.favourites as FavouritesState;
  }

  #put(slot: number, cycle: Slot | null): void {
    const { [slot]: _before, ...others } = this.#state.slots;
    this.#state.slots = cycle ? { ...others, [slot]: cycle } : others;
    this.#machine.state.panelChanges++;
  }
}

const doneBy = ({ function: code, phases, sanigen, trays }: Slot): Done => ({
  function: code,
  phases,
  ...(sanigen === undefined ? {} : { sanigen }),
  ...(trays === undefined ? {} : { trays }),
});

const withoutTitle = ({ title: _title, ...does }: SlotEdit): Omit<SlotEdit, 'title'> => does;

/** The presets that a new unit has in its places, as far as it can run them; the other places are empty. */
function factorySlots({ model, unitPackage, ends }: Machine): Record<string, Slot> {
  const placed = presets.flatMap(({ id, favourite, definition }): [string, Slot][] => {
    if (favourite === null) return [];
    const runs = compatibility(definition, model, { package: unitPackage, ends });
    if (runs.kind === 'refused' || runs.definition.family === 'PL') return [];
    const { family: _family, assumed: _assumed, ...does } = runs.definition;
    const title = presetTitle(id);
    return [
      [
        String(favourite),
        { id, v: presetVersion, h: cycleHash(definition.family, definition), title, ...does, isOwn: false },
      ],
    ];
  });
  return Object.fromEntries(placed);
}

/** The panel speaks English, as the maker's tools do. */
function presetTitle(id: number): string {
  const row: unknown = presetMessages.texts[`${id}.title` as keyof typeof presetMessages.texts];
  return typeof row === 'string' ? row : String((row as { readonly en: string }).en);
}
