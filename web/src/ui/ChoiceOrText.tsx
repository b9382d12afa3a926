import { TextInput } from '@mantine/core';
import { Choices } from './Choices.tsx';

/** One of what is usual, by a tap of a wet hand, or what somebody types. */
export function ChoiceOrText(props: {
  choices: readonly string[];
  label: string;
  hint?: string;
  maxLength: number;
  value: string;
  onChange: (value: string) => void;
}) {
  const { choices, label, hint, maxLength, value, onChange } = props;
  return (
    <>
      <Choices choices={choices.map((one) => ({ value: one, label: one }))} chosen={value} onChoose={onChange} />
      <TextInput
        size="lg"
        label={label}
        description={hint}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  );
}
