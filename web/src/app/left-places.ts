/** So many steps back people may still want to land where they were; each filter and tab makes an entry of its own. */
export const leftPlaces_max = 50;

/** How far down the entries of the history stood when they were left, in px: the last {@link leftPlaces_max} of them. */
export class LeftPlaces {
  readonly #places = new Map<string, number>();

  leave(key: string, place_px: number): void {
    this.#places.delete(key);
    this.#places.set(key, place_px);
    if (this.#places.size <= leftPlaces_max) return;
    for (const oldest of this.#places.keys()) return void this.#places.delete(oldest);
  }

  /** Undefined for an entry that was never left, or so long ago that it is forgotten. */
  of(key: string): number | undefined {
    return this.#places.get(key);
  }
}
