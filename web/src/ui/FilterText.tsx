import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

const pause_ms = 300;

/** A filter that is typed: it asks when the typing pauses, not at every letter. */
export function FilterText({
  value,
  onChange,
  ...field
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const settle = useDebouncedCallback((text: string) => {
    onChange(text);
    setDraft(null);
  }, pause_ms);
  return (
    <TextInput
      {...field}
      value={draft ?? value}
      onChange={(event) => {
        setDraft(event.currentTarget.value);
        settle(event.currentTarget.value);
      }}
    />
  );
}
