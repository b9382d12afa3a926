import { NativeSelect } from '@mantine/core';

/**
 * A filter that is chosen among few.
 * @param any what it is called when nothing is chosen
 * @param value '' where nothing is chosen
 */
export function FilterChoice(props: {
  label: string;
  any: string;
  data: readonly { value: string; label: string }[] | readonly string[];
  value: string;
  onChange: (value: string) => void;
}) {
  const { label, any, data, value, onChange } = props;
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: any }, ...data]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
