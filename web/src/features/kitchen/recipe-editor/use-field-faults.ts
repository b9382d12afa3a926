import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { useDeferredValue, useMemo, useState } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { useRecipeFaultText } from '../library/use-recipe-fault-text.ts';
import { type Field, faultsOf, type Step, stepOf, steps } from './edit-faults.ts';
import { definitionOf, type RecipeEdit } from './edit-state.ts';

/**
 * What is wrong with a cycle, as it is told: a fault shows once its field was left, and all of them once somebody has tried to save.
 * @returns `fault` and `isFaulty` for the steps; `leave` when a field is left; `all` shows every fault and tells the first; `refuse` adds
 * what the portal says of fields, until the cycle is changed
 */
export function useFieldFaults(edit: RecipeEdit) {
  const faultText = useRecipeFaultText();
  const { t: field } = useMessages(fieldMessages);
  const shown = useDeferredValue(edit);
  const found = useMemo(() => faultsOf(shown), [shown]);
  const [seen, setSeen] = useState<ReadonlySet<Field> | 'all'>(new Set());
  const [refused, setRefused] = useState<{ of: RecipeEdit; texts: Readonly<Record<Field, string>> } | null>(null);
  const isSeen = (name: Field): boolean => seen === 'all' || seen.has(name);
  const told = found.filter((one) => isSeen(one.field));
  const extra = refused?.of === edit ? refused.texts : {};

  const fault = (name: Field): string | null => {
    const one = told.find((each) => each.field === name);
    if (!one) return extra[name] ?? null;
    const { min, max } = one.fault;
    if (!one.fault.path.startsWith('definition')) {
      const isShort = min !== undefined && lengthOf(edit, name) < min;
      return isShort ? field('too_short', { min }) : field('too_long', { max: max ?? 0 });
    }
    return faultText(one.fault, definitionOf(edit));
  };
  const names = [...told.map((one) => one.field), ...Object.keys(extra)];
  return {
    fault,
    isFaulty: (part: string): boolean => names.some((name) => name === part || name.startsWith(`${part}.`)),
    /** So many faults are shown in each step. */
    counts: Object.fromEntries(
      steps.map((step) => [step, new Set(names.filter((name) => stepOf(name) === step)).size]),
    ) as Record<Step, number>,
    leave: (step: Step) => {
      const left = faultsOf(edit)
        .map((one) => one.field)
        .filter((name) => stepOf(name) === step && !isSeen(name));
      if (left.length > 0) setSeen((before) => (before === 'all' ? before : new Set([...before, ...left])));
    },
    /** Shows all faults there are now; the field of the first, null where there is none. */
    all: (): Field | null => {
      setSeen('all');
      return faultsOf(edit)[0]?.field ?? null;
    },
    refuse: (texts: Readonly<Record<Field, string>>): Field | null => {
      setRefused({ of: edit, texts });
      return Object.keys(texts)[0] ?? null;
    },
  };
}

function lengthOf(edit: RecipeEdit, name: Field): number {
  const [, language, part = name] = /^texts\.(\w+)\.(title|description)$/.exec(name) ?? [];
  const words = language === undefined ? edit : edit.texts[language];
  return (part === 'title' ? words?.title : words?.description)?.trim().length ?? 0;
}
