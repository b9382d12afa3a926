import { type PointerEvent, useRef, useState } from 'react';

/**
 * Lets the entries of a list be drawn to another place by a handle, with a mouse, a pen or a finger.
 * @param onMove what was taken goes to a place, counted from 0, as soon as it is over it
 * @returns for the list, for the handle of an entry, and what is being drawn
 */
export function useDragOrder<K>(onMove: (key: K, place: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<K | null>(null);

  /** The place of the entry that the pointer is over: of those beginning above it, the last. */
  const placeAt = (y: number): number => {
    const entries = [...(list.current?.children ?? [])];
    const below = entries.findIndex((entry) => {
      const { top, height } = entry.getBoundingClientRect();
      return y < top + height / 2;
    });
    return below < 0 ? entries.length - 1 : below;
  };
  const handleOf = (key: K) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged(key);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (dragged === key) onMove(key, placeAt(event.clientY));
    },
    onPointerUp: () => setDragged(null),
    onPointerCancel: () => setDragged(null),
  });
  return { list, dragged, handleOf };
}
