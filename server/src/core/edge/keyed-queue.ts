/** Items in the order in which they came, each with a key that others may share. */
export class KeyedQueue<T> {
  readonly #all = new Set<T>();
  readonly #of = new Map<string, Set<T>>();

  get size(): number {
    return this.#all.size;
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
    return (key === undefined ? this.#all : this.#of.get(key))?.values().next().value;
  }

  add(key: string, item: T): void {
    this.#all.add(item);
    const same = this.#of.get(key) ?? new Set();
    this.#of.set(key, same.add(item));
  }

  /** A key of which nothing is left is forgotten. */
  delete(key: string, item: T): void {
    this.#all.delete(item);
    const same = this.#of.get(key);
    same?.delete(item);
    if (same?.size === 0) this.#of.delete(key);
  }
}
