import { useDebouncedCallback } from '@mantine/hooks';
import { type ChangeEvent, useCallback, useState } from 'react';

/** Who types a word pauses after it, not within. */
const pause_ms = 300;

/** A text as it is typed. */
export type Typed = {
  text: string;
  /** Of its `<input>`. */
  field: { value: string; onChange: (event: ChangeEvent<HTMLInputElement>) => void; onBlur: () => void };
  /** Another text, which the caller keeps itself. */
  put: (text: string) => void;
};

/**
 * A text that stands here at every letter, and is kept elsewhere, such as in the URL, once the typing pauses or the field is left.
 * What changes there by another way, such as the way back, is the text then; what is still on its way there takes no letter away
 * that was typed meanwhile.
 */
export function useTyped(kept: string, keep: (text: string) => void): Typed {
  const [now, setNow] = useState({ text: kept, known: kept, sent: null as string | null });
  if (kept !== now.known) setNow({ text: kept === now.sent ? now.text : kept, known: kept, sent: null });
  const keepNow = () => {
    if (now.text === kept) return;
    setNow((last) => ({ ...last, sent: now.text }));
    keep(now.text);
  };
  const settle = useDebouncedCallback(() => afterPress(keepNow), pause_ms);
  const put = useCallback((text: string) => setNow((last) => ({ ...last, text, sent: text })), []);
  return {
    text: now.text,
    field: {
      value: now.text,
      onChange: ({ currentTarget: { value: text } }) => {
        setNow((last) => ({ ...last, text }));
        settle();
      },
      // Whoever goes on to another page finds the text in the address of this one, and not the other way round.
      onBlur: () => settle.flush(),
    },
    put,
  };
}

/**
 * Does something at once, or where a finger or a button of the mouse is down, before the click that it becomes: a list that moves
 * meanwhile takes what is pressed away from under the finger.
 */
function afterPress(act: () => void): void {
  if (document.querySelector(':active') === null) return act();
  const pressed = new AbortController();
  const end = () => {
    if (pressed.signal.aborted) return;
    pressed.abort();
    act();
  };
  const during = { capture: true, signal: pressed.signal };
  addEventListener('click', end, during);
  // One that ends beside what was pressed is no click.
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => setTimeout(end), during);
  return undefined;
}
