import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { FilterSelectProps } from './SearchableSelect.tsx';

// The list weighs as much as a screen, and is opened after the screen was read.
const SearchableSelect = lazy(async () => ({ default: (await import('./SearchableSelect.tsx')).SearchableSelect }));

/** A list to choose one from, longer than the eye can search: what is typed filters it, accents and case aside. */
export function FilterSelect(props: FilterSelectProps) {
  return (
    <Suspense fallback={<Chosen {...props} />}>
      <SearchableSelect {...props} />
    </Suspense>
  );
}

/** The field with what is chosen, in its place until it can be changed. */
function Chosen(props: FilterSelectProps) {
  const { data, value, label, description, inputWrapperOrder, error, placeholder, className, required = false } = props;
  return (
    <TextInput
      {...{ label, description, error, placeholder, className, required }}
      {...(inputWrapperOrder ? { inputWrapperOrder } : {})}
      size="md"
      readOnly
      value={data.find((one) => one.value === value)?.label ?? ''}
    />
  );
}
