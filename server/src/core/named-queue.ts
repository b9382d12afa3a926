/** Who waits, where it is known; all of whom nothing is known share one name. */
export type Name = string | undefined;

/** Items that wait under names. Names take turns, and under one name it is first come, first served. */
export class NamedQueue<T> {
  /** The name whose turn is next stands first. */
  readonly #of = new Map<Name, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Whose turn is next. */
  get head(): T | undefined {
    return this.#of.values().next().value?.[0];
  }

  add(name: Name, item: T): void {
    const same = this.#of.get(name) ?? [];
    this.#of.set(name, same);
    same.push(item);
    this.#size += 1;
  }

  /** Takes out whose turn is next; its name comes last then. */
  take(): T | undefined {
    const [turn] = this.#of;
    if (!turn) return undefined;
    const [name, items] = turn;
    const item = items.shift();
    this.#of.delete(name);
    if (items.length > 0) this.#of.set(name, items);
    this.#size -= 1;
    return item;
  }

  /** Takes out who came last under the name that most wait under; of several such names it is the one whose turn is last. */
  takeLastOfMost(): T | undefined {
    const most = [...this.#of].reduce<[Name, T[]] | undefined>(
      (most, one) => (most && most[1].length > one[1].length ? most : one),
      undefined,
    );
    if (!most) return undefined;
    const [name, items] = most;
    const item = items.pop();
    if (items.length === 0) this.#of.delete(name);
    this.#size -= 1;
    return item;
  }
}
