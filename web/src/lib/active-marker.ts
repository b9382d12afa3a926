/**
 * The active-session marker (S4.5). It stands in `sessionStorage`, which a closed browser forgets; a shared lock that every signed-in
 * tab holds extends it to a link opened in a new tab.
 */
export class ActiveMarker {
  readonly #key: string;
  #release: (() => void) | undefined;

  constructor(key: string) {
    this.#key = key;
  }

  set(): void {
    sessionStorage.setItem(this.#key, 'true');
    if (this.#release) return;
    const held = new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    void navigator.locks.request(this.#key, { mode: 'shared' }, () => held);
  }

  clear(): void {
    sessionStorage.setItem(this.#key, 'false');
    this.release();
  }

  /** Lets go of the lock; what stands in the storage of this tab stays. */
  release(): void {
    this.#release?.();
    this.#release = undefined;
  }

  async isActive(): Promise<boolean> {
    if (sessionStorage.getItem(this.#key) === 'true') return true;
    const { held } = await navigator.locks.query();
    return held?.some((lock) => lock.name === this.#key) ?? false;
  }
}
