import { TextInput, type TextInputProps } from '@mantine/core';
import { useTyped } from '../lib/use-typed.ts';

/** A filter that is typed: it asks when the typing pauses, not at every letter. */
export function FilterText({
  value,
  onChange,
  ...field
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
}) {
  const [text, type] = useTyped(value, onChange);
  return <TextInput {...field} value={text} onChange={({ currentTarget }) => type(currentTarget.value)} />;
}
