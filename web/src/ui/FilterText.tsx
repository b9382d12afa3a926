import { TextInput, type TextInputProps } from '@mantine/core';
import { useTyped } from './use-typed.ts';

/** A filter that is typed: it asks when the typing pauses, not at every letter. */
export function FilterText({
  value,
  onChange,
  ...props
}: Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> & {
  value: string;
  onChange: (value: string) => void;
}) {
  const { field } = useTyped(value, onChange);
  return <TextInput {...props} {...field} />;
}
