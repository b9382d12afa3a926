import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { useId, useState } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import styles from '../Recipe.module.css';
import { recipeMessages } from '../recipe.messages.ts';

/** The notes on hygiene and law that a cycle refers to, as marks; a tap opens the text of one. */
export function NoteMarks({ notes }: { notes: Recipe['notes'] }) {
  const { t } = useMessages(recipeMessages);
  const [open, setOpen] = useState<string | null>(null);
  const text = useId();
  const shown = notes.find(({ code }) => code === open);
  if (notes.length === 0) return null;
  return (
    <div className={styles.notes}>
      <div className={styles.noteMarks} role="group" aria-label={t('notes')}>
        {notes.map(({ code }) => (
          <button
            key={code}
            type="button"
            className={styles.noteMark}
            aria-expanded={code === open}
            aria-controls={text}
            onClick={() => setOpen(code === open ? null : code)}
          >
            {code}
          </button>
        ))}
      </div>
      <p className={styles.noteText} id={text} role="status" hidden={!shown}>
        {shown?.text}
      </p>
    </div>
  );
}
