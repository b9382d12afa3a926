/** Items in the order in which they came, each with a key that others may share, or without one. */
export class KeyedQueue<T> {
  readonly #keys = new Map<T, string | undefined>();
  readonly #of = new Map<string, Set<T>>();

  get size(): number {
    return this.#keys.size;
  }

  sizeOf(key: string): number {
    return this.#of.get(key)?.size ?? 0;
  }

  /** The keys of what is here, that which has been so longest first. */
  keys(): Iterable<string> {
    return this.#of.keys();
  }

  /** Which came first, of all or of one key. */
  first(key?: string): T | undefined {
    return (key === undefined ? this.#keys : this.#of.get(key))?.keys().next().value;
  }

  /** All of one key, in their order. */
  of(key: string): Iterable<T> {
    return this.#of.get(key) ?? [];
  }

  /** Which came first of the key that most have. */
  firstOfMost(): T | undefined {
    let most: Set<T> | undefined;
    for (const same of this.#of.values()) if (same.size > (most?.size ?? 0)) most = same;
    return most?.values().next().value ?? this.first();
  }

  /** @param key undefined: the item is in the order of all, and counts for no key */
  add(item: T, key?: string): void {
    this.#keys.set(item, key);
    if (key === undefined) return;
    const same = this.#of.get(key) ?? new Set();
    this.#of.set(key, same.add(item));
  }

  /** A key of which nothing is left is forgotten; what is not here may be deleted too. */
  delete(item: T): void {
    const key = this.#keys.get(item);
    this.#keys.delete(item);
    if (key === undefined) return;
    const same = this.#of.get(key);
    same?.delete(item);
    if (same?.size === 0) this.#of.delete(key);
  }
}
