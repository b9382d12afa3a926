import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { MultiChoiceProps } from './SearchableMultiSelect.tsx';

// The list weighs as much as a screen, and is opened after the screen was read.
const SearchableMultiSelect = lazy(async () => ({
  default: (await import('./SearchableMultiSelect.tsx')).SearchableMultiSelect,
}));

/** A list to choose several from; what is typed finds them, accents and case aside. */
export function MultiChoice(props: MultiChoiceProps) {
  return (
    <Suspense fallback={<Chosen {...props} />}>
      <SearchableMultiSelect {...props} />
    </Suspense>
  );
}

/** The field with what is chosen, in its place until it can be changed. */
function Chosen({ data, value, label, hideLabel, placeholder, className }: MultiChoiceProps) {
  const names = data.filter((one) => value.includes(one.value)).map((one) => one.label);
  return (
    <TextInput
      {...(hideLabel ? { 'aria-label': label } : { label })}
      placeholder={placeholder}
      className={className}
      readOnly
      size="md"
      value={names.join(', ')}
    />
  );
}
