import { type PointerEvent, useState } from 'react';

/**
 * Lets what is in a numbered place be drawn to another one by a handle, with a mouse, a pen or a finger. A place is an element with
 * `data-place`.
 * @param onDrop it was let go over another place
 * @returns for the handle of a place; from which one something is drawn, and over which
 */
export function useDragPlace(onDrop: (from: number, to: number) => void) {
  const [drawn, setDrawn] = useState<{ from: number; over: number } | null>(null);
  const placeAt = ({ clientX, clientY }: PointerEvent<HTMLElement>): number | null => {
    const place = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-place]');
    return place ? Number(place.dataset.place) : null;
  };
  const handleOf = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrawn({ from, over: from });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (drawn?.from !== from) return;
      const over = placeAt(event) ?? from;
      if (over !== drawn.over) setDrawn({ from, over });
    },
    onPointerUp: () => {
      if (drawn?.from === from && drawn.over !== from) onDrop(from, drawn.over);
      setDrawn(null);
    },
    onPointerCancel: () => setDrawn(null),
  });
  return { drawn, handleOf };
}
