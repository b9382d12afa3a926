import { type RefCallback, startTransition, useCallback, useState } from 'react';

/** So many cards fill the screen of a phone, whose processor is the slow one. */
const screenful = 6;
/** At least so many more are drawn at a time; the longer somebody scrolls, the more. */
const step = 12;
/** The next are drawn before one comes to them; and until one is there, where the page already stands below them, as on the way back. */
const near = '1000000px 0px 200px';

/**
 * How many items of a long list are drawn: the first ones at once, the next when the end of the drawn ones comes near.
 * @param of what the list is of; another one begins at its first items
 * @param first how many are drawn at once; fewer where something else stands above them
 * @returns `drawn`, and the `ref` of an element behind the last item that is drawn
 */
export function useDrawn(length: number, of: string, first = screenful): { drawn: number; end: RefCallback<Element> } {
  const [last, setLast] = useState({ of, drawn: first });
  const drawn = last.of === of ? last.drawn : first;
  const end = useCallback(
    (element: Element) => {
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting))
            startTransition(() => setLast({ of, drawn: drawn + Math.max(step, drawn >> 1) }));
        },
        { rootMargin: near },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [of, drawn],
  );
  return { drawn: Math.min(drawn, length), end };
}
