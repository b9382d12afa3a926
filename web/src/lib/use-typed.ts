import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** Who types a word pauses after it, not within. */
const pause_ms = 300;

/**
 * A text that stands here at every letter, and is kept elsewhere, such as in the URL, once the typing pauses. What changes there by
 * another way, such as the way back, is the text then; what is still on its way there takes no letter away that was typed meanwhile.
 * @returns the text, and how to type another
 */
export function useTyped(kept: string, keep: (text: string) => void): readonly [string, (text: string) => void] {
  const [now, setNow] = useState({ text: kept, known: kept, sent: null as string | null });
  if (kept !== now.known) setNow({ text: kept === now.sent ? now.text : kept, known: kept, sent: null });
  const settle = useDebouncedCallback((text: string) => {
    setNow((last) => ({ ...last, sent: text }));
    keep(text);
  }, pause_ms);
  const type = (text: string) => {
    setNow((last) => ({ ...last, text }));
    settle(text);
  };
  return [now.text, type];
}
